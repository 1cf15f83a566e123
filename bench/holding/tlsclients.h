// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/holding/clients.h"
#include "core/site/siteconfig.h"

#include <openssl/ssl.h>

#include <QTemporaryDir>

#include <memory>

/// Clients that speak TLS, on OpenSSL alone.
namespace servelab::holding {

/// What a server needs to speak HTTPS instead of HTTP; the files go with it.
class Certificate
{
public:
    Certificate(); ///< ends the program where none can be made
    void configure(site::SiteConfig &config) const;

private:
    QTemporaryDir m_folder;
    QString m_certificate;
    QString m_key;
};

/// A connection that has shaken hands. Nothing is verified, no session resumed.
class TlsSocket
{
public:
    /// As holding::connectTo(), which it uses; invalid also when the handshake fails.
    static TlsSocket connectTo(quint16 port, int number = 0);

    bool isValid() const { return m_ssl != nullptr; }

    /// False when it cannot be sent. What is answered is not read.
    bool request(const char *path) const;

    void reset(); ///< ends with one

    /// Asks for the small file; true when all of it comes within five seconds.
    bool ask() const;

    /// Tickets have been read with the answer: what comes behind it is an end or a fault.
    bool hasEvent() const { return holding::hasEvent(m_socket); }

private:
    struct Free
    {
        void operator()(SSL *ssl) const { SSL_free(ssl); }
    };

    Socket m_socket;
    std::unique_ptr<SSL, Free> m_ssl;
};

/// What a client sends before it hears anything.
QByteArray firstFlight();

} // namespace servelab::holding
