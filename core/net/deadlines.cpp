// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/deadlines.h"

#include <algorithm>

namespace servelab::net {

void Deadline::linkBefore(Deadline &other)
{
    m_next = &other;
    m_previous = other.m_previous;
    m_previous->m_next = this;
    other.m_previous = this;
}

void Deadline::unlink()
{
    if (!isLinked())
        return;
    m_previous->m_next = m_next;
    m_next->m_previous = m_previous;
    m_previous = m_next = nullptr;
}

DeadlineQueue::DeadlineQueue(base::TimePoint now)
    : m_current(tickOf(now))
{
    for (Ring &slot : m_slots)
        slot.m_next = slot.m_previous = &slot;
}

void DeadlineQueue::set(Deadline &deadline, base::TimePoint expiry)
{
    deadline.m_expiry = expiry;
    if (deadline.isLinked() && deadline.m_queuedTick <= tickOf(expiry) + 1)
        return; // it is looked at again in time
    deadline.unlink();
    enqueue(deadline);
}

void DeadlineQueue::enqueue(Deadline &deadline)
{
    // A tick's slot is drained once the whole tick has passed, so the one behind the expiry is never early.
    // What lies beyond the wheel waits in its last slot and is put in again from there.
    const std::int64_t wanted = tickOf(deadline.m_expiry) + 1;
    const std::int64_t number = std::clamp(wanted, m_current + 1, m_current + slotCount - 1);
    deadline.m_queuedTick = number;
    deadline.linkBefore(slotOf(number));
    m_next = std::min(m_next, number);
}

void DeadlineQueue::advance(base::TimePoint now)
{
    const std::int64_t target = tickOf(now);
    if (m_next > target) {
        m_current = std::max(m_current, target);
        return;
    }
    const std::int64_t first = m_next;
    const std::int64_t last = std::min(target, first + slotCount - 1);
    m_current = std::max(m_current, target);
    m_next = never;
    for (std::int64_t number = first; number <= last; ++number)
        drain(slotOf(number), now);
    findNext();
}

void DeadlineQueue::drain(Ring &slot, base::TimePoint now)
{
    // Taken out as a whole first: what fires may set or destroy any deadline, this slot's too.
    Ring batch;
    batch.m_next = batch.m_previous = &batch;
    while (slot.m_next != &slot) {
        Deadline &deadline = *slot.m_next;
        deadline.unlink();
        deadline.linkBefore(batch);
    }
    while (batch.m_next != &batch)
        settle(*batch.m_next, now);
    batch.m_next = batch.m_previous = nullptr;
}

void DeadlineQueue::settle(Deadline &deadline, base::TimePoint now)
{
    deadline.unlink();
    if (!deadline.isSet())
        return;
    if (deadline.m_expiry > now) {
        enqueue(deadline);
        return;
    }
    deadline.m_expiry = base::TimePoint::max();
    deadline.onDeadline();
}

void DeadlineQueue::findNext()
{
    m_next = never;
    for (std::int64_t number = m_current + 1; number < m_current + slotCount; ++number) {
        Ring &slot = slotOf(number);
        if (slot.m_next == &slot)
            continue;
        m_next = number;
        return;
    }
}

base::TimePoint DeadlineQueue::nextAdvance() const
{
    if (m_next == never)
        return base::TimePoint::max();
    return base::TimePoint(std::chrono::duration_cast<base::Clock::duration>(tick * m_next));
}

} // namespace servelab::net
