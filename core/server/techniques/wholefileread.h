// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/filesystem.h"

#include <string>

namespace servelab::server {

/// The naive way beside reading a selected part: the file is read whole, then the part is cut out. False
/// where it is shorter.
inline bool readThroughWholeFile(int file, std::uint64_t fileBytes, std::uint64_t offset, std::string &part)
{
    std::string whole(static_cast<std::size_t>(fileBytes), '\0');
    if (site::readAt(file, whole.data(), whole.size(), 0) != static_cast<std::ptrdiff_t>(whole.size()))
        return false;
    whole.copy(part.data(), part.size(), static_cast<std::size_t>(offset));
    return true;
}

} // namespace servelab::server
