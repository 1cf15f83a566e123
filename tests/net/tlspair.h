// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/stream.h"
#include "core/net/tlscontext.h"
#include "tests/certificates/testcertificates.h"

#include <sys/socket.h>

#include <array>
#include <vector>

namespace servelab::tests {

using namespace servelab::net;

using ServerPointer = std::shared_ptr<const TlsServerContext>;
using ClientPointer = std::shared_ptr<const TlsClientContext>;

/// Two streams, each the other's peer, the second one a TLS client of the first.
struct Pair
{
    Pair(const ServerPointer &server, const ClientPointer &client, const std::string &name = "own.test")
    {
        std::array<int, 2> sockets{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets.data()) != 0)
            qFatal("no socket pair");
        acceptor.context = server;
        accepting = Stream(base::UniqueFd(sockets[0]));
        accepting.awaitTls(acceptor);
        connecting = Stream(base::UniqueFd(sockets[1]));
        connecting.startTlsClient(client, name);
    }

    /// Turn by turn, as two event loops would, until both have ended it or one has failed.
    IoStatus shakeHands()
    {
        std::array<char, 100> none;
        IoStatus server = IoStatus::WouldBlock;
        IoStatus client = IoStatus::WouldBlock;
        for (int turn = 0; turn < 20 && client != IoStatus::Failed && server != IoStatus::Failed; ++turn) {
            client = connecting.handshake().status;
            server = accepting.read(none).status;
            if (client == IoStatus::Done && !accepting.isHandshaking())
                return IoStatus::Done;
        }
        return client == IoStatus::Failed || server == IoStatus::Failed ? IoStatus::Failed
                                                                        : IoStatus::WouldBlock;
    }

    TlsAcceptor acceptor;
    Stream accepting;
    Stream connecting;
};

inline IoResult write(Stream &stream, std::string_view bytes)
{
    return stream.write({&bytes, 1});
}

inline std::string readAll(Stream &stream, std::size_t bufferBytes = 65536)
{
    std::string all;
    std::vector<char> buffer(bufferBytes);
    for (;;) {
        const IoResult result = stream.read(buffer);
        if (result.status != IoStatus::Done)
            return all;
        all.append(buffer.data(), result.bytes);
    }
}

/// A server's certificate, and contexts that use it.
class TlsContexts
{
protected:
    TlsContexts()
    {
        m_files.add(QStringLiteral("own"), {QStringLiteral("own.test"), QStringLiteral("127.0.0.1")});
    }

    ServerPointer serverContext(TlsServerContext::Options options = {}) const
    {
        options.credentials = {*certificates::loadCredentials(
            {m_files.certificate(QStringLiteral("own")), m_files.key(QStringLiteral("own")), {}, {}})};
        return *TlsServerContext::create(options);
    }
    static ClientPointer trusting()
    {
        return *TlsClientContext::create({.verification = TlsClientContext::Verification::None});
    }

    TestCertificates m_files;
};

} // namespace servelab::tests
