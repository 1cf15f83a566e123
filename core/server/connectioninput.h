// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/eventloop.h"
#include "core/net/stream.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace servelab::server {

/// The bytes that come in on one connection. They are read into a buffer that all connections of a worker
/// share, and kept here only where some of them are not done with: the beginning of a request, or requests
/// that have to wait.
class ConnectionInput
{
public:
    /// What there is to look at; empty: nothing now.
    struct Part
    {
        std::string_view bytes;
        std::size_t received = 0; ///< how many of them are new
        bool isBroken = false; ///< the connection has failed
    };

    void noteReadiness(net::Readiness readiness);
    /// Looks again although no readiness was told.
    void expectMore() { m_isReadable = true; }

    /// What was kept unseen, or else reads once: the bytes kept before and the new ones, in one view. It is
    /// valid until the next call, or until `buffer` is used for another connection.
    Part next(net::Stream &stream, std::span<char> buffer);
    /// Reads once and keeps nothing.
    Part read(net::Stream &stream, std::span<char> buffer);

    enum class Rest : std::uint8_t { Seen, Unseen };
    /// Of the last part so many bytes are done with. What is left is kept: Seen means that it is of no use
    /// before more comes.
    void keep(std::string_view part, std::size_t consumed, Rest rest);
    void drop();

    bool isEmpty() const { return !m_kept; }
    std::string_view kept() const { return m_kept ? std::string_view(*m_kept) : std::string_view(); }
    bool holdsUnseen() const { return m_holdsUnseen; }
    bool mayBeReadable() const { return m_isReadable; }
    bool hasEnded() const { return m_hasEnded; }

private:
    std::unique_ptr<std::string> m_kept;
    bool m_holdsUnseen = false;
    bool m_isReadable = false; ///< the socket may hold more, and no further readiness will tell
    bool m_peerClosed = false; ///< the end of input is certain to come: read to it
    bool m_hasEnded = false;
};

} // namespace servelab::server
