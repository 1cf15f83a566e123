// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/arrivalqueue.h"

namespace servelab::load {

ArrivalQueue::ArrivalQueue(const ArrivalSchedule &schedule, base::TimePoint begin, Share share,
    std::optional<std::uint64_t> limit, std::optional<base::TimePoint> end)
    : m_schedule(schedule)
    , m_begin(begin)
    , m_share(share)
    , m_limit(limit)
    , m_end(end.value_or(base::TimePoint::max()))
    , m_nextDue(dueTime(0))
{
}

std::uint64_t ArrivalQueue::advance(base::TimePoint now)
{
    const std::uint64_t before = m_dueCount;
    while (m_nextDue <= now && m_nextDue != base::TimePoint::max())
        m_nextDue = dueTime(++m_dueCount);
    return m_dueCount - before;
}

std::optional<ArrivalQueue::Request> ArrivalQueue::take()
{
    if (waiting() == 0)
        return std::nullopt;
    const std::uint64_t position = m_takenCount++;
    return Request{numberOf(position), dueTime(position)};
}

base::TimePoint ArrivalQueue::dueTime(std::uint64_t position) const
{
    const std::uint64_t number = numberOf(position);
    if (m_limit && number >= *m_limit)
        return base::TimePoint::max();
    const auto due = m_schedule.dueAt(number);
    if (!due || m_begin + *due >= m_end)
        return base::TimePoint::max();
    return m_begin + *due;
}

} // namespace servelab::load
