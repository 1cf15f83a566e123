// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/progressdisplay.h"
#include "app/cli/settings.h"
#include "app/cli/values.h"
#include "app/common/samplesite.h"
#include "core/lab/experimentrunner.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

struct LabRequest
{
    std::optional<int> rounds;
    std::optional<quint64> seed;
    QStringList only; ///< ids of variants; empty: all
    QString out;
};

using Value = Option::Value;

const QList<Setting<LabRequest>> &labRunSettings()
{
    static const QList<Setting<LabRequest>> settings{
        {{u"rounds"_s, {}, Value::Required, u"N"_s,
             u"How often each variant is measured (as the experiment says)."_s},
            [](LabRequest &r, const QString &v) { return assign(r.rounds, readWholeNumber(v, 1, 1000)); }},
        {{u"seed"_s, {}, Value::Required, u"N"_s, u"Of the order of variants within a round."_s},
            [](LabRequest &r, const QString &v) {
                return assign(r.seed, readWholeNumber(v, 0, std::numeric_limits<qint64>::max()));
            }},
        {{u"only"_s, {}, Value::Required, u"VARIANT"_s, u"Measure this variant only; may be given often."_s},
            [](LabRequest &r, const QString &v) { return set(r.only, r.only + v.split(u',')); }},
        {{u"out"_s, u'o', Value::Required, u"FILE"_s,
             u"Write the result document (JSON), with every sample."_s},
            [](LabRequest &r, const QString &v) { return set(r.out, v); }},
    };
    return settings;
}

using FoundExperiment = std::expected<lab::Experiment, Problems>;

FoundExperiment findBuiltIn(const QString &id)
{
    QStringList ids;
    for (const lab::Experiment &experiment : lab::builtInExperiments(app::sampleSiteFolder())) {
        if (experiment.id == id)
            return experiment;
        ids += experiment.id;
    }
    return std::unexpected(Problems{{u"There is no file and no experiment \"%1\"."_s.arg(id),
        u"The experiments are: %1."_s.arg(ids.join(u", "_s)), {}}});
}

FoundExperiment findExperiment(const QStringList &operands)
{
    if (operands.size() != 1)
        return std::unexpected(Problems{
            {operands.isEmpty() ? u"No experiment is given."_s : u"More than one experiment is given."_s,
                u"Name one: a file, or one of \"servelab-cli lab list\"."_s, {}}});
    const QString &name = operands.first();
    return QFileInfo(name).isFile() ? lab::readExperimentFile(name) : findBuiltIn(name);
}

/// Keeps the named variants, in the experiment's order.
Problems selectVariants(const QStringList &only, lab::Experiment &experiment)
{
    QStringList known;
    for (const lab::Variant &variant : experiment.variants)
        known += variant.id;
    Problems problems;
    for (const QString &id : only) {
        if (!known.contains(id))
            problems += base::Error{u"The experiment has no variant \"%1\"."_s.arg(id),
                u"It has: %1."_s.arg(known.join(u", "_s)), u"--only"_s};
    }
    experiment.variants.removeIf([&only](const lab::Variant &variant) { return !only.contains(variant.id); });
    return problems;
}

Problems adjust(lab::Experiment &experiment, const LabRequest &request)
{
    experiment.rounds = request.rounds.value_or(experiment.rounds);
    experiment.seed = request.seed.value_or(experiment.seed);
    if (request.only.isEmpty())
        return {};
    return selectVariants(request.only, experiment);
}

QString progressText(const lab::ExperimentProgress &progress)
{
    const QString load
        = progress.load ? u", %1 req/s"_s.arg(progress.load->requestsPerSecond, 0, 'f', 0) : QString();
    return u"%1 of %2, round %3, %4: %5%6, %7 left"_s.arg(progress.samplesDone + 1)
        .arg(progress.samplesTotal)
        .arg(progress.round + 1)
        .arg(progress.variant, progress.phase, load, toText(progress.remaining));
}

QString sampleText(const lab::Sample &sample)
{
    const QString where = u"Round %1, %2, %3: "_s.arg(sample.round + 1).arg(sample.workload, sample.variant);
    if (sample.failure)
        return where + toText(*sample.failure);
    return where
        + u"%1 req/s, %2 µs CPU a request"_s.arg(sample.load.requestsPerSecond(), 0, 'f', 1)
              .arg(sample.cpuMicrosecondsPerRequest(), 0, 'f', 1);
}

