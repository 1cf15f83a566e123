// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/loadsettings.h"

#include "app/cli/values.h"

#include <QFile>
#include <QFileInfo>

#include <limits>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using namespace std::chrono_literals;
using Value = Option::Value;
using Result = base::Expected<void>;

constexpr qint64 highestInt = std::numeric_limits<int>::max();
constexpr qint64 highestCount = std::numeric_limits<qint64>::max();

base::Expected<QByteArray> readFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(u"%1 cannot be read (%2)."_s.arg(path, file.errorString()));
    return file.readAll();
}

Result addField(LoadRequest &request, const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon < 1)
        return base::fail(u"\"%1\" is not a field."_s.arg(text), u"Write a name, a colon and a value."_s);
    request.plan.fields += load::RequestField{
        text.first(colon).trimmed().toUtf8(), text.sliced(colon + 1).trimmed().toUtf8()};
    return {};
}

Result setFormat(LoadRequest &request, const QString &text)
{
    if (text == "text"_L1)
        return set(request.format, ReportFormat::Text);
    if (text == "json"_L1)
        return set(request.format, ReportFormat::Json);
    if (text == "csv"_L1)
        return set(request.format, ReportFormat::Csv);
    return base::fail(u"\"%1\" is not text, json or csv."_s.arg(text));
}

base::Expected<double> readRate(const QString &text)
{
    bool isNumber = false;
    const double rate = text.toDouble(&isNumber);
    if (!isNumber)
        return base::fail(u"\"%1\" is not a rate."_s.arg(text), u"Write requests per second, such as 500."_s);
    return rate;
}

Result setRate(LoadRequest &request, const QString &text)
{
    const auto rate = readRate(text);
    if (!rate)
        return std::unexpected(rate.error());
    return set(request.plan.arrival, load::ConstantRate{*rate});
}

/// FROM:TO or FROM:TO:TIME; without a time the duration is taken once it is known.
Result setRamp(LoadRequest &request, const QString &text)
{
    const QStringList parts = text.split(u':');
    if (parts.size() != 2 && parts.size() != 3)
        return base::fail(u"\"%1\" is not a ramp."_s.arg(text),
            u"Write two rates in requests per second, such as 100:5000, and a time where it is shorter than "
            "the run, such as 100:5000:30s."_s);
    load::RateRamp ramp;
    for (const auto &[rate, part] :
        {std::pair{&ramp.fromPerSecond, parts[0]}, {&ramp.toPerSecond, parts[1]}}) {
        if (const auto read = assign(*rate, readRate(part)); !read)
            return read;
    }
    if (parts.size() == 3) {
        if (const auto read = assign(ramp.over, readDuration(parts[2])); !read)
            return read;
    }
    return set(request.plan.arrival, ramp);
}

