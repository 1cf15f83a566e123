// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/peers/arguments.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstdint>

namespace servelab::bench {

inline sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A listening socket; `kind` is what is added to SOCK_STREAM. Sends at once, and so do those it accepts.
inline int listenOn(std::uint16_t port, int kind)
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | kind, 0);
    const int on = 1;
    ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    ::setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address = loopback(port);
    if (::bind(listener, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0
        || ::listen(listener, SOMAXCONN) != 0)
        failWith("Port " + std::to_string(port) + " cannot be listened on.");
    return listener;
}

} // namespace servelab::bench
