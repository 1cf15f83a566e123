// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/counters.h"

#include <chrono>
#include <mutex>
#include <vector>

namespace servelab::server {

/// Counts what one worker does. The worker counts without a lock and publishes once a turn; any thread may
/// read what was published last.
class WorkerCounters
{
public:
    WorkerCounters();

    // On the worker's thread.
    void connectionOpened();
    /// One that is about to be closed goes on as another kind of connection.
    void connectionKept() { ++m_totals.connectionsOpen; }
    void connectionClosed() { --m_totals.connectionsOpen; }
    void handshakeEnded(bool isResumed);
    void requestReceived() { ++m_totals.requests; }
    void answered(int status);
    void bytesReceived(std::uint64_t bytes) { m_totals.bytesReceived += bytes; }
    void bytesSent(std::uint64_t bytes) { m_totals.bytesSent += bytes; }
    /// That many answers left together, so long after their requests were read.
    void served(std::chrono::nanoseconds time, std::uint32_t answers);
    void publish();

    /// Adds what was published. Thread-safe.
    void addTo(CounterSnapshot &sum) const;

private:
    struct Totals
    {
        std::uint64_t connectionsAccepted = 0;
        std::uint64_t connectionsOpen = 0;
        std::uint64_t tlsHandshakes = 0;
        std::uint64_t tlsResumptions = 0;
        std::uint64_t requests = 0;
        std::array<std::uint64_t, 6> answersByClass{};
        std::uint64_t bytesReceived = 0;
        std::uint64_t bytesSent = 0;
    };
    struct ServiceTime
    {
        std::int64_t microseconds;
        std::uint32_t answers;
    };

    Totals m_totals;
    std::vector<ServiceTime> m_serviceTimes; ///< of this turn

    mutable std::mutex m_mutex; ///< guards what follows
    Totals m_published;
    stats::Histogram m_serviceMicroseconds;
};

} // namespace servelab::server
