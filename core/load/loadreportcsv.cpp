// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include "core/load/loadreportfields.h"

#include <QByteArrayList>

// A load report for spreadsheets.
namespace servelab::load {

namespace {

using Row = QByteArrayList;

/// RFC 4180 section 2: what holds a comma, a quote or a line break stands between quotes.
QByteArray cell(QByteArray text)
{
    if (!text.contains(',') && !text.contains('"') && !text.contains('\n') && !text.contains('\r'))
        return text;
    return '"' + text.replace('"', "\"\"") + '"';
}

QByteArray line(const Row &row)
{
    Row cells;
    for (const QByteArray &text : row)
        cells << cell(text);
    return cells.join(',') + "\r\n";
}

QByteArray number(double value)
{
    return QByteArray::number(value, 'f', 3);
}

Row latencyNames(const QByteArray &prefix)
{
    Row names;
    for (const char *figure : {"mean", "standardDeviation", "min", "max"})
        names << prefix + figure;
    for (const NamedPercentile &percentile : shownPercentiles)
        names << prefix + percentile.key.latin1();
    return names;
}

Row latencyFigures(const stats::Histogram &latency)
{
    Row row{number(latency.mean()), number(latency.standardDeviation()),
        QByteArray::number(qint64(latency.minimum())), QByteArray::number(qint64(latency.maximum()))};
    for (const NamedPercentile &percentile : shownPercentiles)
        row << QByteArray::number(qint64(latency.percentile(percentile.percent)));
    return row;
}

/// What only the whole run has.
Row wholeNames()
{
    Row names{"requests", "inFlight", "backlog", "lateSends", "bytesReceived", "bytesSent",
        "generatorCpuSeconds", "generatorLimit"};
    for (const QLatin1StringView kind : fields::kindKeys)
        names << QByteArray("errors.") + kind.latin1();
    return names + latencyNames("uncorrectedMicroseconds.") + latencyNames("firstByteMicroseconds.")
        + latencyNames("connectMicroseconds.") + latencyNames("handshakeMicroseconds.");
}

Row wholeFigures(const LoadReport &report)
{
    Row row;
    for (const std::uint64_t count : {report.requests, report.inFlight, report.backlog, report.lateSends,
             report.bytesReceived, report.bytesSent})
        row << QByteArray::number(count);
    row << number(fields::secondsOf(report.generatorCpu)) << toKey(report.generatorLimit()).toLatin1();
    for (int kind = 0; kind < loadErrorKindCount; ++kind)
        row << QByteArray::number(report.errorCount(static_cast<LoadErrorKind>(kind)));
    return row + latencyFigures(report.uncorrectedMicroseconds) + latencyFigures(report.firstByteMicroseconds)
        + latencyFigures(report.connectMicroseconds) + latencyFigures(report.handshakeMicroseconds);
}

/// `name` is empty for all requests together.
Row commonFigures(const QString &name, double seconds, std::uint64_t responses, std::uint64_t errors,
    const stats::Histogram &latency)
{
    return Row{name.toUtf8(), number(seconds), QByteArray::number(responses), QByteArray::number(errors),
               number(seconds > 0 ? static_cast<double>(responses) / seconds : 0)}
    + latencyFigures(latency);
}

} // namespace

QByteArray LoadReport::toCsv() const
{
    const double seconds = fields::secondsOf(elapsed);
    QByteArray text = line(Row{"request", "elapsedSeconds", "responses", "errors", "requestsPerSecond"}
        + latencyNames("latencyMicroseconds.") + wholeNames());
    text += line(
        commonFigures({}, seconds, responses, errorCount(), latencyMicroseconds) + wholeFigures(*this));
    const Row nothing(wholeNames().size());
    for (const NamedResult &result : byName)
        text += line(
            commonFigures(result.name, seconds, result.responses, result.errors, result.latencyMicroseconds)
            + nothing);
    return text;
}

QByteArray LoadReport::seriesToCsv() const
{
    QByteArray text = line({"seconds", "requests", "responses", "errors", "meanLatencyMicroseconds",
        "maximumLatencyMicroseconds"});
    const double width = fields::secondsOf(series.width());
    for (std::size_t i = 0; i < series.bins().size(); ++i) {
        const TimeBin &bin = series.bins()[i];
        text += line({number(static_cast<double>(i) * width), QByteArray::number(bin.requests),
            QByteArray::number(bin.responses), QByteArray::number(bin.errors),
            number(bin.meanLatencyMicroseconds()),
            QByteArray::number(qint64(bin.latencyMaximumMicroseconds))});
    }
    return text;
}

} // namespace servelab::load
