// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/pairedcomparison.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

/// Rounds as an honest machine makes them, for the test of the verdict and the program that prints how often
/// it is wrong.
namespace servelab::stats {

/// What disturbs the figures; all shares of 1.
struct Disturbance
{
    double scatter = 0.01; ///< standard deviation of one run
    double roundScatter = 0; ///< of what a whole round has in common
    double drift = 0; ///< from the first round to the last
    double spikeShare = 0; ///< of runs that something else slowed
    double spikeSize = 0; ///< by so much in the mean
};

/// Random numbers that are the same with every standard library.
class Dice
{
public:
    explicit Dice(std::uint64_t seed)
        : m_generator(seed)
    {
    }

    double uniform() { return (static_cast<double>(m_generator() >> 11) + 0.5) * 0x1p-53; }
    double exponential(double mean) { return -mean * std::log(uniform()); }
    double normal(double deviation)
    {
        constexpr double turn = 6.283185307179586;
        return deviation * std::sqrt(-2 * std::log(uniform())) * std::cos(turn * uniform());
    }

private:
    std::mt19937_64 m_generator;
};

struct SimulatedExperiment
{
    std::vector<SameCodePair> baseline;
    std::vector<SameCodePair> candidate;
};

/// `factor`: what the candidate is to the baseline; 0.95 is 5 % less.
inline SimulatedExperiment simulate(Dice &dice, int rounds, const Disturbance &how, double factor)
{
    SimulatedExperiment experiment;
    for (int round = 0; round < rounds; ++round) {
        const double common = 1e4 * std::exp(dice.normal(how.roundScatter) + how.drift * round / rounds);
        const auto run = [&](double level) {
            const double spike = dice.uniform() < how.spikeShare ? dice.exponential(how.spikeSize) : 0;
            return common * level * std::exp(dice.normal(how.scatter) - spike);
        };
        experiment.baseline.push_back({run(1), run(1)});
        experiment.candidate.push_back({run(factor), run(factor)});
    }
    return experiment;
}

struct VerdictShares
{
    double lower = 0;
    double different = 0; ///< lower or higher
};

inline VerdictShares shareOfVerdicts(
    std::uint64_t seed, int experiments, int rounds, const Disturbance &how, double factor)
{
    Dice dice(seed);
    int lower = 0;
    int higher = 0;
    for (int i = 0; i < experiments; ++i) {
        const SimulatedExperiment one = simulate(dice, rounds, how, factor);
        const Outcome outcome = comparePairs(one.baseline, one.candidate).outcome;
        lower += outcome == Outcome::Lower ? 1 : 0;
        higher += outcome == Outcome::Higher ? 1 : 0;
    }
    return {static_cast<double>(lower) / experiments, static_cast<double>(lower + higher) / experiments};
}

} // namespace servelab::stats
