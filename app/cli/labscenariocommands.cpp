// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/labexperiments.h"
#include "app/cli/settings.h"
#include "core/lab/environment.h"
#include "core/lab/report.h"
#include "core/lab/scenario.h"

#include <QSaveFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using Value = Option::Value;

enum class Engine : std::uint8_t { Tsung, K6 };

struct ScenarioChoice
{
    Engine engine = Engine::Tsung;
    QUrl url;
    QString experiment; ///< of "lab import"
    QString workload; ///< id; empty: the first
    QString variant; ///< id; empty: the first
    QString out;
};

base::Expected<Engine> readEngine(const QString &text)
{
    if (text == "tsung"_L1)
        return Engine::Tsung;
    if (text == "k6"_L1)
        return Engine::K6;
    return base::fail(u"\"%1\" is no engine that is known here."_s.arg(text), u"Give tsung or k6."_s);
}

base::Expected<QUrl> readTarget(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    if (url.isValid() && !url.host().isEmpty() && url.scheme().startsWith("http"_L1))
        return url;
    return base::fail(
        u"\"%1\" is no address of a server."_s.arg(text), u"Give one such as http://192.0.2.7:8080/."_s);
}

QList<Setting<ScenarioChoice>> commonSettings()
{
    return {
        {{u"format"_s, {}, Value::Required, u"tsung|k6"_s, u"The engine (tsung)."_s},
            [](ScenarioChoice &r, const QString &v) { return assign(r.engine, readEngine(v)); }},
        {{u"workload"_s, {}, Value::Required, u"ID"_s, u"Of the experiment (its first)."_s},
            [](ScenarioChoice &r, const QString &v) { return set(r.workload, v); }},
        {{u"variant"_s, {}, Value::Required, u"ID"_s, u"Of the experiment (its first)."_s},
            [](ScenarioChoice &r, const QString &v) { return set(r.variant, v); }},
        {{u"out"_s, u'o', Value::Required, u"FILE"_s, u"Write it there."_s},
            [](ScenarioChoice &r, const QString &v) { return set(r.out, v); }},
    };
}

const QList<Setting<ScenarioChoice>> &exportSettings()
{
    static const QList<Setting<ScenarioChoice>> settings = commonSettings()
        + QList<Setting<ScenarioChoice>>{
            {{u"url"_s, {}, Value::Required, u"URL"_s, u"The server that will be loaded; it is needed."_s},
                [](ScenarioChoice &r, const QString &v) { return assign(r.url, readTarget(v)); }}};
    return settings;
}

const QList<Setting<ScenarioChoice>> &importSettings()
{
    static const QList<Setting<ScenarioChoice>> settings = commonSettings()
        + QList<Setting<ScenarioChoice>>{
            {{u"experiment"_s, {}, Value::Required, u"FILE|ID"_s, u"What was exported; it is needed."_s},
                [](ScenarioChoice &r, const QString &v) { return set(r.experiment, v); }}};
    return settings;
}

/// The one of that id, or the first where none is named; null where there is none.
template <typename T>
const T *choose(const QList<T> &items, const QString &id)
{
    if (id.isEmpty())
        return items.isEmpty() ? nullptr : &items.first();
    const auto found = std::ranges::find(items, id, &T::id);
    return found == items.end() ? nullptr : &*found;
}

struct Chosen
{
    lab::Experiment experiment; ///< with the one workload and the one variant
    load::LoadPlan plan;
};

std::expected<Chosen, Problems> chosenFor(
    const QStringList &operands, const ScenarioChoice &choice, const QUrl &url)
{
    QStringList notes;
    auto found = findExperiments(operands, {}, notes);
    if (!found)
        return std::unexpected(found.error());
    Chosen chosen{found->first(), {}};
    const lab::Workload *workload = choose(chosen.experiment.workloads, choice.workload);
    const lab::Variant *variant = choose(chosen.experiment.variants, choice.variant);
    if (found->size() != 1 || !workload || !variant)
        return std::unexpected(Problems{{u"One experiment with one of its workloads and variants is meant."_s,
            u"\"servelab-cli lab show ID\" shows them."_s, {}}});
    if (!workload->task.isEmpty())
        return std::unexpected(
            Problems{{u"\"%1\" asks nothing of a server, so that it has no scenario."_s.arg(workload->title),
                u"Choose a workload of requests."_s, {}}});
    chosen.plan = lab::loadPlan(chosen.experiment, *workload, *variant, url);
    chosen.experiment.workloads = {lab::Workload(*workload)};
    chosen.experiment.variants = {lab::Variant(*variant)};
    return chosen;
}

