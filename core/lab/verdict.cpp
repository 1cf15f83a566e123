// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/verdict.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Pairs = std::vector<stats::SameCodePair>;
using enum Verdict::Kind;

/// Of its time: a server that computes more than this has none left.
constexpr double fullyBusy = 0.9;

/// Both runs of each round in which both counted.
std::map<int, stats::SameCodePair> wholePairs(
    const ResultDocument &document, const QString &workload, const QString &variant, const Metric &metric)
{
    std::map<int, std::map<int, double>> runs; // by round and copy
    for (const Sample &sample : document.samples) {
        if (sample.workload == workload && sample.variant == variant && !sample.failure)
            runs[sample.round][sample.copy] = metric.valueOf(sample);
    }
    std::map<int, stats::SameCodePair> pairs;
    for (const auto &[round, copies] : runs) {
        if (copies.size() == 2)
            pairs[round] = {copies.begin()->second, std::next(copies.begin())->second};
    }
    return pairs;
}

struct Rounds
{
    Pairs baseline;
    Pairs candidate;
};

Rounds commonRounds(
    const std::map<int, stats::SameCodePair> &baseline, const std::map<int, stats::SameCodePair> &candidate)
{
    Rounds rounds;
    for (const auto &[round, pair] : baseline) {
        const auto other = candidate.find(round);
        if (other == candidate.end())
            continue;
        rounds.baseline.push_back(pair);
        rounds.candidate.push_back(other->second);
    }
    return rounds;
}

double coresOf(const QList<int> &assigned, int all)
{
    return static_cast<double>(std::max<qsizetype>(assigned.isEmpty() ? all : assigned.size(), 1));
}

QString percentText(double share)
{
    const double percent = std::abs(share) * 100;
    return QString::number(percent, 'f', percent < 9.95 ? 1 : 0);
}

QString changeText(const Metric &metric, double ratio)
{
    if (ratio >= 2)
        return u"%1 times: %2"_s.arg(threeDigits(ratio), metric.more);
    return u"%1 % %2"_s.arg(percentText(ratio - 1), ratio > 1 ? metric.more : metric.less);
}

QString roundsText(const stats::PairedComparison &comparison)
{
    return u"outside noise in %1 of %2 rounds"_s.arg(comparison.roundsOutside).arg(comparison.rounds);
}

Verdict::Kind kindOf(stats::Outcome outcome, Direction direction)
{
    const bool higher = outcome == stats::Outcome::Higher;
    return higher == (direction == Direction::HigherIsBetter) ? Better : Worse;
}

/// Why nothing can be said; empty where something can.
QString obstacle(int runsPerRound, const stats::PairedComparison &comparison, const Fitness &fitness)
{
    if (runsPerRound < 2)
        return u"withheld: without same-code pairs the noise is not known"_s;
    if (fitness.level == FitnessLevel::Red)
        return u"withheld: machine unfit: %1"_s.arg(fitness.unfitText());
    if (comparison.rounds < stats::ComparisonRule().leastRounds)
        return u"withheld: %1 whole rounds, at least %2 are needed"_s.arg(comparison.rounds)
            .arg(stats::ComparisonRule().leastRounds);
    if (comparison.outcome == stats::Outcome::NotComparable)
        return u"withheld: a figure is 0"_s;
    return {};
}

} // namespace

/// A generator that worked or waited all the time is no limit beside a server that did too.
bool generatorWasLimit(const ResultDocument &document, const Sample &sample)
{
    const double elapsed = std::chrono::duration<double>(sample.load.elapsed).count();
    if (elapsed <= 0 || sample.load.generatorLimit() == load::GeneratorLimit::None)
        return false;
    const Environment &environment = document.environment;
    const double serverCores = coresOf(environment.serverCores, environment.machine.cores);
    return std::chrono::duration<double>(sample.serverCpu).count() / elapsed < fullyBusy * serverCores;
}

