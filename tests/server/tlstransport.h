// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/certificates/testcertificates.h"
#include "tests/server/caseclient.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <fcntl.h>

#include <csignal>

namespace servelab::tests {

/// HTTP over TLS: each send is a record of its own at least, and leaves at once. An end without close_notify
/// is an Ending::Reset, for it may be anybody's.
class TlsRawClient final : public RawClient
{
public:
    TlsRawClient(quint16 port, SSL_CTX *context, int receiveBuffer)
        : RawClient(port, receiveBuffer)
        , m_ssl(SSL_new(context))
    {
        const int on = 1;
        ::setsockopt(socket(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        ::fcntl(socket(), F_SETFL, O_NONBLOCK);
        SSL_set_fd(m_ssl.get(), socket());
        SSL_set_mode(m_ssl.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        SSL_set_connect_state(m_ssl.get());
        if (!handshake())
            close();
    }

    /// close_notify, then FIN.
    void shutdownWrite() override
    {
        ERR_clear_error();
        while (SSL_shutdown(m_ssl.get()) < 0 && waitsFor(SSL_ERROR_WANT_WRITE, POLLOUT)) { }
        RawClient::shutdownWrite();
    }

protected:
    std::optional<ssize_t> readSome(char *buffer, size_t room, int milliseconds) override
    {
        QElapsedTimer timer;
        timer.start();
        for (;;) {
            size_t count = 0;
            ERR_clear_error();
            const int result = SSL_read_ex(m_ssl.get(), buffer, room, &count);
            if (result == 1)
                return ssize_t(count);
            const int error = SSL_get_error(m_ssl.get(), result);
            if (error == SSL_ERROR_ZERO_RETURN)
                return endOfSocket(milliseconds);
            if (error != SSL_ERROR_WANT_READ)
                return -1;
            if (!await(POLLIN, milliseconds - int(timer.elapsed())))
                return {};
        }
    }

    ssize_t writeSome(const char *bytes, size_t length) override
    {
        size_t count = 0;
        ERR_clear_error();
        const int result = SSL_write_ex(m_ssl.get(), bytes, length, &count);
        if (result == 1)
            return ssize_t(count);
        errno = SSL_get_error(m_ssl.get(), result) == SSL_ERROR_WANT_WRITE ? EAGAIN : EPIPE;
        return -1;
    }

private:
    struct Free
    {
        void operator()(SSL *ssl) const { SSL_free(ssl); }
    };

    bool await(short events, int milliseconds)
    {
        pollfd waiting{socket(), events, 0};
        return ::poll(&waiting, 1, std::max(milliseconds, 0)) > 0;
    }

    bool waitsFor(int error, short events)
    {
        return SSL_get_error(m_ssl.get(), -1) == error && await(events, patience);
    }

    bool handshake()
    {
        for (;;) {
            ERR_clear_error();
            const int result = SSL_do_handshake(m_ssl.get());
            if (result == 1)
                return true;
            if (SSL_get_error(m_ssl.get(), result) != SSL_ERROR_WANT_READ || !await(POLLIN, patience))
                return false;
        }
    }

    /// Behind close_notify comes the end of the connection, and nothing else.
    std::optional<ssize_t> endOfSocket(int milliseconds)
    {
        if (!await(POLLIN, milliseconds))
            return {};
        char byte = 0;
        return ::recv(socket(), &byte, 1, 0) == 0 ? 0 : -1;
    }

    std::unique_ptr<SSL, Free> m_ssl;
};

/// HTTPS in one version of TLS. Sessions are not resumed.
class TlsTransport final : public Transport
{
public:
    TlsTransport(const char *name, int version)
        : m_name(name)
        , m_context(SSL_CTX_new(TLS_client_method()))
    {
        SSL_CTX_set_min_proto_version(m_context.get(), version);
        SSL_CTX_set_max_proto_version(m_context.get(), version);
        m_certificates.add(QStringLiteral("own"), {QStringLiteral("127.0.0.1")});
        ::signal(SIGPIPE, SIG_IGN); // of a server that has gone; OpenSSL writes without MSG_NOSIGNAL
    }

    const char *name() const override { return m_name; }

    void configure(site::SiteConfig &config) const override
    {
        config.https.enabled = true;
        config.https.only = true;
        config.https.port = 0;
        config.https.certificate = m_certificates.certificate(QStringLiteral("own"));
        config.https.key = m_certificates.key(QStringLiteral("own"));
    }

    quint16 port(const server::Server &server) const override { return server.httpsPort(); }

    std::unique_ptr<RawClient> connect(quint16 port, int receiveBuffer) const override
    {
        return std::make_unique<TlsRawClient>(port, m_context.get(), receiveBuffer);
    }

private:
    struct Free
    {
        void operator()(SSL_CTX *context) const { SSL_CTX_free(context); }
    };

    const char *m_name;
    std::unique_ptr<SSL_CTX, Free> m_context;
    TestCertificates m_certificates;
};

} // namespace servelab::tests
