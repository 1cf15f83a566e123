// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <memory>

namespace servelab::load {

/// A request of a connection, from its beginning to its outcome.
struct Exchange
{
    base::TimePoint due; ///< open loop: when it was to be sent; else when it was begun
    base::TimePoint sent; ///< its first byte, the first time; the epoch before that
    std::uint32_t request = 0; ///< index in LoadRun::requests
    std::uint8_t phase = 0; ///< of the run that it counts in: 0 warm-up, 1 measured

    void noteSending(base::TimePoint now)
    {
        if (sent == base::TimePoint())
            sent = now;
    }
};

/// The exchanges of one connection in the order in which their answers must come (RFC 9112 section 9.3.2):
/// first those that were sent, then those that were not. Of fixed capacity, allocated once.
class Pipeline
{
public:
    explicit Pipeline(int capacity)
        : m_ring(std::make_unique<Exchange[]>(static_cast<std::size_t>(capacity)))
        , m_capacity(static_cast<std::uint32_t>(capacity))
    {
    }

    bool isEmpty() const { return m_size == 0; }
    bool isFull() const { return m_size == m_capacity; }
    std::uint32_t size() const { return m_size; }
    std::uint32_t sentCount() const { return m_sent; } ///< whose last byte has left
    bool hasUnsent() const { return m_sent < m_size; }

    Exchange &operator[](std::uint32_t position)
    {
        std::uint32_t index = m_first + position;
        return m_ring[index < m_capacity ? index : index - m_capacity];
    }
    Exchange &front() { return m_ring[m_first]; }
    const Exchange &front() const { return m_ring[m_first]; }

    /// Whether a byte of the first has left, so that an answer may come.
    bool hasStarted() const { return m_sent > 0 || m_partialBytes > 0; }
    /// The same of the one behind it.
    bool hasStartedSecond() const { return m_sent > 1 || (m_sent == 1 && m_partialBytes > 0); }

    /// There is room.
    void push(const Exchange &exchange)
    {
        ++m_size;
        (*this)[m_size - 1] = exchange;
    }

    /// The first has its outcome.
    void pop()
    {
        m_first = m_first + 1 < m_capacity ? m_first + 1 : 0;
        --m_size;
        if (m_sent > 0)
            --m_sent;
        else
            m_partialBytes = 0;
    }

    void noteSent() ///< the first unsent one, to its last byte
    {
        ++m_sent;
        m_partialBytes = 0;
    }
    std::size_t partialBytes() const { return m_partialBytes; } ///< sent of the first unsent one
    void notePartial(std::size_t bytes) { m_partialBytes += bytes; }

    /// Their connection is gone: they are to be sent from their beginnings.
    void rewind()
    {
        m_sent = 0;
        m_partialBytes = 0;
    }

private:
    std::unique_ptr<Exchange[]> m_ring;
    std::uint32_t m_capacity;
    std::uint32_t m_first = 0;
    std::uint32_t m_size = 0;
    std::uint32_t m_sent = 0;
    std::size_t m_partialBytes = 0;
};

} // namespace servelab::load
