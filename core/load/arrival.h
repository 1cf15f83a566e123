// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <variant>

namespace servelab::load {

/// Each connection sends its next request when an answer is whole: the server sets the pace, and while it
/// stands still nobody asks (coordinated omission).
struct ClosedLoop
{
    friend bool operator==(const ClosedLoop &, const ClosedLoop &) = default;
};

/// Open loop: requests are due evenly, whatever the server does.
struct ConstantRate
{
    double perSecond = 0; ///< of all connections together
    friend bool operator==(const ConstantRate &, const ConstantRate &) = default;
};

/// Open loop: the rate changes evenly from one to another, beginning with the measured part, then stays.
struct RateRamp
{
    double fromPerSecond = 0;
    double toPerSecond = 0;
    std::chrono::milliseconds over{0}; ///< more than 0
    friend bool operator==(const RateRamp &, const RateRamp &) = default;
};

/// What makes a request begin.
using Arrival = std::variant<ClosedLoop, ConstantRate, RateRamp>;

inline bool isOpenLoop(const Arrival &arrival)
{
    return !std::holds_alternative<ClosedLoop>(arrival);
}

inline constexpr double highestRate = 10'000'000; ///< that a schedule is made for, per second

/// When each request of an open loop is due. A value.
class ArrivalSchedule
{
public:
    /// Of an open loop's measured part.
    static ArrivalSchedule ofMeasuredPart(const Arrival &arrival);
    /// Of its warm-up: steady, at the rate that the measured part begins with.
    static ArrivalSchedule ofWarmUp(const Arrival &arrival);

    /// When request `number`, from 0, is due, from the beginning of its part; grows with the number. Empty
    /// when it never is, because the rate has become 0.
    std::optional<std::chrono::nanoseconds> dueAt(std::uint64_t number) const;

private:
    ArrivalSchedule(double from, double to, double seconds);

    double m_from; ///< requests a second, at the beginning
    double m_to; ///< from m_seconds on
    double m_seconds; ///< that the change takes; 0: none
    double m_inRamp; ///< requests due within the change
};

} // namespace servelab::load
