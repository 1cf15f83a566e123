// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>

namespace servelab::net {

/// Something that must happen by a time unless it is moved or cleared. Base class of its owner; five words.
/// Clears itself when it is destroyed.
class Deadline
{
public:
    Deadline() = default;
    Deadline(const Deadline &) = delete;
    Deadline &operator=(const Deadline &) = delete;

    bool isSet() const { return m_expiry != base::TimePoint::max(); }

protected:
    virtual ~Deadline() { unlink(); }

    /// On the loop's thread, at or after the time, late by at most DeadlineQueue::tick and the length of a
    /// turn. It is no longer set then; may set it again.
    virtual void onDeadline() = 0;

private:
    friend class DeadlineQueue;

    bool isLinked() const { return m_next != nullptr; }
    void linkBefore(Deadline &other);
    void unlink();

    Deadline *m_previous = nullptr; ///< neighbours in the slot's ring; null when in no slot
    Deadline *m_next = nullptr;
    base::TimePoint m_expiry = base::TimePoint::max();
    std::int64_t m_queuedTick = 0; ///< of the slot it is in: at or before its expiry
};

/// Deadlines of one thread, any number of them at constant cost: a wheel of slots one tick apart. Moving a
/// deadline later, as every request does, or clearing it only writes its time; the slot is left when it comes
/// round. Never early. One thread; must outlive the deadlines set in it.
class DeadlineQueue
{
public:
    static constexpr std::chrono::milliseconds tick{100};

    explicit DeadlineQueue(base::TimePoint now = base::Clock::now());
    DeadlineQueue(const DeadlineQueue &) = delete;
    DeadlineQueue &operator=(const DeadlineQueue &) = delete;

    void set(Deadline &deadline, base::TimePoint expiry);
    void clear(Deadline &deadline) { deadline.m_expiry = base::TimePoint::max(); }

    /// Fires what has passed.
    void advance(base::TimePoint now);

    /// When advance() must be called next; max() when nothing is set.
    base::TimePoint nextAdvance() const;

private:
    static constexpr std::int64_t slotCount = 512;
    static constexpr std::int64_t never = INT64_MAX;

    /// Head of a slot's ring; never fires.
    struct Ring final : Deadline
    {
        void onDeadline() override { }
    };

    static std::int64_t tickOf(base::TimePoint time) { return time.time_since_epoch() / tick; }
    Ring &slotOf(std::int64_t number) { return m_slots[static_cast<std::size_t>(number % slotCount)]; }
    void enqueue(Deadline &deadline);
    void drain(Ring &slot, base::TimePoint now);
    void settle(Deadline &deadline, base::TimePoint now);
    void findNext();

    std::array<Ring, slotCount> m_slots;
    std::int64_t m_current; ///< ticks up to and with this one have been drained
    std::int64_t m_next = never; ///< no slot before this tick holds anything
};

} // namespace servelab::net
