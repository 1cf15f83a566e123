// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

#include <string>
#include <string_view>

namespace servelab::http {

/// Whether a request asks for a WebSocket: "websocket" among the tokens of Upgrade, "upgrade" among those of
/// Connection (RFC 9110 section 7.8). It may still be a handshake that cannot be accepted.
bool asksForWebSocket(const RequestHead &head);

/// What becomes of an opening handshake (RFC 6455 section 4.2): 101 where it can be accepted, 400 where it is
/// none or a broken one, 426 where its version is not 13.
int handshakeStatus(const RequestHead &head);

inline constexpr std::string_view webSocketVersion = "13";

/// Sec-WebSocket-Accept to a Sec-WebSocket-Key (RFC 6455 section 1.3).
std::string webSocketAccept(std::string_view key);

/// Whether the client offers that subprotocol (RFC 6455 section 11.3.4). Case counts.
bool offersProtocol(const RequestHead &head, std::string_view protocol);

} // namespace servelab::http
