// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/welch.h"

#include "core/stats/student.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace servelab::stats {
namespace {

struct Moments
{
    double mean = 0;
    double errorSquared = 0; ///< variance of the mean
    double freedom = 0;
};

Moments momentsOf(std::span<const double> values)
{
    const auto count = static_cast<double>(values.size());
    const double mean = std::reduce(values.begin(), values.end()) / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return {mean, squares / (count - 1) / count, count - 1};
}

double degreesOfFreedom(const Moments &a, const Moments &b)
{
    const double sum = a.errorSquared + b.errorSquared;
    if (sum <= 0)
        return a.freedom + b.freedom;
    // As shares of the sum: the squares of very small variances would vanish.
    const double shareA = a.errorSquared / sum;
    const double shareB = b.errorSquared / sum;
    return 1 / (shareA * shareA / a.freedom + shareB * shareB / b.freedom);
}

double ratioOf(double difference, double error)
{
    if (error > 0)
        return difference / error;
    return difference == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), difference);
}

} // namespace

std::optional<Welch> welch(std::span<const double> first, std::span<const double> second, double confidence)
{
    if (first.size() < 2 || second.size() < 2)
        return std::nullopt;
    const Moments a = momentsOf(first);
    const Moments b = momentsOf(second);
    const double error = std::sqrt(a.errorSquared + b.errorSquared);
    Welch result;
    result.difference = b.mean - a.mean;
    result.t = ratioOf(result.difference, error);
    result.degreesOfFreedom = degreesOfFreedom(a, b);
    result.probability = twoSidedProbability(result.t, result.degreesOfFreedom);
    result.confidence = confidence;
    const double reach = error > 0 ? criticalT(1 - confidence, result.degreesOfFreedom) * error : 0;
    result.lower = result.difference - reach;
    result.upper = result.difference + reach;
    return result;
}

} // namespace servelab::stats
