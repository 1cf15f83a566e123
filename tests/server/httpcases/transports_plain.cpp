// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/caseclient.h"

#include <array>

// Of a build without HTTPS.
namespace servelab::tests {

std::span<const Transport *const> transports()
{
    static const PlainTransport plain;
    static const std::array<const Transport *, 1> all{&plain};
    return all;
}

} // namespace servelab::tests
