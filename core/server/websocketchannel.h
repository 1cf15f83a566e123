// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/waker.h"
#include "core/server/websockethandler.h"

#include <mutex>
#include <optional>
#include <string>

namespace servelab::server {

/// What other threads send on one WebSocket, on its way to the connection. Shared with every handle, outlives
/// the connection. Thread-safe.
class WebSocketChannel
{
public:
    static constexpr std::uint64_t highWater = 256 * 1024; ///< bytes from which a sender should wait

    struct Close
    {
        http::CloseCode code;
        std::string reason;
    };
    struct Taken
    {
        std::string frames; ///< whole ones, as they go on the wire
        std::optional<Close> close; ///< behind them
        bool toldToWait = false; ///< a sender counts on onDrained()
    };

    WebSocketChannel(Waker waker, std::uint64_t largestBytes);

    SendStatus send(http::Opcode opcode, std::string_view payload);
    void close(http::CloseCode code, std::string_view reason);
    std::uint64_t bufferedBytes() const;

    // The connection's side.
    Taken take(); ///< arms the waker
    void disconnect(); ///< nothing is taken any more

private:
    const std::uint64_t m_largestBytes;
    mutable std::mutex m_mutex; ///< guards what follows
    Taken m_waiting;
    bool m_isClosed = false;
    Waker m_waker;
};

} // namespace servelab::server
