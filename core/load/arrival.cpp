// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/arrival.h"

#include <algorithm>
#include <cmath>

namespace servelab::load {

namespace {

double secondsOf(std::chrono::milliseconds time)
{
    return std::chrono::duration<double>(time).count();
}

/// Beyond a century nothing is due.
std::optional<std::chrono::nanoseconds> toTime(double seconds)
{
    constexpr double longest = 3e9;
    if (!(seconds < longest))
        return std::nullopt;
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

} // namespace

ArrivalSchedule::ArrivalSchedule(double from, double to, double seconds)
    : m_from(from)
    , m_to(to)
    , m_seconds(seconds)
    , m_inRamp((from + to) / 2 * seconds)
{
}

ArrivalSchedule ArrivalSchedule::ofMeasuredPart(const Arrival &arrival)
{
    if (const auto *ramp = std::get_if<RateRamp>(&arrival))
        return {ramp->fromPerSecond, ramp->toPerSecond, secondsOf(ramp->over)};
    return ofWarmUp(arrival);
}

ArrivalSchedule ArrivalSchedule::ofWarmUp(const Arrival &arrival)
{
    const auto *constant = std::get_if<ConstantRate>(&arrival);
    const auto *ramp = std::get_if<RateRamp>(&arrival);
    const double rate = constant ? constant->perSecond : ramp ? ramp->fromPerSecond : 0;
    return {rate, rate, 0};
}

/// Within the ramp the requests due by t seconds are from * t + slope / 2 * t^2, which is solved for t in the
/// form that loses no digits for a small slope or a small number.
std::optional<std::chrono::nanoseconds> ArrivalSchedule::dueAt(std::uint64_t number) const
{
    const auto n = static_cast<double>(number);
    if (n >= m_inRamp)
        return m_to > 0 ? toTime(m_seconds + (n - m_inRamp) / m_to) : std::nullopt;
    if (n == 0)
        return std::chrono::nanoseconds(0);
    const double slope = (m_to - m_from) / m_seconds;
    const double root = std::sqrt(std::max(0.0, m_from * m_from + 2 * slope * n));
    return toTime(2 * n / (m_from + root));
}

} // namespace servelab::load
