// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/hosttable.h"

#include "core/site/hostnames.h"

namespace servelab::site {

void HostTable::add(const std::string &name, const VirtualHost *host)
{
    if (name.starts_with("*."))
        m_wildcards.emplace(name.substr(1), host);
    else
        m_names.emplace(name, host);
}

void HostTable::setFallback(OtherNames names, const VirtualHost *host)
{
    m_otherNames = names;
    m_fallback = host;
}

const VirtualHost *HostTable::find(std::string_view host) const
{
    if (const VirtualHost *exact = lookUp(m_names, host))
        return exact;
    if (const VirtualHost *wildcard = findWildcard(host))
        return wildcard;
    return fallsBack(host) ? m_fallback : nullptr;
}

const VirtualHost *HostTable::lookUp(const Names &names, std::string_view name)
{
    const auto found = names.find(name);
    return found == names.end() ? nullptr : found->second;
}

const VirtualHost *HostTable::findWildcard(std::string_view host) const
{
    if (m_wildcards.empty())
        return nullptr;
    for (std::size_t dot = host.find('.', 1); dot != std::string_view::npos; dot = host.find('.', dot + 1)) {
        if (const VirtualHost *found = lookUp(m_wildcards, host.substr(dot)))
            return found;
    }
    return nullptr;
}

bool HostTable::fallsBack(std::string_view host) const
{
    return m_otherNames == OtherNames::Any || (m_otherNames == OtherNames::Loopback && isLoopbackHost(host));
}

} // namespace servelab::site
