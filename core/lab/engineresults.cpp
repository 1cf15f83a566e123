// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenario.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

/// Longer than any line of either engine.
constexpr qint64 longestLine = 1024 * 1024;

base::Expected<void> readLines(const QString &path, const std::function<void(const QByteArray &)> &take)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(u"%1 cannot be read: %2."_s.arg(path, file.errorString()), {}, path);
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(longestLine);
        if (line.isEmpty())
            break;
        take(line.trimmed());
    }
    return {};
}

bool isRight(int status, const load::Expectation &expectation)
{
    return expectation.status ? status == *expectation.status : status >= 200 && status < 400;
}

/// Adds answers of one status.
void addAnswers(
    load::LoadReport &report, int status, std::uint64_t count, const load::Expectation &expectation)
{
    report.requests += count;
    if (status >= 100 && status < 600)
        report.answersByClass[static_cast<std::size_t>(status / 100)] += count;
    if (isRight(status, expectation)) {
        report.responses += count;
        return;
    }
    load::LoadErrors &errors = report.errors[load::LoadErrorKind::UnexpectedStatus];
    if (errors.count == 0)
        errors.sample = u"status %1"_s.arg(status);
    errors.count += count;
}

void addErrors(load::LoadReport &report, load::LoadErrorKind kind, std::uint64_t count, const QString &sample)
{
    if (count == 0)
        return;
    report.errors[kind] = {report.errors[kind].count + count, 0, sample};
    report.requests += count;
}

/// "stats: NAME COUNT TOTAL" of counters: the last total of each.
QHash<QByteArray, std::uint64_t> totalsOf(const QList<QByteArray> &lines)
{
    QHash<QByteArray, std::uint64_t> totals;
    for (const QByteArray &line : lines) {
        const QList<QByteArray> fields = line.split(' ');
        if (fields.size() == 4 && fields[0] == "stats:")
            totals.insert(fields[1], fields[3].toULongLong());
    }
    return totals;
}

load::LoadErrorKind kindOf(const QByteArray &name)
{
    if (name.contains("timeout"))
        return load::LoadErrorKind::Timeout;
    return name.startsWith("error_connect") ? load::LoadErrorKind::Connect : load::LoadErrorKind::Reset;
}

/// The end of the duration aborts what is under way: that is no error.
bool isError(const QByteArray &name)
{
    return name.startsWith("error_") && name != "error_abort";
}

/// Where Tsung's list of requests, one a line, has what is read of it. Counted from the end of the line: the
/// address before it may have semicolons of its own.
struct DumpColumns
{
    qsizetype status = 0; ///< 0: the list has no such column
    qsizetype milliseconds = 0;
    qsizetype error = 0;
};

DumpColumns columnsOf(const QByteArray &head)
{
    const QList<QByteArray> names = head.split(';');
    const auto fromEnd = [&names](const char *name) {
        const qsizetype index = names.indexOf(name);
        return index < 0 ? 0 : names.size() - index;
    };
    return {fromEnd("HTTP status"), fromEnd("duration"), fromEnd("error")};
}

/// Times of right answers; of others there are none here either.
void addDumped(load::LoadReport &report, const DumpColumns &columns, const QByteArray &line,
    const load::Expectation &expectation)
{
    const QList<QByteArray> fields = line.split(';');
    if (columns.status == 0 || columns.milliseconds == 0 || fields.size() < columns.status)
        return;
    const auto field = [&fields](qsizetype fromEnd) { return fields[fields.size() - fromEnd]; };
    bool isTime = false;
    const double milliseconds = field(columns.milliseconds).toDouble(&isTime);
    const bool failed = columns.error > 0 && !field(columns.error).isEmpty();
    if (isTime && !failed && milliseconds >= 0 && milliseconds < 1e9
        && isRight(field(columns.status).toInt(), expectation))
        report.latencyMicroseconds.record(std::llround(milliseconds * 1000));
}

