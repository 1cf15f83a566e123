// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/sitepath.h"

#include "core/http/octets.h"
#include "core/http/target.h"

#include <algorithm>

namespace servelab::site {
namespace {

/// Takes the next segment off the front of `rest`, and the '/' behind it.
std::string_view takeSegment(std::string_view &rest)
{
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view segment = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    return segment;
}

/// Whether a path is its own decoded and normalized form, as nearly every one is: no escapes, no empty or
/// hidden segments.
bool isNormal(std::string_view rawPath)
{
    char before = 0;
    for (const char c : rawPath) {
        if (!http::octets::isPathText(c) || (before == '/' && (c == '/' || c == '.')))
            return false;
        before = c;
    }
    return rawPath.starts_with('/');
}

} // namespace

PathVerdict normalizePath(
    std::string_view rawPath, HiddenNames hidden, std::string &decoded, std::string &out)
{
    if (isNormal(rawPath)) [[likely]] {
        out.assign(rawPath.substr(1));
        return PathVerdict::Fine;
    }
    out.clear();
    if (http::decodePath(rawPath, decoded) != http::TargetError::None)
        return PathVerdict::Bad;
    std::ranges::replace(decoded, '\\', '/');
    for (std::string_view rest = decoded; !rest.empty();) {
        const std::string_view segment = takeSegment(rest);
        const bool atEnd = rest.empty() && decoded.back() != '/';
        if (segment.empty() || segment == ".")
            continue;
        if (segment == ".." || (segment.front() == '.' && hidden == HiddenNames::Refuse))
            return PathVerdict::Forbidden;
        out.append(segment);
        if (!atEnd)
            out.push_back('/');
    }
    return PathVerdict::Fine;
}

bool hasHiddenSegment(std::string_view path)
{
    while (!path.empty()) {
        if (takeSegment(path).starts_with('.'))
            return true;
    }
    return false;
}

std::string encodePath(std::string_view path)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string encoded = "/";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (http::octets::isPathText(c))
            encoded += c;
        else
            encoded.append({'%', hex[byte >> 4], hex[byte & 15]});
    }
    return encoded;
}

} // namespace servelab::site
