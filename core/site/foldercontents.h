// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/filesystem.h"

#include <vector>

namespace servelab::site {

struct FolderEntry
{
    enum class Kind : std::uint8_t { File, Folder, Link };

    std::string name; ///< as the system spells it, without a '/'
    Kind kind = Kind::File;
    std::uint64_t size = 0; ///< of a file
    std::int64_t modifiedNanoseconds = 0; ///< since 1970 UTC
};

/// What was in a folder while it was read.
struct FolderContents
{
    FileKind kind = FileKind::Missing; ///< Directory, or why there are no entries
    std::string realPath; ///< as in OpenedFile
    std::vector<FolderEntry> entries; ///< in no order; files, folders and links, not followed
    bool isCut = false; ///< there is more than was read
};

/// Reads the folder at `path` beneath `root`, opened as openBeneath() opens a file, and at most `most` of its
/// entries.
FolderContents readFolderBeneath(const std::string &root, const std::string &path, std::size_t most);

/// The platform's part of it (foldercontents_posix.cpp, foldercontents_windows.cpp): the entries of `opened`,
/// a folder that is `contents.realPath` beneath `root`.
void readEntries(OpenedFile opened, const std::string &root, std::size_t most, FolderContents &contents);

} // namespace servelab::site
