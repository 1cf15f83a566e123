// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/tlscontext.h"
#include "core/site/site.h"

namespace servelab::server {

/// TLS as a deployment offers it.
struct TlsSetup
{
    std::shared_ptr<const net::TlsServerContext> context; ///< null: it does not
    QByteArray digest; ///< of all that the context was made from
};

/// For the site's certificates. Where they are those of `previous`, its context goes on, so that sessions
/// which began under it still resume; where they are not, no session does, so that every client sees the new
/// ones.
std::expected<TlsSetup, site::Problems> makeTlsSetup(const site::Site &site, const TlsSetup &previous);

} // namespace servelab::server
