// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/server/counters.h"

#include <chrono>
#include <deque>
#include <optional>

namespace servelab::ui {

/// What a server did in the second before a moment. Latencies are not a number when there was no answer.
struct HistoryPoint
{
    base::TimePoint at;
    double requestsPerSecond = 0;
    double p50Microseconds = 0;
    double p99Microseconds = 0;
    double bytesPerSecond = 0; ///< sent
    double connections = 0; ///< open at the moment itself
};

/// The last sixty seconds of a server, from its counters ten times a second. A value.
class SiteHistory
{
public:
    static constexpr std::chrono::seconds span{60};
    static constexpr std::chrono::seconds window{1}; ///< each point looks back this far

    /// Counters as they are now; never earlier than those before.
    void add(base::TimePoint now, server::CounterSnapshot counters);

    /// The server began anew: its counters start at zero. The points stay.
    void restart();

    /// No request in all of the span: what is drawn of it stays the same.
    bool isFlat() const;

    const std::deque<HistoryPoint> &points() const { return m_points; } ///< oldest first
    const server::CounterSnapshot &latest() const { return m_latest; }

private:
    struct Taken
    {
        base::TimePoint at;
        std::uint64_t requests = 0;
        std::uint64_t bytesSent = 0;
        stats::Histogram latency;
    };

    HistoryPoint pointAt(base::TimePoint now) const;

    std::deque<HistoryPoint> m_points;
    std::deque<Taken> m_window; ///< no more than one is older than the window
    server::CounterSnapshot m_latest;
    std::optional<base::TimePoint> m_lastBusy; ///< when a point last showed a request
};

} // namespace servelab::ui
