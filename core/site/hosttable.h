// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/nametable.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::site {

class VirtualHost;

/// Which host names a virtual host answers to besides its own.
enum class OtherNames : std::uint8_t {
    None,
    Loopback, ///< the names that always mean this machine
    Any,
};

/// Virtual hosts by name. Immutable once filled; points to hosts it does not own.
class HostTable
{
public:
    /// See NameTable.
    void add(const std::string &name, const VirtualHost *host) { m_names.add(name, host); }

    /// Who answers where no name fits.
    void setFallback(OtherNames names, const VirtualHost *host);

    /// `host` as http::normalizeHost() gives it. Null: no virtual host. Does not allocate.
    const VirtualHost *find(std::string_view host) const;

private:
    bool fallsBack(std::string_view host) const;

    NameTable<VirtualHost> m_names;
    OtherNames m_otherNames = OtherNames::None;
    const VirtualHost *m_fallback = nullptr;
};

} // namespace servelab::site
