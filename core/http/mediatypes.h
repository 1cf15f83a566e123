// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace servelab::http {

struct MediaTypeEntry
{
    std::string_view extension; ///< lower case, without the dot
    std::string_view mediaType; ///< with charset=utf-8 for text types
};

/// The built-in table, sorted by extension. Shared by every site.
std::span<const MediaTypeEntry> mediaTypes();

/// Media type of an extension (any case), empty where the table has none.
std::string_view mediaTypeForExtension(std::string_view extension);

/// Extension of a path's last segment without its dot; empty for none, and for names like ".env".
std::string_view extensionOf(std::string_view path);

/// Whether coding a body of that type is worth its time: text, JSON, XML, SVG, JavaScript, WebAssembly, fonts
/// that are not compressed already; not images, audio, video, archives, woff, octet-stream.
bool isCompressible(std::string_view mediaType);

} // namespace servelab::http
