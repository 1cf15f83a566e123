// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"
#include "tests/server/rawclient.h"

#include <netinet/tcp.h>

#include <array>
#include <memory>

namespace servelab::tests {

/// What the request cases run over. Everything else of a case is the same whatever carries its bytes.
class Transport
{
public:
    virtual ~Transport() = default;

    virtual const char *name() const = 0;
    /// What a server needs beside the configuration of its cases to be reached this way.
    virtual void configure(site::SiteConfig &config) const = 0;
    virtual std::unique_ptr<RawClient> connect(quint16 port) const = 0;
};

/// HTTP over TCP; each send leaves at once, also a single byte.
class PlainTransport final : public Transport
{
public:
    const char *name() const override { return "plain"; }
    void configure(site::SiteConfig &) const override { }
    std::unique_ptr<RawClient> connect(quint16 port) const override
    {
        auto client = std::make_unique<PromptClient>();
        client->connect(port);
        return client;
    }

private:
    class PromptClient final : public RawClient
    {
    public:
        PromptClient()
        {
            const int on = 1;
            ::setsockopt(socket(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        }
    };
};

/// All there are.
inline const std::array<const Transport *, 1> &transports()
{
    static const PlainTransport plain;
    static const std::array<const Transport *, 1> all{&plain};
    return all;
}

} // namespace servelab::tests
