// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/responseparser.h"
#include "core/http/websocketreader.h"

#include <string>

namespace servelab::load {

/// How far one connection has come as a WebSocket. A value of the connection's.
struct EchoSocket
{
    explicit EchoSocket(std::uint64_t messageBytes)
        : reader(http::WebSocketRole::Client, {messageBytes, messageBytes})
    {
        answer.expectUpgrade();
    }

    std::size_t handshakeSent = 0; ///< bytes of it
    http::ResponseParser answer; ///< to the handshake
    std::string answerHead; ///< as far as it has come
    http::WebSocketReader reader;
    std::string control; ///< frames to be sent as soon as the one under way has left
};

} // namespace servelab::load