bool isComplete(const lab::ResultDocument &document)
{
    const auto failed = [](const lab::Sample &sample) { return sample.failure.has_value(); };
    return !document.cancelled && std::ranges::none_of(document.samples, failed);
}

ExitCode writeResult(const lab::ResultDocument &document, const QString &file)
{
    writeOut(lab::toTextTable(document));
    if (!file.isEmpty()) {
        if (auto saved = document.save(file); !saved)
            return reportFailure({saved.error()});
    }
    return isComplete(document) ? ExitCode::Success : ExitCode::Failure;
}

/// On a terminal the line that is rewritten tells enough, but for failures.
void showSample(ProgressDisplay &display, const lab::Sample &sample)
{
    if (sample.failure || !display.isRewriting())
        display.addLine(sampleText(sample));
}

ExitCode runExperiment(const lab::Experiment &experiment, const QString &out)
{
    Interrupt interrupt;
    lab::ExperimentRunner runner(QCoreApplication::applicationFilePath());
    ProgressDisplay display(ProgressStyle::Automatic);
    lab::ResultDocument document;
    QObject::connect(&interrupt, &Interrupt::requested, &runner, &lab::ExperimentRunner::cancel);
    QObject::connect(&runner, &lab::ExperimentRunner::progressed, &runner,
        [&display](const lab::ExperimentProgress &progress) { display.showText(progressText(progress)); });
    QObject::connect(&runner, &lab::ExperimentRunner::sampleTaken, &runner,
        [&display](const lab::Sample &sample) { showSample(display, sample); });
    QObject::connect(
        &runner, &lab::ExperimentRunner::finished, &runner, [&](const lab::ResultDocument &made) {
            document = made;
            QCoreApplication::quit();
        });
    if (const Problems problems = runner.start(experiment); !problems.isEmpty())
        return reportFailure(problems);
    QCoreApplication::exec();
    display.end();
    return writeResult(document, out);
}

ExitCode run(const CommandLine &line)
{
    LabRequest request;
    Problems problems = line.problems + applySettings(labRunSettings(), line, request);
    FoundExperiment experiment = findExperiment(line.operands);
    problems += experiment ? adjust(*experiment, request) : experiment.error();
    if (problems.isEmpty())
        problems += lab::validate(*experiment);
    if (!problems.isEmpty())
        return reportMisuse(u"lab run"_s, problems);
    writeError(u"%1: about %2."_s.arg(experiment->title, toText(lab::estimatedDuration(*experiment))));
    return runExperiment(*experiment, request.out);
}

QString toListEntry(const lab::Experiment &experiment)
{
    QStringList variants;
    for (const lab::Variant &variant : experiment.variants)
        variants += variant.id;
    return u"%1\n    %2\n    %3 rounds of %4, about %5\n"_s.arg(experiment.id, experiment.title)
        .arg(experiment.rounds)
        .arg(variants.join(u", "_s), toText(lab::estimatedDuration(experiment)));
}

ExitCode list(const CommandLine &line)
{
    if (const Problems problems = line.problems + refuseOperands(line); !problems.isEmpty())
        return reportMisuse(u"lab list"_s, problems);
    for (const lab::Experiment &experiment : lab::builtInExperiments(app::sampleSiteFolder()))
        writeOut(toListEntry(experiment));
    return ExitCode::Success;
}

} // namespace

Command labRunCommand()
{
    return {u"lab run"_s, u"FILE|ID"_s,
        u"Run an experiment: serve each variant of a site in a fresh process, load it, and print a table of "
        "what each costs."_s,
        u"FILE is an experiment as JSON; ID is one of \"servelab-cli lab list\".\n"
        "Ctrl+C ends it early with the table of the finished rounds. It ends with 1 when a sample "
        "failed or not every round was finished."_s,
        optionsOf(labRunSettings()), run};
}

Command labListCommand()
{
    return {u"lab list"_s, {}, u"List the built-in experiments with their variants."_s, {}, {}, list};
}

} // namespace servelab::cli
