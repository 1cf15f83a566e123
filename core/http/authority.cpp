// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/authority.h"

#include "core/http/fieldline.h"
#include "core/http/octets.h"
#include "core/http/target.h"

#include <algorithm>

namespace servelab::http {

namespace {

bool isRegName(std::string_view name)
{
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (octets::isRegName(name[i]))
            continue;
        const bool isEscape = name[i] == '%' && i + 2 < name.size() && octets::hexValue(name[i + 1]) >= 0
            && octets::hexValue(name[i + 2]) >= 0;
        if (!isEscape)
            return false;
        i += 2;
    }
    return !name.empty();
}

bool isIpv4Address(std::string_view text)
{
    int parts = 0;
    for (bool atEnd = false; !atEnd; ++parts) {
        const std::size_t dot = text.find('.');
        const std::string_view part = text.substr(0, dot);
        const auto value = parseDecimal(part);
        if (!value || *value > 255 || part.size() > 3 || (part.size() > 1 && part[0] == '0'))
            return false;
        atEnd = dot == std::string_view::npos;
        text.remove_prefix(atEnd ? text.size() : dot + 1);
    }
    return parts == 4;
}

bool isHexGroup(std::string_view text)
{
    return !text.empty() && text.size() <= 4
        && std::ranges::all_of(text, [](char c) { return octets::hexValue(c) >= 0; });
}

/// Number of 16-bit groups in "a:b:c", where the last may be an IPv4 address; -1 for anything else.
int countGroups(std::string_view text, bool mayEndWithIpv4)
{
    int groups = 0;
    while (!text.empty()) {
        const std::size_t colon = text.find(':');
        const bool isLast = colon == std::string_view::npos;
        const std::string_view group = text.substr(0, colon);
        const bool isIpv4 = isLast && mayEndWithIpv4 && isIpv4Address(group);
        if (!isIpv4 && !isHexGroup(group))
            return -1;
        groups += isIpv4 ? 2 : 1;
        if (!isLast && colon + 1 == text.size())
            return -1;
        text.remove_prefix(isLast ? text.size() : colon + 1);
    }
    return groups;
}

bool isIpv6Address(std::string_view text)
{
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos)
        return countGroups(text, true) == 8;
    const int before = countGroups(text.substr(0, gap), false);
    const int behind = countGroups(text.substr(gap + 2), true);
    return before >= 0 && behind >= 0 && before + behind <= 7;
}

bool isHost(std::string_view host)
{
    if (!host.starts_with('['))
        return isRegName(host);
    return host.ends_with(']') && isIpv6Address(host.substr(1, host.size() - 2));
}

bool isPort(std::string_view port)
{
    std::uint32_t number = 0;
    for (const char c : port) {
        if (!octets::isDigit(c))
            return false;
        number = std::min<std::uint32_t>(number * 10 + static_cast<std::uint32_t>(c - '0'), 65'536);
    }
    return number <= 65'535;
}

} // namespace

AuthorityParts splitAuthority(std::string_view authority)
{
    const std::size_t hostEnd
        = authority.starts_with('[') ? std::min(authority.find(']'), authority.size()) : 0;
    const std::size_t colon = authority.find(':', hostEnd);
    if (colon == std::string_view::npos)
        return {authority, {}};
    return {authority.substr(0, colon), authority.substr(colon + 1)};
}

bool isValidAuthority(std::string_view authority)
{
    const AuthorityParts parts = splitAuthority(authority);
    return isHost(parts.host) && isPort(parts.port);
}

void normalizeHost(std::string_view authority, std::string &out)
{
    out.assign(splitAuthority(authority).host);
    std::ranges::transform(out, out.begin(), octets::toLower);
}

} // namespace servelab::http