/// Without the list there are totals only.
base::Expected<void> addDump(
    load::LoadReport &report, const QString &path, const load::Expectation &expectation)
{
    if (!QFileInfo::exists(path))
        return {};
    DumpColumns columns;
    return readLines(path, [&](const QByteArray &line) {
        if (line.startsWith('#'))
            columns = columnsOf(line);
        else
            addDumped(report, columns, line, expectation);
    });
}

struct K6Points
{
    load::LoadReport report;
    std::optional<qint64> first; ///< milliseconds since the epoch
    qint64 last = 0;
    bool any = false;
};

void addDuration(K6Points &points, const QJsonObject &data, const load::Expectation &expectation)
{
    const int status = data.value("tags"_L1).toObject().value("status"_L1).toString().toInt();
    const double milliseconds = data.value("value"_L1).toDouble();
    const qint64 at
        = QDateTime::fromString(data.value("time"_L1).toString(), Qt::ISODateWithMs).toMSecsSinceEpoch();
    if (status == 0) {
        addErrors(points.report, load::LoadErrorKind::Reset, 1, u"no answer"_s);
    } else {
        addAnswers(points.report, status, 1, expectation);
        if (isRight(status, expectation) && milliseconds >= 0 && milliseconds < 1e9)
            points.report.latencyMicroseconds.record(std::llround(milliseconds * 1000));
    }
    const qint64 began = at - std::llround(std::clamp(milliseconds, 0.0, 1e9));
    points.first = points.first ? std::min(*points.first, began) : began;
    points.last = std::max(points.last, at);
}

void addPoint(K6Points &points, const QByteArray &line, const load::Expectation &expectation)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.value("type"_L1) != u"Point"_s)
        return;
    points.any = true;
    const QString metric = object.value("metric"_L1).toString();
    const QJsonObject data = object.value("data"_L1).toObject();
    const auto value
        = static_cast<std::uint64_t>(std::max(0.0, std::min(data.value("value"_L1).toDouble(), 1e15)));
    if (metric == "http_req_duration"_L1)
        addDuration(points, data, expectation);
    else if (metric == "data_received"_L1)
        points.report.bytesReceived += value;
    else if (metric == "data_sent"_L1)
        points.report.bytesSent += value;
}

} // namespace

base::Expected<load::LoadReport> readTsungLog(
    const QString &path, const load::Expectation &expectation, std::chrono::milliseconds duration)
{
    const QString file = QFileInfo(path).isDir() ? path + "/tsung.log"_L1 : path;
    QList<QByteArray> lines;
    if (auto read = readLines(file, [&lines](const QByteArray &line) { lines.append(line); }); !read)
        return std::unexpected(read.error());
    load::LoadReport report;
    report.elapsed = duration;
    const auto totals = totalsOf(lines);
    for (auto total = totals.begin(); total != totals.end(); ++total) {
        bool isStatus = false;
        const int status = total.key().toInt(&isStatus);
        if (isStatus)
            addAnswers(report, status, total.value(), expectation);
        else if (isError(total.key()))
            addErrors(report, kindOf(total.key()), total.value(), QString::fromLatin1(total.key()));
    }
    report.bytesReceived = totals.value("size_rcv");
    report.bytesSent = totals.value("size_sent");
    if (report.requests == 0)
        return base::fail(u"%1 holds no answer of Tsung."_s.arg(file),
            u"Give the folder that \"tsung start\" named, when its run has ended."_s, file);
    const QString dump = QFileInfo(file).path() + "/tsung.dump"_L1;
    if (auto read = addDump(report, dump, expectation); !read)
        return std::unexpected(read.error());
    return report;
}

base::Expected<load::LoadReport> readK6Points(const QString &path, const load::Expectation &expectation)
{
    K6Points points;
    auto read = readLines(path, [&](const QByteArray &line) { addPoint(points, line, expectation); });
    if (!read)
        return std::unexpected(read.error());
    if (!points.any || points.report.requests == 0)
        return base::fail(u"%1 holds no point of k6's requests."_s.arg(path),
            u"Give the file that \"k6 run --out json=FILE\" wrote."_s, path);
    points.report.elapsed
        = std::chrono::milliseconds(std::max<qint64>(1, points.last - points.first.value_or(0)));
    return points.report;
}

} // namespace servelab::lab
