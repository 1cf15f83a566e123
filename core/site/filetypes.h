// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"
#include "core/site/techniques/copiedmediatypes.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace servelab::site {

/// Lower case, without a leading dot: ".PNG" -> "png".
std::string normalizedExtension(const QString &extension);

/// Media types of one site: the built-in table, shared by all, below the site's own small overlay. Immutable.
class FileTypes
{
public:
    explicit FileTypes(const SiteConfig &config);

    /// Media type of a path; application/octet-stream where none is known, and always
    /// while the site has no types; empty optional: answer 415.
    std::optional<std::string> mediaTypeOf(std::string_view path) const;

    /// Whether the path's extension is answered with 403.
    bool isRestricted(std::string_view path) const;

private:
    std::string_view builtInType(const std::string &extension) const;

    const bool m_isEnabled; ///< else every type is unknown
    std::unordered_map<std::string, std::optional<std::string>> m_overlay;
    std::unordered_set<std::string> m_restricted;
    std::optional<CopiedMediaTypes> m_copied; ///< where the table is not shared
};

} // namespace servelab::site
