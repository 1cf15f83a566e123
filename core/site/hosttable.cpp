// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/hosttable.h"

#include "core/site/hostnames.h"

namespace servelab::site {

void HostTable::setFallback(OtherNames names, const VirtualHost *host)
{
    m_otherNames = names;
    m_fallback = host;
}

const VirtualHost *HostTable::find(std::string_view host) const
{
    if (const VirtualHost *named = m_names.find(host))
        return named;
    return fallsBack(host) ? m_fallback : nullptr;
}

bool HostTable::fallsBack(std::string_view host) const
{
    return m_otherNames == OtherNames::Any || (m_otherNames == OtherNames::Loopback && isLoopbackHost(host));
}

} // namespace servelab::site
