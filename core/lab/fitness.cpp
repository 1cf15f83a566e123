// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fitness.h"

#include "core/stats/quantiles.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

/// Of all cores, by others: above the first the figures are unsteady, above the second they say little.
constexpr double amberShare = 0.05;
constexpr double redShare = 0.25;

const auto quietRemedy = u"Measure again when it is quiet."_s;

void add(Fitness &fitness, FitnessLevel level, const QString &text, const QString &remedy)
{
    fitness.reasons.append({level, text, remedy});
    fitness.level = std::max(fitness.level, level);
}

QString coreCount(int cores)
{
    return cores == 1 ? u"1 core"_s : u"%1 cores"_s.arg(cores);
}

void addBusyShare(Fitness &fitness, double share, const QString &when)
{
    if (share < amberShare)
        return;
    add(fitness, share < redShare ? FitnessLevel::Amber : FitnessLevel::Red,
        u"other programs used %1 % of the processor %2"_s.arg(share * 100, 0, 'f', 0).arg(when), quietRemedy);
}

/// What stands in the load average came before, so it only counts where nothing better is known.
void judgeOtherLoad(const Environment &environment, Fitness &fitness)
{
    const base::MachineDescription &machine = environment.machine;
    if (environment.busyShare)
        addBusyShare(fitness, *environment.busyShare, u"before the start"_s);
    else if (machine.loadAverage > machine.cores / 2.0)
        add(fitness, FitnessLevel::Amber,
            u"the machine was busy with other work at the start (load average %1 on %2)"_s
                .arg(machine.loadAverage, 0, 'f', 1)
                .arg(coreCount(machine.cores)),
            quietRemedy);
}

/// "powersave" of the drivers that leave the choice to the processor is not the slowest speed, but a choice.
bool leavesChoiceToProcessor(const QString &driver)
{
    return driver.startsWith("intel_pstate"_L1) || driver.startsWith("amd-pstate"_L1)
        || driver.startsWith("amd_pstate"_L1);
}

void judgeFrequency(const base::MachineDescription &machine, Fitness &fitness)
{
    static const QStringList steady{QString(), u"performance"_s};
    if (steady.contains(machine.governor))
        return;
    const bool slowest
        = machine.governor == "powersave"_L1 && !leavesChoiceToProcessor(machine.frequencyDriver);
    add(fitness, slowest ? FitnessLevel::Red : FitnessLevel::Amber,
        u"the frequency governor \"%1\" changes the processor's speed while it measures"_s.arg(
            machine.governor),
        u"Choose the governor \"performance\" (cpupower frequency-set -g performance)."_s);
}

void judgeMachine(const Environment &environment, Fitness &fitness)
{
    const base::MachineDescription &machine = environment.machine;
    if (machine.onBattery.value_or(false))
        add(fitness, FitnessLevel::Red, u"the machine ran on battery, where it may be slower"_s,
            u"Plug it in and measure again."_s);
    if (machine.cores == 1)
        add(fitness, FitnessLevel::Red, u"server and load shared the only core"_s,
            u"Measure on a machine with at least 2 cores."_s);
    if (environment.buildType == "Debug"_L1)
        add(fitness, FitnessLevel::Amber, u"this is a debug build, which is slower"_s,
            u"Measure with a release build."_s);
}

using SampleTime = std::optional<std::chrono::nanoseconds> Sample::*;

/// The middle over all samples: a single disturbance is what rounds and medians are for.
std::optional<double> shareOf(const ResultDocument &document, SampleTime time)
{
    const int cores = document.environment.machine.cores;
    std::vector<double> shares;
    for (const Sample &sample : document.samples) {
        const double elapsed = std::chrono::duration<double>(sample.load.elapsed).count();
        if (!sample.failure && sample.*time && elapsed > 0 && cores > 0)
            shares.push_back(std::chrono::duration<double>(*(sample.*time)).count() / elapsed / cores);
    }
    if (shares.empty())
        return std::nullopt;
    return stats::median(shares);
}

} // namespace

QString Fitness::unfitText() const
{
    QStringList texts;
    for (const FitnessReason &reason : reasons) {
        if (reason.level == FitnessLevel::Red)
            texts.append(reason.text);
    }
    return texts.join("; "_L1);
}

Fitness fitnessOf(const Environment &environment)
{
    Fitness fitness;
    judgeOtherLoad(environment, fitness);
    judgeFrequency(environment.machine, fitness);
    judgeMachine(environment, fitness);
    return fitness;
}

Fitness fitnessOf(const ResultDocument &document)
{
    Fitness fitness = fitnessOf(document.environment);
    if (const auto share = shareOf(document, &Sample::otherCpu))
        addBusyShare(fitness, *share, u"while it was measured"_s);
    if (const auto share = observerShare(document); share && *share >= amberShare)
        add(fitness, FitnessLevel::Amber,
            u"the program that measured used %1 % of the processor itself"_s.arg(*share * 100, 0, 'f', 0),
            u"Leave its window alone meanwhile, or measure with servelab-cli."_s);
    return fitness;
}

std::optional<double> observerShare(const ResultDocument &document)
{
    return shareOf(document, &Sample::observerCpu);
}

} // namespace servelab::lab
