// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"
#include "core/site/representation.h"

#include <cstddef>
#include <optional>
#include <string>

/// What serving needs of the file system. One implementation a platform (filesystem_linux.cpp,
/// filesystem_macos.cpp, filesystem_windows.cpp). All are thread-safe.
namespace servelab::site {

enum class FileKind : std::uint8_t {
    Regular,
    Directory,
    Missing, ///< nothing there, or something that is neither file nor folder (FIFO, socket, device)
    Forbidden, ///< outside the root, or no permission
    Failed, ///< the system has no descriptor or memory left, or the device fails
};

struct OpenedFile
{
    FileKind kind = FileKind::Missing;
    base::UniqueFd file; ///< open for reading; only of what was asked for, a regular file or a folder
    FileIdentity identity; ///< of a regular file
    std::string realPath; ///< from the root, where links or other spellings were on the way; else empty
};

/// Opens what is at `path` beneath the folder `root`. Where a link leads out of the root the result is
/// Forbidden, whatever is changed on disk meanwhile. Never blocks on a FIFO and never opens one. `path` is
/// relative and has no "." or ".." segments; empty means the root itself. With a '/' at its end it stands for
/// a folder only.
OpenedFile openBeneath(const std::string &root, const std::string &path);

/// The same for a folder, to read its names: Directory with a descriptor; a file is Missing. Where the system
/// reads no folder through a descriptor there is none.
OpenedFile openFolderBeneath(const std::string &root, const std::string &path);

/// Identity of the regular file at an absolute path, links followed; empty where there is none.
std::optional<FileIdentity> identityAt(const std::string &absolutePath);
std::optional<FileIdentity> identityOf(int descriptor);

/// Reads at an offset: the number of bytes, fewer than `size` only at the end of the file; negative: failed.
std::ptrdiff_t readAt(int descriptor, char *out, std::size_t size, std::uint64_t offset);

/// Whether every later edit is sure to change the identity: the last change is longer ago than the steps in
/// which file systems count time. To be asked before the bytes are read.
bool isSettled(const FileIdentity &identity);

} // namespace servelab::site
