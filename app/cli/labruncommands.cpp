// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/labexperiments.h"
#include "app/cli/labsuite.h"
#include "app/cli/settings.h"
#include "app/cli/values.h"
#include "core/lab/sweep.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

struct RunRequest
{
    LabChoice choice;
    QString out;
    QList<lab::SweptSetting> swept; ///< of "lab sweep"
};

using Value = Option::Value;

base::Expected<void> addSwept(RunRequest &request, const QString &text)
{
    const auto setting = lab::readSweptSetting(text);
    if (!setting)
        return std::unexpected(setting.error());
    request.swept.append(*setting);
    return {};
}

QList<Setting<RunRequest>> commonSettings()
{
    return {
        {{u"rounds"_s, {}, Value::Required, u"N"_s,
             u"How often each variant and its copy are measured (as the experiment says)."_s},
            [](RunRequest &r, const QString &v) {
                return assign(r.choice.rounds, readWholeNumber(v, 1, 1000));
            }},
        {{u"seed"_s, {}, Value::Required, u"N"_s, u"Of the order of variants within a round."_s},
            [](RunRequest &r, const QString &v) {
                return assign(r.choice.seed, readWholeNumber(v, 0, std::numeric_limits<qint64>::max()));
            }},
        {{u"smoke"_s, {}, Value::None, {},
             u"Run everything for a moment, to see that it works; the figures say nothing."_s},
            [](RunRequest &r, const QString &) { return set(r.choice.smoke, true); }},
        {{u"out"_s, u'o', Value::Required, u"FILE"_s,
             u"Write the result document (JSON), with every sample."_s},
            [](RunRequest &r, const QString &v) { return set(r.out, v); }},
    };
}

const QList<Setting<RunRequest>> &runSettings()
{
    static const QList<Setting<RunRequest>> settings = commonSettings()
        + QList<Setting<RunRequest>>{
            {{u"only"_s, {}, Value::Required, u"ID"_s,
                 u"Measure this experiment, workload or variant only; may be given often."_s},
                [](RunRequest &r, const QString &v) {
                    return set(r.choice.only, r.choice.only + v.split(u','));
                }},
            {{u"contenders"_s, {}, Value::Required, u"FILE"_s,
                 u"The other servers (those of bench/contenders.json)."_s},
                [](RunRequest &r, const QString &v) { return set(r.choice.contendersFile, v); }},
            {{u"cache"_s, {}, Value::Required, u"DIR"_s,
                 u"Where other servers were installed that no package manager has."_s},
                [](RunRequest &r, const QString &v) { return set(r.choice.cache, v); }},
        };
    return settings;
}

const QList<Setting<RunRequest>> &sweepSettings()
{
    static const QList<Setting<RunRequest>> settings
        = QList<
              Setting<RunRequest>>{{{u"set"_s, {}, Value::Required, u"SETTING=VALUES"_s,
                                        u"What to change: 0..11, 0..100..20, or values with commas; once or "
                                        "twice."_s},
              addSwept}}
        + commonSettings();
    return settings;
}

void writeNotes(const QStringList &notes)
{
    for (const QString &note : notes)
        writeError(note);
}

ExitCode run(const CommandLine &line)
{
    RunRequest request;
    Problems problems = line.problems + applySettings(runSettings(), line, request);
    QStringList notes;
    const auto experiments = findExperiments(line.operands, request.choice, notes);
    if (!experiments)
        problems += experiments.error();
    if (!problems.isEmpty())
        return reportMisuse(u"lab run"_s, problems);
    writeNotes(notes);
    return runSuite(*experiments, placesOf(request.choice), request.out);
}

ExitCode sweep(const CommandLine &line)
{
    RunRequest request;
    Problems problems = line.problems + applySettings(sweepSettings(), line, request);
    const QStringList operands = line.operands.isEmpty() ? QStringList{u"brotli-quality"_s} : line.operands;
    QStringList notes;
    const auto experiments = findExperiments(operands, request.choice, notes);
    if (!experiments)
        problems += experiments.error();
    else if (experiments->size() != 1)
        problems += base::Error{
            u"A sweep takes one experiment."_s, u"Name one of \"servelab-cli lab list\"."_s, {}};
    if (!problems.isEmpty())
        return reportMisuse(u"lab sweep"_s, problems);
    const auto swept = lab::sweepOf(experiments->first(), request.swept);
    if (!swept)
        return reportMisuse(u"lab sweep"_s, swept.error());
    return runSuite({*swept}, placesOf(request.choice), request.out);
}

} // namespace

Command labRunCommand()
{
    return {u"lab run"_s, u"FILE|ID|GROUP|seeds..."_s,
        u"Run experiments: serve each variant of a site in a fresh process, load it, and print a table of "
        "what each costs, with a verdict."_s,
        u"FILE is an experiment as JSON; ID and GROUP are those of \"servelab-cli lab list\"; \"seeds\" is "
        "every group with figures that others published.\n"
        "In each round each variant runs twice; what a variant and its own copy differ by is the noise. "
        "Ctrl+C "
        "ends it early with the table of the finished rounds. It ends with 1 when a sample failed or not "
        "every "
        "round was finished."_s,
        optionsOf(runSettings()), run};
}

Command labSweepCommand()
{
    return {u"lab sweep"_s, u"[FILE|ID]"_s,
        u"Run an experiment's workload over the values of one setting or two."_s,
        u"Settings are those of a site's configuration, such as compression.brotliQuality=0..11 or "
        "techniques.staticCache=on,off. Without FILE or ID the workload is that of brotli-quality."_s,
        optionsOf(sweepSettings()), sweep};
}

} // namespace servelab::cli
