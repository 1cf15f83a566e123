// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/server/rawclient.h"

#include <QString>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <memory>
#include <vector>

namespace servelab::tests {

/// A blocking TLS client on OpenSSL's memory BIOs, so that a test decides which bytes travel when. It knows
/// nothing of the code under test.
class TlsClient
{
public:
    struct Options
    {
        int version = 0; ///< 0: any; else this one alone
        QByteArray serverName = {};
        QByteArray protocols = {}; ///< ALPN, as on the wire
        SSL_SESSION *session = nullptr; ///< to resume
        int receiveBuffer = 0;
    };

    explicit TlsClient(quint16 port)
        : TlsClient(port, Options())
    {
    }

    TlsClient(quint16 port, const Options &options)
        : m_socket(port, options.receiveBuffer)
        , m_context(SSL_CTX_new(TLS_client_method()))
        , m_ssl(SSL_new(m_context.get()))
    {
        SSL_set_security_level(m_ssl.get(), 0);
        if (options.version != 0) {
            SSL_set_min_proto_version(m_ssl.get(), options.version);
            SSL_set_max_proto_version(m_ssl.get(), options.version);
        }
        if (!options.serverName.isEmpty())
            SSL_set_tlsext_host_name(m_ssl.get(), options.serverName.constData());
        if (!options.protocols.isEmpty())
            SSL_set_alpn_protos(m_ssl.get(),
                reinterpret_cast<const unsigned char *>(options.protocols.data()),
                static_cast<unsigned>(options.protocols.size()));
        if (options.session)
            SSL_set_session(m_ssl.get(), options.session);
        m_in = BIO_new(BIO_s_mem());
        m_out = BIO_new(BIO_s_mem());
        SSL_set_bio(m_ssl.get(), m_in, m_out);
        SSL_set_connect_state(m_ssl.get());
    }

    /// OpenSSL would take a connection that has not been shut down for a reason to forget its session.
    ~TlsClient() { SSL_set_shutdown(m_ssl.get(), SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN); }

    SSL *ssl() { return m_ssl.get(); }
    RawClient &socket() { return m_socket; }

    /// Bytes that OpenSSL wants to send, ciphertext.
    QByteArray takeOutput()
    {
        char *bytes = nullptr;
        const long length = BIO_get_mem_data(m_out, &bytes);
        const QByteArray output(bytes, length);
        BIO_reset(m_out);
        return output;
    }

    /// The first flight, which the caller sends.
    QByteArray hello()
    {
        SSL_do_handshake(m_ssl.get());
        return takeOutput();
    }

    bool handshake()
    {
        for (;;) {
            const int result = SSL_do_handshake(m_ssl.get());
            flush();
            if (result == 1)
                return true;
            if (SSL_get_error(m_ssl.get(), result) != SSL_ERROR_WANT_READ || !receive())
                return false;
        }
    }

    /// Encrypts, and hands over what is to be sent.
    QByteArray encrypt(const QByteArray &plain)
    {
        for (qsizetype sent = 0; sent < plain.size();) {
            const int count
                = SSL_write(m_ssl.get(), plain.data() + sent, static_cast<int>(plain.size() - sent));
            if (count <= 0)
                break;
            sent += count;
        }
        return takeOutput();
    }
    void send(const QByteArray &plain) { m_socket.send(encrypt(plain)); }
    void flush() { m_socket.send(takeOutput()); }

    void closeNotify()
    {
        SSL_shutdown(m_ssl.get());
        flush();
    }

    /// Plain bytes, at least one; empty at the end, or when nothing comes.
    QByteArray read()
    {
        char buffer[65536];
        for (;;) {
            const int count = SSL_read(m_ssl.get(), buffer, sizeof buffer);
            m_readError = SSL_get_error(m_ssl.get(), count);
            flush();
            if (count > 0)
                return QByteArray(buffer, count);
            if (m_readError != SSL_ERROR_WANT_READ || !receive())
                return {};
        }
    }

    /// Until so many bytes are there, or the end.
    QByteArray readBytes(qsizetype count)
    {
        while (m_plain.size() < count) {
            const QByteArray more = read();
            if (more.isEmpty())
                break;
            m_plain += more;
        }
        const QByteArray taken = m_plain.left(count);
        m_plain.remove(0, count);
        return taken;
    }

    QByteArray readToEnd()
    {
        for (QByteArray more = read(); !more.isEmpty(); more = read())
            m_plain += more;
        return std::exchange(m_plain, {});
    }

    /// One answer with a Content-Length, head and body.
    struct Whole
    {
        int status = 0;
        QByteArray body;
    };
    Whole readAnswer()
    {
        while (!m_plain.contains("\r\n\r\n")) {
            const QByteArray more = read();
            if (more.isEmpty())
                return {};
            m_plain += more;
        }
        const QByteArray head = readBytes(m_plain.indexOf("\r\n\r\n") + 4);
        const qsizetype at = head.indexOf("Content-Length: ") + 16;
        const qsizetype length = head.mid(at, head.indexOf("\r\n", at) - at).toLongLong();
        return {head.mid(9, 3).toInt(), readBytes(length)};
    }

    /// The server has ended its side within TLS.
    bool hasCloseNotify() const { return (SSL_get_shutdown(m_ssl.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }
    int readError() const { return m_readError; }

    QString commonName()
    {
        X509 *certificate = SSL_get0_peer_certificate(m_ssl.get());
        char name[256] = "";
        if (certificate)
            X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name, sizeof name);
        return QString::fromUtf8(name);
    }

    /// Takes what has come off the socket. False at its end, or when nothing comes.
    bool receive()
    {
        if (!m_socket.receive())
            return false;
        const QByteArray bytes = m_socket.takeReceived();
        BIO_write(m_in, bytes.constData(), static_cast<int>(bytes.size()));
        return true;
    }

private:
    struct Free
    {
        void operator()(SSL_CTX *context) const { SSL_CTX_free(context); }
        void operator()(SSL *ssl) const { SSL_free(ssl); }
    };

    RawClient m_socket;
    std::unique_ptr<SSL_CTX, Free> m_context;
    std::unique_ptr<SSL, Free> m_ssl;
    BIO *m_in = nullptr; ///< of m_ssl
    BIO *m_out = nullptr;
    int m_readError = 0;
    QByteArray m_plain;
};

} // namespace servelab::tests