QList<Setting<LoadRequest>> settingsOfLoad()
{
    return {
        {{u"connections"_s, u'c', Value::Required, u"N"_s, u"Connections at the same time (50)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.connections, readWholeNumber(v, 0, highestInt));
            }},
        {{u"duration"_s, u'd', Value::Required, u"TIME"_s,
             u"How long to measure (10s, unless -n is given)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.duration, readDuration(v)); }},
        {{u"requests"_s, u'n', Value::Required, u"N"_s,
             u"Stop after so many requests; with -d whichever comes first."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.requests, readWholeNumber(v, 0, highestCount));
            }},
        {{u"rate"_s, u'r', Value::Required, u"N"_s,
             u"Open loop: N requests a second, whatever the server does, and latency from the time each was "
             "due (closed loop: each connection asks when it has its answer)."_s},
            setRate},
        {{u"ramp"_s, {}, Value::Required, u"FROM:TO[:TIME]"_s,
             u"Open loop: from one rate to another over TIME (the duration), then steady."_s},
            setRamp},
        {{u"pipeline"_s, {}, Value::Required, u"N"_s, u"Requests on a connection at the same time (1)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.pipeline, readWholeNumber(v, 0, highestInt));
            }},
        {{u"threads"_s, {}, Value::Required, u"N"_s, u"Threads that make the load (1)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.threads, readWholeNumber(v, 0, highestInt));
            }},
        {{u"warm-up"_s, {}, Value::Required, u"TIME"_s, u"Load before the measured part, not counted (0)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.warmUp, readDuration(v)); }},
        {{u"connect-timeout"_s, {}, Value::Required, u"TIME"_s, u"For a connection to be made (5s)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.connectTimeout, readDuration(v)); }},
        {{u"timeout"_s, {}, Value::Required, u"TIME"_s, u"For one whole answer (30s)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.requestTimeout, readDuration(v)); }},
        {{u"read-rate"_s, {}, Value::Required, u"N"_s,
             u"Each connection reads at most N bytes a second, as on a slow line (no limit)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.readBytesPerSecond, readWholeNumber(v, 0, highestCount));
            }},
        {{u"no-keepalive"_s, {}, Value::None, {}, u"Open a new connection for every request."_s},
            [](LoadRequest &r, const QString &) { return set(r.plan.keepAlive, false); }},
        {{u"insecure"_s, {}, Value::None, {},
             u"https: take whoever answers for the server, whatever its certificate says."_s},
            [](LoadRequest &r, const QString &) { return set(r.plan.trust.verifies, false); }},
        {{u"ca"_s, {}, Value::Required, u"FILE"_s,
             u"https: trust the authorities in this PEM file (those of the system)."_s},
            [](LoadRequest &r, const QString &v) { return set(r.plan.trust.authorities, v); }},
        {{u"cores"_s, {}, Value::Required, u"LIST"_s, u"Run on these cores only, such as 0,2-3."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.cores, readCoreList(v)); }},
        {{u"confirm-host"_s, {}, Value::Required, u"NAME"_s,
             u"Load this host although it is not this machine. Only your own servers, please."_s},
            [](LoadRequest &r, const QString &v) { return set(r.plan.confirmedHost, v); }},
    };
}

QList<Setting<LoadRequest>> settingsOfRequests()
{
    return {
        {{u"method"_s, u'X', Value::Required, u"METHOD"_s, u"Request method (GET)."_s},
            [](LoadRequest &r, const QString &v) { return set(r.plan.method, v.toUtf8()); }},
        {{u"header"_s, u'H', Value::Required, u"'K: V'"_s, u"Send this field; may be given often."_s},
            addField},
        {{u"body"_s, {}, Value::Required, u"TEXT"_s, u"Send a body: this text."_s},
            [](LoadRequest &r, const QString &v) { return set(r.plan.body, v.toUtf8()); }},
        {{u"body-file"_s, {}, Value::Required, u"FILE"_s, u"Send a body: what FILE holds."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.body, readFile(v)); }},
        {{u"request-file"_s, {}, Value::Required, u"FILE"_s,
             u"Send the requests of a file, each as often as its weight says: a JSON object a line, or an "
             "array, with path, and method, headers, body or bodyFile, weight, name, expect."_s},
            [](LoadRequest &r, const QString &v) { return set(r.requestFile, v); }},
        {{u"har"_s, {}, Value::Required, u"FILE"_s,
             u"Replay a HAR file as browsers save it: its requests for the URL's origin, in their order."_s},
            [](LoadRequest &r, const QString &v) { return set(r.harFile, v); }},
        {{u"har-all"_s, {}, Value::None, {}, u"Send every request of the HAR file to the URL's origin."_s},
            [](LoadRequest &r, const QString &) { return set(r.harOrigins, load::HarOrigins::All); }},
        {{u"message-bytes"_s, {}, Value::Required, u"N"_s,
             u"ws: length of the message that each connection sends, and has to get back (20)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.message.bytes, readWholeNumber(v, 0, highestCount));
            }},
        {{u"binary"_s, {}, Value::None, {}, u"ws: send binary messages (text)."_s},
            [](LoadRequest &r, const QString &) {
                return set(r.plan.message.type, http::MessageType::Binary);
            }},
        {{u"expect-status"_s, {}, Value::Required, u"N"_s, u"The right status (any 2xx or 3xx)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.expectation.status, readWholeNumber(v, 100, 599));
            }},
        {{u"expect-bytes"_s, {}, Value::Required, u"N"_s, u"The right length of a body (any)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.expectation.bodyBytes, readWholeNumber(v, 0, highestCount));
            }},
        {{u"expect-sha256"_s, {}, Value::Required, u"HEX"_s,
             u"The right SHA-256 of a body as it travels, with its content coding (any)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.expectation.bodySha256, load::sha256FromHex(v));
            }},
    };
}

QList<Setting<LoadRequest>> settingsOfOutput()
{
    return {
        {{u"format"_s, {}, Value::Required, u"text|json|csv"_s, u"What the report is written as (text)."_s},
            setFormat},
        {{u"hgrm"_s, {}, Value::Required, u"FILE"_s,
             u"Write the latencies' percentiles in milliseconds, as HdrHistogram's plotter reads them."_s},
            [](LoadRequest &r, const QString &v) { return set(r.percentileFile, v); }},
        {{u"hgrm-uncorrected"_s, {}, Value::Required, u"FILE"_s,
             u"The same of an open loop's latencies from the time each request was sent."_s},
            [](LoadRequest &r, const QString &v) { return set(r.uncorrectedPercentileFile, v); }},
        {{u"series"_s, {}, Value::Required, u"FILE"_s, u"Write what happened in each 100 ms, as CSV."_s},
            [](LoadRequest &r, const QString &v) { return set(r.seriesFile, v); }},
        {{u"progress"_s, {}, Value::Required, u"auto|text|json|none"_s,
             u"How progress is shown on standard error: auto is text on a terminal, else none (auto)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.progress, readProgressStyle(v)); }},
    };
}

Problems readUrl(const CommandLine &line, load::LoadPlan &plan)
{
    if (line.operands.size() != 1)
        return {{line.operands.isEmpty() ? u"No URL is given."_s : u"More than one URL is given."_s,
            u"Write one, such as http://127.0.0.1:8080/."_s, {}}};
    const QString text = line.operands.first();
    plan.url = QUrl(text.contains("://"_L1) ? text : u"http://"_s + text);
    return {};
}

/// Options that cannot both be meant.
Problems refuseContradictions(const CommandLine &line)
{
    constexpr std::array pairs{std::pair{"rate"_L1, "ramp"_L1}, std::pair{"body"_L1, "body-file"_L1},
        std::pair{"request-file"_L1, "har"_L1}, std::pair{"insecure"_L1, "ca"_L1}};
    Problems problems;
    for (const auto &[one, other] : pairs) {
        if (line.contains(one) && line.contains(other))
            problems += base::Error{
                u"--%1 and --%2 contradict each other."_s.arg(one, other), u"Give one of them."_s, {}};
    }
    if (line.contains(u"har-all"_s) && !line.contains(u"har"_s))
        problems += base::Error{
            u"--har-all says something of a HAR file, and none is given."_s, u"Give --har FILE too."_s, {}};
    return problems;
}

/// A value that depends on where others stand is settled when all are known.
void settleTimes(const CommandLine &line, load::LoadPlan &plan)
{
    if (plan.requests && !line.contains(u"duration"_s))
        plan.duration.reset();
    if (auto *ramp = std::get_if<load::RateRamp>(&plan.arrival); ramp && ramp->over == 0ms)
        ramp->over = plan.duration.value_or(0ms);
}

base::Expected<QList<load::PlannedRequest>> readMix(const LoadRequest &request)
{
    const bool isHar = !request.harFile.isEmpty();
    const auto text = readFile(isHar ? request.harFile : request.requestFile);
    if (!text)
        return std::unexpected(text.error());
    return isHar ? load::requestsFromHar(*text, request.plan.url, request.harOrigins)
                 : load::requestsFromJson(*text, QFileInfo(request.requestFile).path());
}

Problems readRequests(LoadRequest &request)
{
    if (request.requestFile.isEmpty() && request.harFile.isEmpty())
        return {};
    auto mix = readMix(request);
    const bool isHar = !request.harFile.isEmpty();
    if (!mix) {
        mix.error().where = isHar ? u"--har"_s : u"--request-file"_s;
        return {mix.error()};
    }
    request.plan.mix = *std::move(mix);
    request.plan.order = isHar ? load::RequestOrder::InOrder : load::RequestOrder::Weighted;
    return {};
}

} // namespace

const QList<Setting<LoadRequest>> &loadSettings()
{
    static const auto settings = settingsOfLoad() + settingsOfRequests() + settingsOfOutput();
    return settings;
}

Problems readLoadRequest(const CommandLine &line, LoadRequest &request)
{
    Problems problems = line.problems + applySettings(loadSettings(), line, request);
    problems += refuseContradictions(line);
    settleTimes(line, request.plan);
    const Problems urlProblems = readUrl(line, request.plan);
    if (!urlProblems.isEmpty())
        return problems + urlProblems;
    problems += readRequests(request);
    return problems + load::validate(request.plan);
}

} // namespace servelab::cli
