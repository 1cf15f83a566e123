// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/site/siteconfig.h"

#include <cstdint>

namespace servelab::server {

/// What a connection waits for, which decides the limits that hold.
enum class Awaited : std::uint8_t {
    Handshake, ///< of TLS, begun
    FirstRequest,
    NextRequest,
    RestOfHead,
    RestOfBody,
    Reader, ///< the client has to take what waits for it
    Encoder, ///< the server's own work: no limit
    Hook, ///< the embedding program's answer, or more of it
    PeersClose, ///< everything is said; what the client still sends is thrown away
};

/// Since when.
struct ConnectionTimes
{
    base::TimePoint lastActivity; ///< bytes moved, in either direction
    base::TimePoint begun; ///< first byte of the request, or of the handshake, being read; for PeersClose:
                           ///< when this side was closed

    bool hasBegun() const { return begun != base::TimePoint(); }
    /// Where the whole request came at once, nothing had been noted before.
    base::TimePoint requestBegan() const { return hasBegun() ? begun : lastActivity; }
};

/// After this side has closed, a client that keeps silent, and one that keeps sending, are waited for so
/// long.
inline constexpr std::chrono::seconds lingerSilence{2};
inline constexpr std::chrono::seconds lingerTotal{5};

/// How often a client that takes nothing is looked at: what it reads out of the system's buffer is activity
/// too, but shows only when asked for.
inline constexpr std::chrono::milliseconds readerCheck{400};

/// When the wait ends; max() for never. A limit of 0 does not count.
base::TimePoint expiryOf(Awaited awaited, const ConnectionTimes &times, const site::TimeoutsConfig &limits);

/// Whether that wait, which is over at `now`, is answered with 408 rather than a silent close.
bool isRequestTimeout(
    Awaited awaited, const ConnectionTimes &times, const site::TimeoutsConfig &limits, base::TimePoint now);

} // namespace servelab::server
