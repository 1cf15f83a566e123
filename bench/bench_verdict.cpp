// SPDX-License-Identifier: GPL-3.0-or-later
// How often the verdict of an experiment is wrong: simulated experiments in which nothing differs, and in
// which the candidate is 5 % slower, on machines of different unrest. With a number N as its argument also N
// real ones, in which the same server is compared with itself and, slowed by 5 %, is looked for again.
#include "core/base/process.h"
#include "core/lab/experimentrunner.h"
#include "core/lab/metric.h"
#include "core/lab/verdict.h"
#include "core/stats/quantiles.h"
#include "tests/stats/simulatedrounds.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <servelab/version.h>

using namespace servelab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int simulatedExperiments = 4'000;
constexpr double slowdown = 0.95;

struct Machine
{
    const char *name;
    stats::Disturbance how;
};

constexpr Machine machines[] = {
    {"scatter 0.5 %", {.scatter = 0.005}},
    {"scatter 1 %", {.scatter = 0.01}},
    {"scatter 1.5 %", {.scatter = 0.015}},
    {"scatter 2 %", {.scatter = 0.02}},
    {"scatter 3 %", {.scatter = 0.03}},
    {"scatter 1 %, rounds 3 %, drift 10 %", {.scatter = 0.01, .roundScatter = 0.03, .drift = 0.1}},
    {"scatter 1 %, a spike of 10 % in a tenth", {.scatter = 0.01, .spikeShare = 0.1, .spikeSize = 0.1}},
};

void simulateAll()
{
    std::printf("%d simulated experiments each. Share of verdicts that are wrong where nothing differs (at "
                "most 5 %%), "
                "and of 5 %% slowdowns that are found (at least 90 %%, on a machine fit to measure).\n\n",
        simulatedExperiments);
    std::printf("%-42s %7s %10s %10s\n", "machine", "rounds", "wrong", "found");
    std::uint64_t seed = 1;
    for (const auto &[name, how] : machines) {
        for (const int rounds : {3, 5, 9}) {
            const double wrong
                = stats::shareOfVerdicts(seed++, simulatedExperiments, rounds, how, 1).different;
            const double found
                = stats::shareOfVerdicts(seed++, simulatedExperiments, rounds, how, slowdown).lower;
            std::printf("%-42s %7d %8.2f %% %8.1f %%\n", name, rounds, wrong * 100, found * 100);
        }
    }
}

lab::Experiment sameTwice(quint64 seed)
{
    lab::Experiment experiment;
    experiment.id = u"same"_s;
    experiment.title = u"The same twice"_s;
    experiment.fixture = {{u"page.txt"_s, lab::FixtureContent::Text, 1000}};
    lab::Workload workload;
    workload.id = u"page"_s;
    workload.path = u"/page.txt"_s;
    experiment.workloads = {workload};
    experiment.variants = {{.id = u"a"_s, .label = u"A"_s}, {.id = u"b"_s, .label = u"The same"_s}};
    experiment.plan.warmUp = 100ms;
    experiment.plan.duration = 300ms;
    experiment.plan.settle = 0ms;
    experiment.seed = seed;
    return experiment;
}

lab::ResultDocument run(const lab::Experiment &experiment)
{
    lab::ResultDocument document;
    lab::ExperimentRunner runner(lab::defaultProgram());
    QEventLoop loop;
    QObject::connect(
        &runner, &lab::ExperimentRunner::finished, &loop, [&](const lab::ResultDocument &finished) {
            document = finished;
            loop.quit();
        });
    if (const QList<base::Error> problems = runner.start(experiment); !problems.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(problems.first().toString()));
        std::exit(1);
    }
    loop.exec();
    return document;
}

/// Requests per second and CPU per request, the latter also with 5 % added to the second of two equal
/// variants.
struct RealCount
{
    int wrong = 0;
    int comparisons = 0;
    int found = 0;
    int planted = 0;
    int withoutFigures = 0; ///< experiments that failed
    std::vector<double> bands;
};

void judge(const lab::ResultDocument &document, const lab::Metric &metric, RealCount &count)
{
    const auto first = lab::sameCodePairs(document, u"page"_s, u"a"_s, metric);
    auto second = lab::sameCodePairs(document, u"page"_s, u"b"_s, metric);
    const bool higherIsBetter = metric.direction == lab::Direction::HigherIsBetter;
    const stats::PairedComparison comparison = stats::comparePairs(first, second);
    const stats::Outcome outcome = comparison.outcome;
    if (outcome == stats::Outcome::NotComparable) {
        ++count.withoutFigures;
        return;
    }
    count.bands.push_back(comparison.band);
    ++count.comparisons;
    count.wrong += outcome == stats::Outcome::Lower || outcome == stats::Outcome::Higher;
    for (stats::SameCodePair &pair : second) {
        pair.first *= higherIsBetter ? slowdown : 1 / slowdown;
        pair.second *= higherIsBetter ? slowdown : 1 / slowdown;
    }
    ++count.planted;
    count.found += stats::comparePairs(first, second).outcome
        == (higherIsBetter ? stats::Outcome::Lower : stats::Outcome::Higher);
}

void runReal(int experiments)
{
    std::printf(
        "\n%d real experiments of 5 rounds, the same server against itself. What is found is what 5 %% taken "
        "from the measured figures of the second gives.\n\n",
        experiments);
    RealCount rate;
    RealCount cpu;
    double busy = 0;
    for (int i = 0; i < experiments; ++i) {
        const lab::ResultDocument document = run(sameTwice(static_cast<quint64>(i) + 1));
        judge(document, lab::metrics().front(), rate);
        judge(document, lab::cpuMetric(), cpu);
        busy += document.environment.busyShare.value_or(0) / experiments;
    }
    std::printf("%-30s %10s %10s %8s %20s\n", "figure", "wrong", "found", "failed", "noise band (median)");
    for (const auto &[name, count] : {std::pair("requests per second", rate), {"CPU time per request", cpu}})
        std::printf("%-30s %4d of %2d %4d of %2d %8d %17.1f %%\n", name, count.wrong, count.comparisons,
            count.found, count.planted, count.withoutFigures, stats::median(count.bands) * 100);
    std::printf("\nOther programs used %.0f %% of the processor before each; above 25 %% an experiment gives "
                "no verdict "
                "by itself.\n",
        busy * 100);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const base::MachineDescription machine = base::describeMachine();
    std::printf("%s, %d cores, %s, Servelab %s (%s)\n\n", qPrintable(machine.processor), machine.cores,
        qPrintable(machine.kernel), SERVELAB_VERSION, SERVELAB_BUILD_TYPE);
    simulateAll();
    const int real = QCoreApplication::arguments().value(1).toInt();
    if (real > 0)
        runReal(real);
    return 0;
}
