// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/labsuite.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/progressdisplay.h"
#include "app/cli/values.h"
#include "core/lab/fitness.h"
#include "core/lab/report.h"
#include "core/lab/resultset.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

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

/// On a terminal the line that is rewritten tells enough, but for failures.
void showSample(ProgressDisplay &display, const lab::Sample &sample)
{
    if (sample.failure || !display.isRewriting())
        display.addLine(sampleText(sample));
}

/// One run of many experiments, each with a runner of its own.
class Suite
{
public:
    Suite(const QList<lab::Experiment> &experiments, const lab::Places &places)
        : m_experiments(experiments)
        , m_places(places)
    {
    }

    std::expected<QList<lab::ResultDocument>, Problems> run()
    {
        Interrupt interrupt;
        QObject::connect(&interrupt, &Interrupt::requested, &interrupt, [this] { cancel(); });
        for (const lab::Experiment &experiment : m_experiments) {
            if (m_isCancelled)
                break;
            if (const Problems problems = runOne(experiment); !problems.isEmpty())
                return std::unexpected(problems);
        }
        return m_documents;
    }

    bool isCancelled() const { return m_isCancelled; }

private:
    void cancel()
    {
        m_isCancelled = true;
        if (m_runner)
            m_runner->cancel();
    }

    Problems runOne(const lab::Experiment &experiment)
    {
        m_display.addLine(
            u"%1: about %2."_s.arg(experiment.title, toText(lab::estimatedDuration(experiment))));
        lab::ExperimentRunner runner(QCoreApplication::applicationFilePath());
        runner.setPlaces(m_places);
        QEventLoop loop;
        QObject::connect(&runner, &lab::ExperimentRunner::progressed, &loop,
            [this](const lab::ExperimentProgress &progress) { m_display.showText(progressText(progress)); });
        QObject::connect(&runner, &lab::ExperimentRunner::sampleTaken, &loop,
            [this](const lab::Sample &sample) { showSample(m_display, sample); });
        QObject::connect(&runner, &lab::ExperimentRunner::finished, &loop,
            [this, &loop](const lab::ResultDocument &document) {
                m_documents.append(document);
                loop.quit();
            });
        if (const Problems problems = runner.start(experiment); !problems.isEmpty())
            return problems;
        m_runner = &runner;
        loop.exec();
        m_runner = nullptr;
        m_display.end();
        return {};
    }

    QList<lab::Experiment> m_experiments;
    lab::Places m_places;
    ProgressDisplay m_display{ProgressStyle::Automatic};
    QList<lab::ResultDocument> m_documents;
    lab::ExperimentRunner *m_runner = nullptr; ///< the one that runs
    bool m_isCancelled = false;
};

} // namespace

ExitCode runSuite(const QList<lab::Experiment> &experiments, const lab::Places &places, const QString &out)
{
    Suite suite(experiments, places);
    const auto documents = suite.run();
    if (!documents)
        return reportFailure(documents.error());
    writeOut(lab::toText(lab::reportOf(*documents)));
    if (!out.isEmpty()) {
        if (auto saved = lab::saveResults(*documents, out); !saved)
            return reportFailure({saved.error()});
    }
    const bool complete = !suite.isCancelled() && std::ranges::all_of(*documents, isComplete);
    return complete ? ExitCode::Success : ExitCode::Failure;
}

} // namespace servelab::cli
