// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/mediatypes.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace servelab::site {

/// The naive way beside the shared table: a site's own copy of every media type.
class CopiedMediaTypes
{
public:
    CopiedMediaTypes()
    {
        for (const http::MediaTypeEntry &entry : http::mediaTypes())
            m_types.emplace(entry.extension, entry.mediaType);
    }

    /// Empty where there is none.
    std::string_view find(const std::string &lowerCaseExtension) const
    {
        const auto found = m_types.find(lowerCaseExtension);
        return found == m_types.end() ? std::string_view() : std::string_view(found->second);
    }

private:
    std::unordered_map<std::string, std::string> m_types;
};

} // namespace servelab::site
