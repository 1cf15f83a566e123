// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

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
    /// `name` as normalizedHostName() gives it; "*.test" stands for every name below test.
    void add(const std::string &name, const VirtualHost *host);

    /// Who answers where no name fits.
    void setFallback(OtherNames names, const VirtualHost *host);

    /// `host` as http::normalizeHost() gives it. An exact name wins over a wildcard, a longer wildcard over a
    /// shorter one. Null: no virtual host. Does not allocate; takes one look-up for each label at most.
    const VirtualHost *find(std::string_view host) const;

private:
    struct Hash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };
    using Names = std::unordered_map<std::string, const VirtualHost *, Hash, std::equal_to<>>;

    static const VirtualHost *lookUp(const Names &names, std::string_view name);
    const VirtualHost *findWildcard(std::string_view host) const;
    bool fallsBack(std::string_view host) const;

    Names m_names;
    Names m_wildcards; ///< by what stands behind the '*', with its dot
    OtherNames m_otherNames = OtherNames::None;
    const VirtualHost *m_fallback = nullptr;
};

} // namespace servelab::site
