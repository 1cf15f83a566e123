// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/loadsettings.h"
#include "app/cli/values.h"
#include "core/base/process.h"
#include "core/load/loadgenerator.h"
#include "core/stats/percentilefile.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QSaveFile>

#include <array>
#include <memory>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

/// A file that a report goes to: opened before the run, so that a long one is not in vain, and there only
/// when it is whole.
struct ReportFile
{
    std::unique_ptr<QSaveFile> file;
    QByteArray (*contents)(const load::LoadReport &);
};

constexpr double microsecondsPerMillisecond = 1000;

base::Error cannotWrite(const QSaveFile &file)
{
    return {u"%1 cannot be written (%2)."_s.arg(file.fileName(), file.errorString()),
        u"Name a file in a folder that is there."_s, {}};
}

base::Expected<std::vector<ReportFile>> openFiles(const LoadRequest &request)
{
    using Contents = decltype(ReportFile::contents);
    const std::array<std::pair<QString, Contents>, 3> wanted{{
        {request.percentileFile,
            [](const load::LoadReport &report) {
                return stats::percentileFile(report.latencyMicroseconds, microsecondsPerMillisecond);
            }},
        {request.uncorrectedPercentileFile,
            [](const load::LoadReport &report) {
                return stats::percentileFile(report.uncorrectedMicroseconds, microsecondsPerMillisecond);
            }},
        {request.seriesFile, [](const load::LoadReport &report) { return report.seriesToCsv(); }},
    }};
    std::vector<ReportFile> files;
    for (const auto &[path, contents] : wanted) {
        if (path.isEmpty())
            continue;
        auto file = std::make_unique<QSaveFile>(path);
        if (!file->open(QIODevice::WriteOnly))
            return std::unexpected(cannotWrite(*file));
        files.push_back({std::move(file), contents});
    }
    return files;
}

Problems writeFiles(const std::vector<ReportFile> &files, const load::LoadReport &report)
{
    Problems problems;
    for (const ReportFile &output : files) {
        output.file->write(output.contents(report));
        if (!output.file->commit())
            problems += cannotWrite(*output.file);
    }
    return problems;
}

void writeReport(const load::LoadReport &report, ReportFormat format)
{
    switch (format) {
    case ReportFormat::Text:
        return writeOut(report.toText());
    case ReportFormat::Json:
        return writeOut(QString::fromUtf8(QJsonDocument(report.toJson()).toJson(QJsonDocument::Compact)));
    case ReportFormat::Csv:
        return writeOut(QString::fromUtf8(report.toCsv()));
    }
}

QString arrivalText(const load::Arrival &arrival)
{
    if (const auto *constant = std::get_if<load::ConstantRate>(&arrival))
        return u", %1 requests/s"_s.arg(constant->perSecond);
    if (const auto *ramp = std::get_if<load::RateRamp>(&arrival))
        return u", %1 to %2 requests/s over %3"_s.arg(ramp->fromPerSecond)
            .arg(ramp->toPerSecond)
            .arg(toText(ramp->over));
    return {};
}

/// "Loading http://127.0.0.1:8080/ over 50 connections for 10 s, 500 requests/s"
QString describe(const load::LoadPlan &plan)
{
    QString text = u"Loading %1 over %2 connections"_s.arg(plan.url.toDisplayString()).arg(plan.connections);
    if (plan.requests)
        text += u", %1 requests"_s.arg(*plan.requests);
    if (plan.duration)
        text += (plan.requests ? u", at most "_s : u" for "_s) + toText(*plan.duration);
    return text + arrivalText(plan.arrival);
}

/// What a run came to: its report, or why there is none.
base::Expected<load::LoadReport> runLoad(const LoadRequest &request, ProgressDisplay &display)
{
    Interrupt interrupt;
    load::LoadGenerator generator;
    base::Expected<load::LoadReport> outcome;
    const auto endWith = [&outcome](base::Expected<load::LoadReport> made) {
        outcome = std::move(made);
        QCoreApplication::quit();
    };
    QObject::connect(&interrupt, &Interrupt::requested, &generator, &load::LoadGenerator::cancel);
    QObject::connect(&generator, &load::LoadGenerator::progressed, &generator,
        [&display](const load::LoadProgress &progress) { display.show(progress); });
    QObject::connect(&generator, &load::LoadGenerator::finished, &generator,
        [endWith](const load::LoadReport &report) { endWith(report); });
    // Queued: it may come from within start(), when there is no loop to quit yet.
    QObject::connect(
        &generator, &load::LoadGenerator::failed, &generator,
        [endWith](const base::Error &error) { endWith(std::unexpected(error)); }, Qt::QueuedConnection);
    if (auto started = generator.start(request.plan); !started)
        return std::unexpected(started.error());
    display.begin(describe(request.plan));
    QCoreApplication::exec();
    display.end();
    return outcome;
}

ExitCode makeLoad(const LoadRequest &request)
{
    const auto files = openFiles(request);
    if (!files)
        return reportFailure({files.error()});
    ProgressDisplay display(request.progress);
    const auto report = runLoad(request, display);
    if (!report)
        return reportFailure({report.error()});
    writeReport(*report, request.format);
    if (const Problems problems = writeFiles(*files, *report); !problems.isEmpty())
        return reportFailure(problems);
    return report->errorCount() == 0 && report->responses > 0 ? ExitCode::Success : ExitCode::Failure;
}

ExitCode run(const CommandLine &line)
{
    LoadRequest request;
    if (const Problems problems = readLoadRequest(line, request); !problems.isEmpty())
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
        u"Send requests to a server on this machine, as fast as it answers them or at a rate, check every "
        "answer, and report rate, latency and errors."_s,
        u"A TIME has a unit: 500ms, 10s, 2m.\n"
        "Ctrl+C ends it early with the report so far. It ends with 1 when there were errors or no answer at all."_s,
        optionsOf(loadSettings()), run};
}

} // namespace servelab::cli
