// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/welch.h"

#include <cstdint>
#include <span>
#include <vector>

/// Whether one thing differs from another, from rounds in which each was measured twice. Pure.
///
/// In a round, the two runs of the same thing (the same-code pair) show what chance does; the two things show
/// chance and difference. All is done with logarithms, so that 5 % less and 1/0.95 more are the same
/// distance.
///
/// - The ratio of a round is the geometric mean of one thing's runs over that of the other's.
/// - The noise band comes from the same-code pairs of both things in all rounds: nine of ten of them stayed
///   within it. A pair compares one run with one run, which scatters sqrt(2) times as far as two with two, so
///   that the band is as much narrower.
/// - There is a difference where the median of the ratios lies outside the band, is at least 2 %, and every
///   round lies on the same side.
///
/// The band is no maximum because a maximum grows with the rounds: more measuring would find less.
/// bench_verdict prints how often this is wrong.
namespace servelab::stats {

/// What one thing did in a round.
struct SameCodePair
{
    double first = 0;
    double second = 0;
};

struct ComparisonRule
{
    double leastChange = 0.02; ///< of the ratio from 1
    double bandShare = 0.9; ///< of the same-code pairs that stay within the noise band
    int leastRounds = 3;
    double confidence = 0.95; ///< of Welch's interval
};

enum class Outcome : std::uint8_t {
    NotComparable, ///< too few rounds, or figures that have no ratio
    NoDifference, ///< none beyond noise
    Lower, ///< the candidate's figure is lower than the baseline's
    Higher,
};

struct PairedComparison
{
    Outcome outcome = Outcome::NotComparable;
    int rounds = 0;
    double ratio = 1; ///< candidate over baseline, the median over the rounds
    double lowest = 1; ///< of the rounds' ratios
    double highest = 1;
    double band = 0; ///< 0.013: noise reaches from 1 / 1.013 to 1.013
    int roundsOutside = 0; ///< beyond the band, on the side of the median
    std::optional<Welch> welch; ///< of all runs, relative to the baseline's mean: a difference of 0.05 is 5 %
};

/// Both hold one pair for each round, in the same order. A figure that is not above 0 has no ratio.
PairedComparison comparePairs(std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate,
    const ComparisonRule &rule = {});

/// The same for two runs, each with rounds of its own: the ratio is that of the medians; lowest and highest
/// are those of the candidate's rounds to the baseline's median; and there is a difference only where every
/// round of one lies beyond the median of the other.
PairedComparison compareRuns(std::span<const SameCodePair> baseline, std::span<const SameCodePair> candidate,
    const ComparisonRule &rule = {});

/// How many of so many comparisons may be wrong where nothing differs, at most: none is wrong more often than
/// one in twenty, nor than all rounds fall on one side by chance.
double expectedFalsePositives(int comparisons, int rounds);

} // namespace servelab::stats
