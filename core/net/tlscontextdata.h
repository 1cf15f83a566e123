// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/openssl.h"
#include "core/net/tlsclientsessions.h"
#include "core/net/tlscontext.h"

#include <openssl/ssl.h>

/// What contexts hold. Included by sources only, and only in builds with OpenSSL.
namespace servelab::net {

using ContextPointer = std::unique_ptr<SSL_CTX, certificates::FreedWith<SSL_CTX_free>>;

struct TlsServerContext::Data
{
    Options options;
    std::string protocolList; ///< as on the wire: each with its length in front
    std::vector<ContextPointer> contexts; ///< one for each of the credentials

    SSL_CTX *first() const { return contexts.front().get(); }
};

struct TlsClientContext::Data
{
    Options options;
    ContextPointer context;
    mutable TlsClientSessions sessions; ///< where they are resumed
};

} // namespace servelab::net
