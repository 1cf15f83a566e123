// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/openssl.h"

#include <openssl/ssl.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace servelab::net {

/// The newest session that each server has offered to resume (RFC 8446 section 2.2, RFC 5077), by the name it
/// was called by: who is called by another name has to show its certificate. Every connection gets a copy of
/// its own, for OpenSSL writes in the one it uses. Thread-safe. Included by sources only, and only in builds
/// with OpenSSL.
class TlsClientSessions
{
public:
    /// Of one name; lives as long as its owner.
    class Place
    {
    public:
        void keepCopyOf(SSL_SESSION *session);
        void resume(SSL *ssl);

    private:
        using SessionPointer = std::unique_ptr<SSL_SESSION, certificates::FreedWith<SSL_SESSION_free>>;

        std::mutex m_mutex;
        SessionPointer m_newest; ///< under m_mutex
    };

    /// What connections of that context are offered goes to their places from now on.
    static void collect(SSL_CTX *context);

    Place &placeOf(const std::string &hostName);

    /// Before the handshake: the connection resumes what is kept there, and leaves there what it is offered.
    static void use(SSL *ssl, Place &place);

private:
    std::mutex m_mutex;
    std::map<std::string, Place> m_places; ///< under m_mutex
};

} // namespace servelab::net
