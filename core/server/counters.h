// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/histogram.h"

#include <array>
#include <cstdint>

namespace servelab::server {

/// What a server has done since it was deployed. A value.
struct CounterSnapshot
{
    std::uint64_t connectionsAccepted = 0;
    std::uint64_t connectionsOpen = 0;
    std::uint64_t tlsHandshakes = 0; ///< ended well
    std::uint64_t tlsResumptions = 0; ///< of these; the session was begun on an earlier connection
    std::uint64_t requests = 0; ///< complete heads, refused ones included
    std::array<std::uint64_t, 6> answersByClass{}; ///< by status / 100: [2] counts 2xx; [0] is unused
    std::uint64_t bytesReceived = 0; ///< of HTTP: what TLS adds is not counted
    std::uint64_t bytesSent = 0;
    qint64 cachedBytes = 0; ///< representations and coded variants in memory

    /// From the moment a request's last byte was read to the moment its answer was with the system,
    /// microseconds.
    stats::Histogram serviceMicroseconds;
};

} // namespace servelab::server
