// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>

namespace servelab::net {

class DeadlineQueue;

/// Something that must happen by a time unless it is moved or cleared. Base class of its owner; four words.
/// Clears itself when it is destroyed.
class Deadline
{
public:
    Deadline() = default;
    Deadline(const Deadline &) = delete;
    Deadline &operator=(const Deadline &) = delete;

    bool isSet() const { return m_expiry != base::TimePoint::max(); }

protected:
    virtual ~Deadline();

    /// On the loop's thread, at or after the time, late by at most DeadlineQueue::tick and the length of a turn.
    /// It is no longer set then; may set it again.
    virtual void onDeadline() = 0;

private:
    friend class DeadlineQueue;

    Deadline *m_previous = nullptr; ///< neighbours in the slot's ring; null when in no slot
    Deadline *m_next = nullptr;
    base::TimePoint m_expiry = base::TimePoint::max();
    DeadlineQueue *m_queue = nullptr;
};

/// Deadlines of one thread, any number of them at constant cost: a wheel of slots one tick apart. Moving a
/// deadline later, as every request does, only writes its time; the slot is left when it comes round.
/// Never early. One thread.
class DeadlineQueue
{
public:
    static constexpr std::chrono::milliseconds tick{100};

    DeadlineQueue();
    ~DeadlineQueue();
    DeadlineQueue(const DeadlineQueue &) = delete;
    DeadlineQueue &operator=(const DeadlineQueue &) = delete;

    void set(Deadline &deadline, base::TimePoint expiry);
    void clear(Deadline &deadline);

    /// Fires what has passed.
    void advance(base::TimePoint now);

    /// When advance() must be called next; max() when nothing is set.
    base::TimePoint nextAdvance() const;

private:
    struct Slot;
    static constexpr std::size_t slotCount = 512;
    using TickNumber = std::int64_t;

    static TickNumber tickOf(base::TimePoint time);
    void enqueue(Deadline &deadline, TickNumber number);
    void unlink(Deadline &deadline);
    void drain(std::size_t slot, base::TimePoint now);

    struct Ring final : Deadline
    {
        void onDeadline() override {}
    };
    std::array<Ring, slotCount> m_slots;
    TickNumber m_current;        ///< ticks up to and with this one have been drained
    std::size_t m_queued = 0;    ///< deadlines in slots
};

} // namespace servelab::net
