// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/peers/client/transport.h"

namespace servelab::bench {

/// What one answer, looked at byte by byte, tells of all that follow.
struct CheckedAnswer
{
    std::uint64_t wireBytes = 0; ///< head and body
    std::uint64_t headBytes = 0;
    double firstBodySeconds = 0; ///< from the request's end to the first byte of the body; 0: no body
    double seconds = 0; ///< to the last byte
};

/// Asks once, on a connection of its own, and ends the program with the difference where status, length,
/// coding or any byte of the body is not what is expected. Keeps a TLS session where one is to be resumed.
CheckedAnswer checkAnswer(const Options &options, TlsContext *tls);

} // namespace servelab::bench
