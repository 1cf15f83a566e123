// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

namespace servelab::stats {

/// Welch's test of two means whose variances may differ, with the degrees of freedom of Welch and
/// Satterthwaite.
struct Welch
{
    double difference = 0; ///< of the means, the second minus the first
    double t = 0; ///< of that difference
    double degreesOfFreedom = 0;
    double probability = 1; ///< two-sided: of such a t, or a larger one, where there is no difference
    double confidence = 0.95; ///< of the interval
    double lower = 0; ///< the interval of the difference
    double upper = 0;
};

/// Empty with fewer than two numbers on a side. Where neither side scatters the interval has no width. Pure.
std::optional<Welch> welch(
    std::span<const double> first, std::span<const double> second, double confidence = 0.95);

} // namespace servelab::stats
