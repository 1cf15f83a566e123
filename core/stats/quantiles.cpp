// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/quantiles.h"

#include <algorithm>
#include <cmath>

namespace servelab::stats {

double quantile(std::span<const double> ascending, double p)
{
    const double place = static_cast<double>(ascending.size() - 1) * std::clamp(p, 0.0, 1.0);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    return std::lerp(ascending[below], ascending[above], place - static_cast<double>(below));
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return quantile(values, 0.5);
}

Quartiles quartiles(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::ranges::sort(values);
    return {
        values.front(), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75), values.back()};
}

} // namespace servelab::stats
