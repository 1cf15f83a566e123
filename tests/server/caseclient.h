// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/server.h"
#include "core/site/siteconfig.h"
#include "tests/server/rawclient.h"

#include <netinet/tcp.h>

#include <memory>
#include <span>

namespace servelab::tests {

/// What the request cases run over. Everything else of a case is the same whatever carries its bytes.
class Transport
{
public:
    virtual ~Transport() = default;

    virtual const char *name() const = 0;
    /// What a server needs beside the configuration of its cases to be reached this way.
    virtual void configure(site::SiteConfig &config) const = 0;
    /// Where such a server is reached.
    virtual quint16 port(const server::Server &server) const = 0;
    /// `receiveBuffer` limits what the client's system takes ahead of it; 0: as the system has it. From any
    /// thread.
    virtual std::unique_ptr<RawClient> connect(quint16 port, int receiveBuffer = 0) const = 0;
};

/// HTTP over TCP; each send leaves at once, also a single byte.
class PlainTransport final : public Transport
{
public:
    const char *name() const override { return "plain"; }
    void configure(site::SiteConfig &) const override { }
    quint16 port(const server::Server &server) const override { return server.port(); }
    std::unique_ptr<RawClient> connect(quint16 port, int receiveBuffer) const override
    {
        return std::make_unique<PromptClient>(port, receiveBuffer);
    }

private:
    class PromptClient final : public RawClient
    {
    public:
        PromptClient(quint16 port, int receiveBuffer)
            : RawClient(port, receiveBuffer)
        {
            const int on = 1;
            ::setsockopt(socket(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        }
    };
};

/// All there are in this build: transports_plain.cpp or transports_tls.cpp.
std::span<const Transport *const> transports();

} // namespace servelab::tests
