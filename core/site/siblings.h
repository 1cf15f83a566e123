// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/contentcoding.h"

#include <string_view>

namespace servelab::site {

/// What a file that holds another one in a coding has behind that one's name: ".br", ".gz".
constexpr std::string_view siblingExtension(http::ContentCoding coding)
{
    switch (coding) {
    case http::ContentCoding::Brotli:
        return ".br";
    case http::ContentCoding::Gzip:
        return ".gz";
    case http::ContentCoding::Identity:
        break;
    }
    return {};
}

/// Identity where the path has no such extension.
constexpr http::ContentCoding siblingCodingOf(std::string_view path)
{
    for (const auto coding : {http::ContentCoding::Brotli, http::ContentCoding::Gzip}) {
        if (path.ends_with(siblingExtension(coding)))
            return coding;
    }
    return http::ContentCoding::Identity;
}

} // namespace servelab::site
