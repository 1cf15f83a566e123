// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::site {

enum class PathVerdict : std::uint8_t {
    Fine,
    Bad, ///< a broken escape, bytes that are not UTF-8, or NUL: 400
    Forbidden, ///< a parent segment, or a hidden one where those are not served: 403
};

enum class HiddenNames : std::uint8_t { Refuse, Allow };

/// Decodes the path of a target once and makes it relative to the root: no empty and "." segments, '/' also
/// for
/// '\\', a '/' at the end where the path stands for a folder ("" is the root itself). Looks at nothing on
/// disk. `decoded` and `out` are buffers whose capacity is reused.
PathVerdict normalizePath(
    std::string_view rawPath, HiddenNames hidden, std::string &decoded, std::string &out);

/// Whether a normalized path can only stand for a folder.
inline bool isFolderPath(std::string_view path)
{
    return path.empty() || path.back() == '/';
}

/// Whether any segment begins with '.'.
bool hasHiddenSegment(std::string_view path);

/// A normalized path as it may stand in Location: '/' in front, what a URI path may not hold escaped.
std::string encodePath(std::string_view path);

} // namespace servelab::site
