// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include <QLocale>

#include <cmath>

// How a load report looks in a terminal.
namespace servelab::load {

namespace {

constexpr int labelWidth = 14;

/// Digits in groups of three, parted by thin spaces.
QString grouped(double value, int decimals = 0)
{
    constexpr QChar thinSpace(0x2009);
    QString digits = QString::number(value, 'f', decimals);
    const qsizetype end = digits.indexOf(u'.') < 0 ? digits.size() : digits.indexOf(u'.');
    for (qsizetype i = end - 3; i > 0; i -= 3)
        digits.insert(i, thinSpace);
    return digits;
}

QString grouped(std::uint64_t value)
{
    return grouped(static_cast<double>(value));
}

/// Three significant digits and the unit that suits them.
QString time(double microseconds)
{
    if (microseconds < 1'000)
        return grouped(microseconds, microseconds < 10 ? 1 : 0) + QStringLiteral(" µs");
    if (microseconds < 1'000'000)
        return QString::number(microseconds / 1'000, 'f', microseconds < 100'000 ? 2 : 1)
            + QStringLiteral(" ms");
    return grouped(microseconds / 1'000'000, 2) + QStringLiteral(" s");
}

QString amount(double bytes)
{
    static const QStringList units{
        QStringLiteral("B"), QStringLiteral("kB"), QStringLiteral("MB"), QStringLiteral("GB")};
    qsizetype unit = 0;
    for (; bytes >= 1'000 && unit + 1 < units.size(); ++unit)
        bytes /= 1'000;
    return grouped(bytes, unit == 0 ? 0 : 2) + u' ' + units[unit];
}

QString line(const QString &label, const QString &text)
{
    return label.leftJustified(labelWidth) + text + u'\n';
}

QString latencyLines(const stats::Histogram &latency)
{
    QString text = line(QStringLiteral("Latency"),
        QStringLiteral("mean %1, standard deviation %2, min %3, max %4")
            .arg(time(latency.mean()), time(latency.standardDeviation()),
                time(static_cast<double>(latency.minimum())), time(static_cast<double>(latency.maximum()))));
    for (const double percent : {50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999}) {
        const QString label = QStringLiteral("  p%1").arg(percent, 0, 'g', 5);
        text
            += line(label, time(static_cast<double>(latency.percentile(percent))).rightJustified(labelWidth));
    }
    return text;
}

QString statusText(const LoadReport &report)
{
    QStringList parts;
    for (std::size_t i = 1; i < report.answersByClass.size(); ++i) {
        if (report.answersByClass[i] > 0)
            parts << QStringLiteral("%1xx %2").arg(QString::number(i), grouped(report.answersByClass[i]));
    }
    return parts.isEmpty() ? QStringLiteral("no answers") : parts.join(QStringLiteral(", "));
}

QString errorLines(const LoadReport &report)
{
    QString text = line(QStringLiteral("Errors"), grouped(report.errorCount()));
    for (const auto &[kind, error] : report.errors) {
        const QString number
            = error.systemError ? QStringLiteral(" (errno %1)").arg(error.systemError) : QString();
        text
            += QStringLiteral("  %1 %2%3: %4\n").arg(toKey(kind), grouped(error.count), number, error.sample);
    }
    return text;
}

QString throughputText(const LoadReport &report)
{
    const double seconds = static_cast<double>(report.elapsed.count()) / 1e9;
    const auto rate = [seconds](std::uint64_t bytes) {
        return amount(seconds > 0 ? static_cast<double>(bytes) / seconds : 0) + QStringLiteral("/s");
    };
    return QStringLiteral("received %1 (%2), sent %3 (%4)")
        .arg(rate(report.bytesReceived), amount(static_cast<double>(report.bytesReceived)),
            rate(report.bytesSent), amount(static_cast<double>(report.bytesSent)));
}

QString generatorText(const LoadReport &report)
{
    const auto cpu = static_cast<double>(report.generatorCpu.count());
    const auto elapsed = static_cast<double>(report.elapsed.count());
    QString text = QStringLiteral("%1 cores busy").arg(elapsed > 0 ? cpu / elapsed : 0, 0, 'f', 2);
    if (report.responses > 0)
        text += QStringLiteral(", %1 of CPU each response")
                    .arg(time(cpu / 1e3 / static_cast<double>(report.responses)));
    return text;
}

} // namespace

QString LoadReport::toText() const
{
    QString text
        = line(QStringLiteral("Rate"), QStringLiteral("%1 responses/s").arg(grouped(requestsPerSecond(), 1)));
    text += line(QStringLiteral("Requests"),
        QStringLiteral("%1 in %2 s: %3 right, %4 failed, %5 unanswered at the end")
            .arg(grouped(requests), grouped(static_cast<double>(elapsed.count()) / 1e9, 2),
                grouped(responses), grouped(errorCount()), grouped(inFlight)));
    text += latencyLines(latencyMicroseconds);
    text += line(QStringLiteral("Statuses"), statusText(*this));
    text += errorLines(*this);
    text += line(QStringLiteral("Throughput"), throughputText(*this));
    text += line(QStringLiteral("Generator"), generatorText(*this));
    return text;
}

} // namespace servelab::load
