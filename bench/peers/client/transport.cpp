// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/peers/client/transport.h"

#include "bench/peers/loopback.h"

#include <openssl/ssl.h>

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace servelab::bench {

TlsContext::TlsContext()
    : m_context(SSL_CTX_new(TLS_client_method()))
{
    SSL_CTX_set_min_proto_version(m_context, TLS1_3_VERSION);
    SSL_CTX_set_mode(m_context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_verify(m_context, SSL_VERIFY_NONE, nullptr); // the certificate of the bench is its own
}

TlsContext::~TlsContext()
{
    SSL_SESSION_free(m_session);
    SSL_CTX_free(m_context);
}

SSL *TlsContext::open(int socket) const
{
    SSL *connection = SSL_new(m_context);
    SSL_set_fd(connection, socket);
    SSL_set_connect_state(connection);
    SSL_set_tlsext_host_name(connection, "localhost");
    if (m_session)
        SSL_set_session(connection, m_session);
    return connection;
}

void TlsContext::setSession(SSL_SESSION *session)
{
    SSL_SESSION_free(m_session);
    m_session = session;
}

Transport::Transport(const Options &options, const TlsContext *tls)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
{
    if (m_socket < 0)
        return;
    const int on = 1;
    ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (options.receiveBuffer > 0)
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVBUF, &options.receiveBuffer, sizeof options.receiveBuffer);
    sockaddr_in address = loopback(options.port);
    const int result = ::connect(m_socket, reinterpret_cast<sockaddr *>(&address), sizeof address);
    if (result != 0 && errno != EINPROGRESS) {
        ::close(m_socket);
        m_socket = -1;
    } else if (tls) {
        m_tls = tls->open(m_socket);
    }
}

Transport::~Transport()
{
    if (m_tls) {
        SSL_set_shutdown(m_tls, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN); // else its session ends with it
        SSL_free(m_tls);
    }
    if (m_socket >= 0)
        ::close(m_socket);
}

ssize_t Transport::tlsResult(int result) const
{
    if (result > 0)
        return result;
    switch (SSL_get_error(m_tls, result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return wouldBlock;
    case SSL_ERROR_ZERO_RETURN:
        return 0;
    default:
        return failed;
    }
}

namespace {

ssize_t plainResult(ssize_t result)
{
    if (result >= 0)
        return result;
    return errno == EAGAIN || errno == ENOTCONN ? Transport::wouldBlock : Transport::failed;
}

} // namespace

ssize_t Transport::read(char *out, std::size_t size)
{
    if (m_tls)
        return tlsResult(SSL_read(m_tls, out, static_cast<int>(size)));
    return plainResult(::recv(m_socket, out, size, 0));
}

ssize_t Transport::discard(char *scratch, std::size_t size)
{
    if (m_tls)
        return tlsResult(SSL_read(m_tls, scratch, static_cast<int>(size)));
    return plainResult(::recv(m_socket, scratch, size, MSG_TRUNC));
}

ssize_t Transport::write(std::string_view bytes)
{
    if (m_tls)
        return tlsResult(SSL_write(m_tls, bytes.data(), static_cast<int>(bytes.size())));
    return plainResult(::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

void Transport::await(short events) const
{
    constexpr int patienceMilliseconds = 20'000;
    pollfd waiting{m_socket, events, 0};
    if (::poll(&waiting, 1, patienceMilliseconds) <= 0)
        failWith("Nothing came from the server within 20 seconds.");
}

SSL_SESSION *Transport::session() const
{
    return m_tls ? SSL_get1_session(m_tls) : nullptr;
}

bool Transport::wasResumed() const
{
    return m_tls && SSL_session_reused(m_tls);
}

} // namespace servelab::bench
