// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/load/arrival.h"

#include <cstdint>
#include <optional>

namespace servelab::load {

/// The requests of one generator thread in open loop: those that are due wait here, in their order and any
/// number of them, until a connection takes them. Of a run on T threads each takes every T-th request of the
/// schedule. Constant memory: a request is a number. One thread.
class ArrivalQueue
{
public:
    struct Share
    {
        std::uint64_t index = 0; ///< of the thread
        std::uint64_t threads = 1;
    };

    struct Request
    {
        std::uint64_t number = 0; ///< in the schedule of all threads
        base::TimePoint due;
    };

    /// `begin` is the time that the schedule counts from. Requests of number `limit` on, and those due at
    /// `end` or later, do not exist.
    ArrivalQueue(const ArrivalSchedule &schedule, base::TimePoint begin, Share share,
        std::optional<std::uint64_t> limit, std::optional<base::TimePoint> end);

    /// Lets everything wait that is due by now; returns how many requests that adds.
    std::uint64_t advance(base::TimePoint now);

    /// The request that waits longest.
    std::optional<Request> take();

    /// Due and not taken.
    std::uint64_t waiting() const { return m_dueCount - m_takenCount; }

    /// When advance() will find the next one; max() when there is none any more.
    base::TimePoint nextDue() const { return m_nextDue; }

private:
    std::uint64_t numberOf(std::uint64_t position) const
    {
        return m_share.index + position * m_share.threads;
    }
    base::TimePoint dueTime(std::uint64_t position) const;

    ArrivalSchedule m_schedule;
    base::TimePoint m_begin;
    Share m_share;
    std::optional<std::uint64_t> m_limit;
    base::TimePoint m_end;
    std::uint64_t m_dueCount = 0;
    std::uint64_t m_takenCount = 0;
    base::TimePoint m_nextDue;
};

} // namespace servelab::load
