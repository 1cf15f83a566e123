// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/listener.h"
#include "core/site/siteconfigjson.h"

#include <optional>

namespace servelab::server {

/// What is between a connection's bytes and the wire.
enum class Transport : std::uint8_t { Plain, Tls };

/// The listening sockets of one server.
struct ServerSockets
{
    std::optional<net::ListeningSockets> plain; ///< empty: HTTPS only
    std::optional<net::ListeningSockets> secured; ///< empty: HTTP only

    quint16 plainPort() const { return plain ? plain->port : 0; }
    quint16 securedPort() const { return secured ? secured->port : 0; }
};

/// Opens what the configuration asks for, or nothing at all. A port that cannot be opened is a problem of its
/// field, "port" or "https.port".
std::expected<ServerSockets, site::Problems> openServerSockets(const site::SiteConfig &config, int workers);

} // namespace servelab::server
