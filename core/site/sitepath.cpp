// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/sitepath.h"

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

bool isPathCharacter(char c)
{
    constexpr std::string_view marks = "-._~!$&'()*+,;=:@/";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || marks.find(c) != std::string_view::npos;
}

} // namespace

PathVerdict normalizePath(
    std::string_view rawPath, HiddenNames hidden, std::string &decoded, std::string &out)
{
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
        if (isPathCharacter(c))
            encoded += c;
        else
            encoded.append({'%', hex[byte >> 4], hex[byte & 15]});
    }
    return encoded;
}

} // namespace servelab::site