void decide(int runsPerRound, const Fitness &fitness, Verdict &verdict)
{
    const stats::PairedComparison &comparison = verdict.comparison;
    const QString limit
        = verdict.generatorWasLimit ? u" (CPU per request: the load generator was the limit)"_s : QString();
    if (const QString reason = obstacle(runsPerRound, comparison, fitness); !reason.isEmpty()) {
        verdict.words = reason;
    } else if (comparison.outcome == stats::Outcome::NoDifference) {
        verdict.kind = NoDifference;
        verdict.words = u"no difference beyond noise (%1)"_s.arg(bandText(comparison.band)) + limit;
    } else {
        verdict.kind = kindOf(comparison.outcome, verdict.metric->direction);
        verdict.words
            = changeText(*verdict.metric, comparison.ratio) + "; "_L1 + roundsText(comparison) + limit;
    }
}

bool loadWasLimit(const ResultDocument &document, const QString &workload, const QString &variant)
{
    int limited = 0;
    int all = 0;
    for (const Sample &sample : document.samples) {
        if (sample.workload != workload || sample.variant != variant || sample.failure)
            continue;
        ++all;
        limited += generatorWasLimit(document, sample) ? 1 : 0;
    }
    return limited * 2 > all;
}

std::vector<stats::SameCodePair> sameCodePairs(
    const ResultDocument &document, const QString &workload, const QString &variant, const Metric &metric)
{
    std::vector<stats::SameCodePair> pairs;
    for (const auto &[round, pair] : wholePairs(document, workload, variant, metric))
        pairs.push_back(pair);
    return pairs;
}

Verdict verdictOf(const ResultDocument &document, const Workload &workload, const Variant &variant,
    const Metric &metric, const Fitness &fitness)
{
    const QString &baseline = document.experiment.variants.first().id;
    Verdict verdict;
    verdict.workload = workload.id;
    verdict.variant = variant.id;
    verdict.metric = &metric;
    if (metric.spread == &Summary::requestsPerSecond
        && (loadWasLimit(document, workload.id, baseline)
            || loadWasLimit(document, workload.id, variant.id))) {
        verdict.generatorWasLimit = true;
        verdict.metric = &cpuMetric();
    }
    const Rounds rounds = commonRounds(wholePairs(document, workload.id, baseline, *verdict.metric),
        wholePairs(document, workload.id, variant.id, *verdict.metric));
    verdict.comparison = stats::comparePairs(rounds.baseline, rounds.candidate);
    decide(document.experiment.runsPerRound, fitness, verdict);
    return verdict;
}

QList<Verdict> verdictsOf(const ResultDocument &document)
{
    const Fitness fitness = fitnessOf(document);
    QList<Verdict> verdicts;
    for (const Workload &workload : document.experiment.workloads) {
        const Metric *metric = findMetric(workload.metric);
        for (qsizetype i = 1; i < document.experiment.variants.size(); ++i)
            verdicts.append(verdictOf(document, workload, document.experiment.variants[i],
                metric ? *metric : metrics().front(), fitness));
    }
    return verdicts;
}

QString bandText(double band)
{
    return u"±%1 %"_s.arg(percentText(band));
}

QString welchText(const stats::Welch &welch)
{
    const auto signedPercent
        = [](double share) { return (share < 0 ? u"-"_s : u"+"_s) + percentText(share) + " %"_L1; };
    const QString p
        = welch.probability < 0.001 ? u"p < 0.001"_s : u"p = %1"_s.arg(welch.probability, 0, 'f', 3);
    return u"t = %1, %2 degrees of freedom, %3; %4 % confident: %5 to %6"_s.arg(welch.t, 0, 'f', 2)
        .arg(welch.degreesOfFreedom, 0, 'f', 1)
        .arg(p)
        .arg(welch.confidence * 100)
        .arg(signedPercent(welch.lower), signedPercent(welch.upper));
}

QString ratioText(const stats::PairedComparison &comparison)
{
    if (comparison.rounds == 0)
        return u"-"_s;
    return u"%1 (%2 to %3)"_s.arg(
        threeDigits(comparison.ratio), threeDigits(comparison.lowest), threeDigits(comparison.highest));
}

QString chanceText(int comparisons, int rounds)
{
    if (comparisons == 0 || rounds < stats::ComparisonRule().leastRounds)
        return {};
    return u"Of %1, chance alone would make at most %2 look different where nothing differs."_s
        .arg(comparisons == 1 ? u"1 comparison"_s : u"%1 comparisons"_s.arg(comparisons))
        .arg(stats::expectedFalsePositives(comparisons, rounds), 0, 'g', 2);
}

} // namespace servelab::lab
