// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/peers/client/options.h"

#include <memory>
#include <string_view>

using SSL = struct ssl_st;
using SSL_CTX = struct ssl_ctx_st;
using SSL_SESSION = struct ssl_session_st;

namespace servelab::bench {

/// What all TLS connections of this program share: one context, and the session that is resumed.
class TlsContext
{
public:
    TlsContext();
    ~TlsContext();

    SSL *open(int socket) const;
    void setSession(SSL_SESSION *session);
    bool hasSession() const { return m_session != nullptr; }

private:
    SSL_CTX *m_context;
    SSL_SESSION *m_session = nullptr;
};

/// A non-blocking TCP connection to the loopback address, with or without TLS. The handshake is done by the
/// first reads and writes.
class Transport
{
public:
    static constexpr ssize_t wouldBlock = -1;
    static constexpr ssize_t failed = -2;

    /// `tls` outlives the connection; null: plain.
    Transport(const Options &options, const TlsContext *tls);
    ~Transport();
    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;

    bool isOpen() const { return m_socket >= 0; }
    int descriptor() const { return m_socket; }

    /// Bytes, 0 at the end of the stream, or one of the constants above.
    ssize_t read(char *out, std::size_t size);
    /// Takes bytes away without copying them, where that can be done.
    ssize_t discard(char *scratch, std::size_t size);
    ssize_t write(std::string_view bytes);
    /// Waits for one of poll()'s events; ends the program where none comes for a long time.
    void await(short events) const;

    /// The session of a TLS connection that has read something, for resuming; owned by the caller.
    SSL_SESSION *session() const;
    bool wasResumed() const;

private:
    ssize_t tlsResult(int result) const;

    int m_socket;
    SSL *m_tls = nullptr;
};

} // namespace servelab::bench