ExitCode writeBytes(const QByteArray &bytes, const QString &path)
{
    if (path.isEmpty()) {
        writeOut(QString::fromUtf8(bytes));
        return ExitCode::Success;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return ExitCode::Success;
    return reportFailure({{u"%1 cannot be written: %2."_s.arg(path, file.errorString()),
        u"Choose a folder you may write to."_s, path}});
}

ExitCode exportScenario(const CommandLine &line)
{
    ScenarioChoice choice;
    Problems problems = line.problems + applySettings(exportSettings(), line, choice);
    if (problems.isEmpty() && choice.url.isEmpty())
        problems += base::Error{u"No server is given."_s, u"Write --url URL."_s, {}};
    const auto chosen = chosenFor(line.operands, choice, choice.url);
    if (!chosen)
        problems += chosen.error();
    if (!problems.isEmpty())
        return reportMisuse(u"lab export"_s, problems);
    const lab::ScenarioRequest request{chosen->plan, chosen->experiment.id};
    const auto scenario
        = choice.engine == Engine::Tsung ? lab::toTsungScenario(request) : lab::toK6Script(request);
    if (!scenario)
        return reportFailure({scenario.error()});
    return writeBytes(*scenario, choice.out);
}

base::Expected<load::LoadReport> readResults(const QString &path, Engine engine, const load::LoadPlan &plan)
{
    if (engine == Engine::K6)
        return lab::readK6Points(path, plan.expectation);
    const auto seconds
        = std::chrono::ceil<std::chrono::seconds>(plan.duration.value_or(std::chrono::seconds(1)));
    return lab::readTsungLog(path, plan.expectation, seconds);
}

/// Each operand is a round. What this program did not see, such as the server's CPU time, stays empty.
std::expected<lab::ResultDocument, Problems> imported(
    const Chosen &chosen, const QStringList &paths, Engine engine)
{
    lab::ResultDocument document;
    document.experiment = chosen.experiment;
    document.experiment.rounds = static_cast<int>(paths.size());
    document.experiment.runsPerRound = 1;
    document.environment = lab::describeEnvironment({});
    document.startedAt = QDateTime::currentDateTimeUtc();
    document.finishedAt = document.startedAt;
    for (const QString &path : paths) {
        const auto report = readResults(path, engine, chosen.plan);
        if (!report)
            return std::unexpected(Problems{report.error()});
        lab::Sample sample;
        sample.workload = chosen.experiment.workloads.first().id;
        sample.variant = chosen.experiment.variants.first().id;
        sample.round = static_cast<int>(document.samples.size());
        sample.load = *report;
        document.samples.append(sample);
    }
    return document;
}

ExitCode importResults(const CommandLine &line)
{
    ScenarioChoice choice;
    Problems problems = line.problems + applySettings(importSettings(), line, choice);
    if (line.operands.isEmpty())
        problems += base::Error{u"No result is given."_s,
            u"Name the folder of Tsung's log, or the file of k6's points; several are rounds."_s, {}};
    const QStringList experiment
        = choice.experiment.isEmpty() ? QStringList() : QStringList{choice.experiment};
    const auto chosen = chosenFor(experiment, choice, QUrl(u"http://127.0.0.1:1/"_s));
    if (!chosen)
        problems += chosen.error();
    if (!problems.isEmpty())
        return reportMisuse(u"lab import"_s, problems);
    const auto document = imported(*chosen, line.operands, choice.engine);
    if (!document)
        return reportFailure(document.error());
    writeOut(lab::toTextTable(*document));
    if (!choice.out.isEmpty()) {
        if (auto saved = document->save(choice.out); !saved)
            return reportFailure({saved.error()});
    }
    return ExitCode::Success;
}

} // namespace

Command labExportCommand()
{
    return {u"lab export"_s, u"FILE|ID"_s,
        u"Write a workload and its load as a scenario for Tsung or k6, for a test too big for one machine."_s,
        u"Load only servers that are yours. The scenario runs for the experiment's duration with its connections."_s,
        optionsOf(exportSettings()), exportScenario};
}

Command labImportCommand()
{
    return {u"lab import"_s, u"FOLDER|FILE..."_s,
        u"Read what Tsung or k6 measured back into a result document."_s,
        u"Tsung keeps no single latencies, so that its result has none; k6's points have them all. Several "
        "folders or files are the rounds of one result."_s,
        optionsOf(importSettings()), importResults};
}

} // namespace servelab::cli
