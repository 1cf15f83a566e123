// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/tlstransport.h"

#include <array>

namespace servelab::tests {

std::span<const Transport *const> transports()
{
    static const PlainTransport plain;
    static const TlsTransport newest("TLS 1.3", TLS1_3_VERSION);
    static const TlsTransport older("TLS 1.2", TLS1_2_VERSION);
    static const std::array<const Transport *, 3> all{&plain, &newest, &older};
    return all;
}

} // namespace servelab::tests
