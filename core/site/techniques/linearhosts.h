// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/octets.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace servelab::site {

class VirtualHost;

/// The naive way beside HostTable's names: every request walks the list and puts each name into lower case
/// anew to compare it. Finds what HostTable finds.
class LinearHosts
{
public:
    void add(const std::string &name, const VirtualHost *host) { m_hosts.emplace_back(name, host); }

    /// Null: no name fits.
    const VirtualHost *find(std::string_view host) const
    {
        const VirtualHost *found = nullptr;
        std::size_t fitting = 0;
        for (const auto &[name, candidate] : m_hosts) {
            const std::size_t fit = fitOf(lowerCased(name), host);
            if (fit > fitting)
                found = candidate;
            fitting = std::max(fit, fitting);
        }
        return found;
    }

private:
    static std::string lowerCased(std::string name)
    {
        std::ranges::transform(name, name.begin(), http::octets::toLower);
        return name;
    }

    /// How well a name fits: an exact one best, then the longest wildcard; 0: not at all.
    static std::size_t fitOf(const std::string &name, std::string_view host)
    {
        if (name == host)
            return std::string::npos;
        const std::string_view suffix = std::string_view(name).substr(std::min<std::size_t>(1, name.size()));
        const bool isBelow = name.starts_with("*.") && host.size() > suffix.size() && host.ends_with(suffix);
        return isBelow ? suffix.size() : 0;
    }

    std::vector<std::pair<std::string, const VirtualHost *>> m_hosts;
};

} // namespace servelab::site
