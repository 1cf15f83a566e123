// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/pairedcomparison.h"

#include "core/stats/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace servelab::stats {
namespace {

constexpr double worstShare = 0.05;

bool hasRatio(const SameCodePair &pair)
{
    return pair.first > 0 && pair.second > 0 && std::isfinite(pair.first) && std::isfinite(pair.second);
}

double logMean(const SameCodePair &pair)
{
    return (std::log(pair.first) + std::log(pair.second)) / 2;
}

/// Ascending.
std::vector<double> roundRatios(
    std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < baseline.size(); ++round)
        ratios.push_back(logMean(candidate[round]) - logMean(baseline[round]));
    std::ranges::sort(ratios);
    return ratios;
}

std::vector<double> ascendingMeans(std::span<const SameCodePair> pairs)
{
    std::vector<double> means;
    for (const SameCodePair &pair : pairs)
        means.push_back(logMean(pair));
    std::ranges::sort(means);
    return means;
}

double noiseBand(
    std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate, double share)
{
    std::vector<double> distances;
    for (const auto pairs : {baseline, candidate}) {
        for (const SameCodePair &pair : pairs)
            distances.push_back(std::abs(std::log(pair.second / pair.first)) / std::numbers::sqrt2);
    }
    std::ranges::sort(distances);
    return quantile(distances, share);
}

std::vector<double> valuesOf(std::span<const SameCodePair> pairs)
{
    std::vector<double> values;
    for (const SameCodePair &pair : pairs)
        values.insert(values.end(), {pair.first, pair.second});
    return values;
}

std::optional<Welch> relativeWelch(
    std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate, double confidence)
{
    std::vector<double> first = valuesOf(baseline);
    std::vector<double> second = valuesOf(candidate);
    double mean = 0;
    for (const double value : first)
        mean += value / static_cast<double>(first.size());
    for (double &value : first)
        value /= mean;
    for (double &value : second)
        value /= mean;
    return welch(first, second, confidence);
}

Outcome outcomeOf(std::span<const double> ascending, double middle, double band, double leastChange)
{
    const bool oneSide = ascending.front() > 0 || ascending.back() < 0;
    // A hair of tolerance: exactly 2 % is enough, whatever way the logarithm was rounded.
    const bool large = std::abs(std::expm1(middle)) >= leastChange - 1e-12;
    if (!oneSide || !large || std::abs(middle) <= band)
        return Outcome::NoDifference;
    return middle > 0 ? Outcome::Higher : Outcome::Lower;
}

int countOutside(std::span<const double> ratios, double middle, double band)
{
    return static_cast<int>(std::ranges::count_if(ratios, [middle, band](double ratio) {
        return std::abs(ratio) > band && std::signbit(ratio) == std::signbit(middle);
    }));
}

} // namespace

PairedComparison comparePairs(std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate,
    const ComparisonRule &rule)
{
    PairedComparison result;
    result.rounds = static_cast<int>(std::min(baseline.size(), candidate.size()));
    baseline = baseline.first(static_cast<std::size_t>(result.rounds));
    candidate = candidate.first(static_cast<std::size_t>(result.rounds));
    if (result.rounds == 0 || !std::ranges::all_of(baseline, hasRatio)
        || !std::ranges::all_of(candidate, hasRatio))
        return result;
    const std::vector<double> ratios = roundRatios(baseline, candidate);
    const double middle = quantile(ratios, 0.5);
    const double band = noiseBand(baseline, candidate, rule.bandShare);
    result.ratio = std::exp(middle);
    result.lowest = std::exp(ratios.front());
    result.highest = std::exp(ratios.back());
    result.band = std::expm1(band);
    result.roundsOutside = countOutside(ratios, middle, band);
    result.welch = relativeWelch(baseline, candidate, rule.confidence);
    if (result.rounds >= rule.leastRounds)
        result.outcome = outcomeOf(ratios, middle, band, rule.leastChange);
    return result;
}

PairedComparison compareRuns(std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate,
    const ComparisonRule &rule)
{
    PairedComparison result;
    result.rounds = static_cast<int>(std::min(baseline.size(), candidate.size()));
    if (result.rounds == 0 || !std::ranges::all_of(baseline, hasRatio)
        || !std::ranges::all_of(candidate, hasRatio))
        return result;
    const std::vector<double> before = ascendingMeans(baseline);
    const std::vector<double> after = ascendingMeans(candidate);
    const double from = quantile(before, 0.5);
    const double to = quantile(after, 0.5);
    const double band = noiseBand(baseline, candidate, rule.bandShare);
    const bool oneSide
        = to > from ? after.front() > from && before.back() < to : after.back() < from && before.front() > to;
    std::vector<double> ratios;
    for (const double mean : after)
        ratios.push_back(mean - from);
    result.ratio = std::exp(to - from);
    result.lowest = std::exp(ratios.front());
    result.highest = std::exp(ratios.back());
    result.band = std::expm1(band);
    result.roundsOutside = countOutside(ratios, to - from, band);
    result.welch = relativeWelch(baseline, candidate, rule.confidence);
    if (result.rounds >= rule.leastRounds)
        result.outcome
            = oneSide ? outcomeOf(ratios, to - from, band, rule.leastChange) : Outcome::NoDifference;
    return result;
}

double expectedFalsePositives(int comparisons, int rounds)
{
    return comparisons * std::min(worstShare, std::exp2(1 - rounds));
}

} // namespace servelab::stats
