// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/progressdisplay.h"
#include "app/cli/settings.h"
#include "app/cli/values.h"
#include "core/base/process.h"
#include "core/load/loadgenerator.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>

#include <limits>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

enum class ReportFormat : std::uint8_t { Text, Json };

struct LoadRequest
{
    load::LoadPlan plan;
    ReportFormat format = ReportFormat::Text;
    ProgressStyle progress = ProgressStyle::Automatic;
    QList<int> cores; ///< empty: any
};

using Value = Option::Value;
using Result = base::Expected<void>;

constexpr qint64 highestInt = std::numeric_limits<int>::max();

Result addField(LoadRequest &request, const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon < 1)
        return base::fail(u"\"%1\" is not a field."_s.arg(text), u"Write a name, a colon and a value."_s);
    request.plan.fields += load::RequestField{
        text.first(colon).trimmed().toUtf8(), text.sliced(colon + 1).trimmed().toUtf8()};
    return {};
}

Result setBody(LoadRequest &request, const QString &text)
{
    if (!text.startsWith(u'@'))
        return set(request.plan.body, text.toUtf8());
    QFile file(text.sliced(1));
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(u"%1 cannot be read (%2)."_s.arg(file.fileName(), file.errorString()));
    return set(request.plan.body, file.readAll());
}

Result setFormat(LoadRequest &request, const QString &text)
{
    if (text != "text"_L1 && text != "json"_L1)
        return base::fail(u"\"%1\" is not text or json."_s.arg(text));
    return set(request.format, text == "json"_L1 ? ReportFormat::Json : ReportFormat::Text);
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
             u"Stop after N requests, or after -d if that is sooner."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.requests, readWholeNumber(v, 0, std::numeric_limits<qint64>::max()));
            }},
        {{u"threads"_s, {}, Value::Required, u"N"_s, u"Threads that make the load (1)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.threads, readWholeNumber(v, 0, highestInt));
            }},
        {{u"warm-up"_s, {}, Value::Required, u"TIME"_s, u"Load before the measured part, not counted (0)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.warmUp, readDuration(v)); }},
        {{u"timeout"_s, {}, Value::Required, u"TIME"_s, u"For one whole answer (30s)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.plan.requestTimeout, readDuration(v)); }},
        {{u"no-keepalive"_s, {}, Value::None, {}, u"Open a new connection for every request."_s},
            [](LoadRequest &r, const QString &) { return set(r.plan.keepAlive, false); }},
        {{u"cores"_s, {}, Value::Required, u"LIST"_s, u"Run on these cores only, such as 0,2-3."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.cores, readCoreList(v)); }},
    };
}

QList<Setting<LoadRequest>> settingsOfRequests()
{
    return {
        {{u"method"_s, u'X', Value::Required, u"METHOD"_s, u"Request method (GET)."_s},
            [](LoadRequest &r, const QString &v) { return set(r.plan.method, v.toUtf8()); }},
        {{u"header"_s, u'H', Value::Required, u"'K: V'"_s, u"Send this field; may be given often."_s},
            addField},
        {{u"body"_s, {}, Value::Required, u"TEXT|@FILE"_s, u"Send a body: this text, or what FILE holds."_s},
            setBody},
        {{u"expect-status"_s, {}, Value::Required, u"N"_s, u"The right status (any 2xx or 3xx)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(r.plan.expectation.status, readWholeNumber(v, 100, 599));
            }},
        {{u"expect-bytes"_s, {}, Value::Required, u"N"_s, u"The right length of a body (any)."_s},
            [](LoadRequest &r, const QString &v) {
                return assign(
                    r.plan.expectation.bodyBytes, readWholeNumber(v, 0, std::numeric_limits<qint64>::max()));
            }},
    };
}

QList<Setting<LoadRequest>> settingsOfOutput()
{
    return {
        {{u"format"_s, {}, Value::Required, u"text|json"_s, u"What the report is written as (text)."_s},
            setFormat},
        {{u"progress"_s, {}, Value::Required, u"auto|text|json|none"_s,
             u"How progress is shown on standard error: auto is text on a terminal, else none (auto)."_s},
            [](LoadRequest &r, const QString &v) { return assign(r.progress, readProgressStyle(v)); }},
    };
}

const QList<Setting<LoadRequest>> &loadSettings()
{
    static const auto settings = settingsOfLoad() + settingsOfRequests() + settingsOfOutput();
    return settings;
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

Problems readRequest(const CommandLine &line, LoadRequest &request)
{
    Problems problems = line.problems + applySettings(loadSettings(), line, request);
    if (line.contains(u"requests"_s) && !line.contains(u"duration"_s))
        request.plan.duration.reset();
    const Problems urlProblems = readUrl(line, request.plan);
    problems += urlProblems.isEmpty() ? load::validate(request.plan) : urlProblems;
    return problems;
}

void writeReport(const load::LoadReport &report, ReportFormat format)
{
    if (format == ReportFormat::Json)
        writeOut(QString::fromUtf8(QJsonDocument(report.toJson()).toJson(QJsonDocument::Compact)));
    else
        writeOut(report.toText());
}

ExitCode makeLoad(const LoadRequest &request)
{
    base::raiseDescriptorLimit();
    Interrupt interrupt;
    load::LoadGenerator generator;
    ProgressDisplay display(request.progress);
    load::LoadReport report;
    QObject::connect(&interrupt, &Interrupt::requested, &generator, &load::LoadGenerator::cancel);
    QObject::connect(&generator, &load::LoadGenerator::progressed, &generator,
        [&display](const load::LoadProgress &progress) { display.show(progress); });
    QObject::connect(
        &generator, &load::LoadGenerator::finished, &generator, [&](const load::LoadReport &made) {
            report = made;
            QCoreApplication::quit();
        });
    if (auto started = generator.start(request.plan); !started)
        return reportFailure({started.error()});
    QCoreApplication::exec();
    display.end();
    writeReport(report, request.format);
    return report.errorCount() == 0 && report.responses > 0 ? ExitCode::Success : ExitCode::Failure;
}

ExitCode run(const CommandLine &line)
{
    LoadRequest request;
    if (const Problems problems = readRequest(line, request); !problems.isEmpty())
        return reportMisuse(u"load"_s, problems);
    if (!request.cores.isEmpty()) {
        if (auto assigned = base::assignToCores(request.cores); !assigned)
            return reportFailure({assigned.error()});
    }
    return makeLoad(request);
}

} // namespace

Command loadCommand()
{
    return {u"load"_s, u"URL"_s,
        u"Send requests to a server on this machine as fast as it answers them, check every answer, and "
        "report rate, latency and errors."_s,
        u"A TIME has a unit: 500ms, 10s, 2m.\n"
        "Ctrl+C ends it early with the report so far. It ends with 1 when there were errors or no answer at all."_s,
        optionsOf(loadSettings()), run};
}

} // namespace servelab::cli
