// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include <algorithm>

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

QString time(std::int64_t microseconds)
{
    return time(static_cast<double>(microseconds));
}

QString spread(const stats::Histogram &latency)
{
    return QStringLiteral("mean %1, standard deviation %2, min %3, max %4")
        .arg(time(latency.mean()), time(latency.standardDeviation()), time(latency.minimum()),
            time(latency.maximum()));
}

QString inShort(const stats::Histogram &latency)
{
    return QStringLiteral("mean %1, p50 %2, p99 %3, max %4")
        .arg(time(latency.mean()), time(latency.percentile(50)), time(latency.percentile(99)),
            time(latency.maximum()));
}

/// In open loop with the uncorrected figures beside it.
QString latencyLines(const LoadReport &report)
{
    const bool isOpenLoop = report.uncorrectedMicroseconds.totalCount() > 0;
    QString text = line(QStringLiteral("Latency"), spread(report.latencyMicroseconds));
    if (isOpenLoop) {
        text += line(QStringLiteral("  uncorrected"), spread(report.uncorrectedMicroseconds));
        text += line({},
            QStringLiteral("from due").rightJustified(labelWidth)
                + QStringLiteral("from sent").rightJustified(labelWidth));
    }
    for (const NamedPercentile &percentile : shownPercentiles) {
        const auto cell = [&percentile](const stats::Histogram &latency) {
            return time(latency.percentile(percentile.percent)).rightJustified(labelWidth);
        };
        text += line(QStringLiteral("  ") + percentile.key,
            cell(report.latencyMicroseconds)
                + (isOpenLoop ? cell(report.uncorrectedMicroseconds) : QString()));
    }
    return text;
}

/// Only what occurred.
QString connectionLines(const LoadReport &report)
{
    QString text;
    if (report.firstByteMicroseconds.totalCount() > 0)
        text += line(QStringLiteral("First byte"), inShort(report.firstByteMicroseconds));
    if (const auto count = report.connectMicroseconds.totalCount())
        text += line(QStringLiteral("Connect"),
            QStringLiteral("%1 connections: %2").arg(grouped(count), inShort(report.connectMicroseconds)));
    if (const auto count = report.handshakeMicroseconds.totalCount())
        text += line(QStringLiteral("Handshake"),
            QStringLiteral("%1 of them: %2").arg(grouped(count), inShort(report.handshakeMicroseconds)));
    return text;
}

QString statusText(const LoadReport &report)
{
    QStringList parts;
    for (std::size_t i = 1; i < report.answersByClass.size(); ++i) {
        if (report.answersByClass[i] > 0)
            parts << QStringLiteral("%1xx %2").arg(QString::number(i), grouped(report.answersByClass[i]));
    }
    if (parts.isEmpty() && report.responses > 0)
        return QStringLiteral("none: messages of WebSockets have no status");
    return parts.isEmpty() ? QStringLiteral("no answers") : parts.join(QStringLiteral(", "));
}

/// Where answers are of several classes, how long those of each took.
QString classLines(const LoadReport &report)
{
    QString text;
    for (std::size_t i = 1; i < report.latencyByClass.size(); ++i) {
        if (report.latencyByClass[i].totalCount() > 0)
            text += line(QStringLiteral("  %1xx").arg(i), inShort(report.latencyByClass[i]));
    }
    return text.count(u'\n') > 1 ? text : QString();
}

QString nameLines(const LoadReport &report)
{
    QString text;
    for (const NamedResult &result : report.byName)
        text += QStringLiteral("  %1: %2 right, %3 failed, p50 %4, p99 %5\n")
                    .arg(result.name, grouped(result.responses), grouped(result.errors),
                        time(result.latencyMicroseconds.percentile(50)),
                        time(result.latencyMicroseconds.percentile(99)));
    return text.isEmpty() ? text : QStringLiteral("By request\n") + text;
}

QString lateText(const LoadReport &report)
{
    return QStringLiteral("%1 sent more than %2 ms late (%3 of them with a connection free), %4 never sent")
        .arg(grouped(report.lateSends), QString::number(LoadReport::lateAfter.count()),
            grouped(report.lateByGenerator), grouped(report.backlog));
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

QString percentText(std::chrono::nanoseconds part, std::chrono::nanoseconds whole)
{
    const double percent
        = 100 * static_cast<double>(part.count()) / static_cast<double>(std::max<qint64>(whole.count(), 1));
    return QString::number(percent, 'f', 0) + QStringLiteral(" %");
}

QString limitText(const LoadReport &report)
{
    switch (report.generatorLimit()) {
    case GeneratorLimit::None:
        return {};
    case GeneratorLimit::Busy:
        return QStringLiteral("; it was the limit: the server may be faster. More threads may help");
    case GeneratorLimit::NoCore:
        return QStringLiteral(
            "; it had to wait for a core %1 of the time: the figures are the machine's, not "
            "the server's alone")
            .arg(percentText(report.busiestThread.waiting, report.elapsed));
    case GeneratorLimit::Late:
        return QStringLiteral(
            "; it could not keep to its schedule, and had to wait for a core %1 of the time: "
            "choose a lower rate, more threads or a quieter machine")
            .arg(percentText(report.busiestThread.waiting, report.elapsed));
    }
    Q_UNREACHABLE();
}

QString generatorText(const LoadReport &report)
{
    const auto cpu = static_cast<double>(report.generatorCpu.count());
    const auto elapsed = static_cast<double>(report.elapsed.count());
    QString text = QStringLiteral("%1 cores busy").arg(elapsed > 0 ? cpu / elapsed : 0, 0, 'f', 2);
    if (report.responses > 0)
        text += QStringLiteral(", %1 of CPU each response")
                    .arg(time(cpu / 1e3 / static_cast<double>(report.responses)));
    return text + limitText(report);
}

QString rateText(const LoadReport &report)
{
    const QString text = QStringLiteral("%1 responses/s").arg(grouped(report.requestsPerSecond(), 1));
    const TimeSeries::Rate rate = report.series.responseRate(report.elapsed);
    if (rate.maximum == 0)
        return text;
    return text
        + QStringLiteral(", standard deviation %1, max %2 (in %3 ms)")
              .arg(grouped(rate.standardDeviation), grouped(rate.maximum),
                  QString::number(report.series.width() / std::chrono::milliseconds(1)));
}

} // namespace

QString LoadReport::toText() const
{
    QString text = line(QStringLiteral("Rate"), rateText(*this));
    text += line(QStringLiteral("Requests"),
        QStringLiteral("%1 in %2 s: %3 right, %4 failed, %5 unanswered at the end")
            .arg(grouped(requests), grouped(static_cast<double>(elapsed.count()) / 1e9, 2),
                grouped(responses), grouped(errorCount()), grouped(inFlight)));
    if (uncorrectedMicroseconds.totalCount() > 0 || backlog > 0)
        text += line(QStringLiteral("Schedule"), lateText(*this));
    text += latencyLines(*this);
    text += connectionLines(*this);
    text += line(QStringLiteral("Statuses"), statusText(*this));
    text += classLines(*this);
    text += nameLines(*this);
    text += errorLines(*this);
    text += line(QStringLiteral("Throughput"), throughputText(*this));
    text += line(QStringLiteral("Generator"), generatorText(*this));
    return text;
}

} // namespace servelab::load
