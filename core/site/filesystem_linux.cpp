// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/filesystem.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>

namespace servelab::site {
namespace {

constexpr std::int64_t nanosecondsOf(const struct statx_timestamp &time)
{
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileIdentity identityFrom(const struct statx &status)
{
    return {makedev(status.stx_dev_major, status.stx_dev_minor), status.stx_ino, status.stx_size,
        nanosecondsOf(status.stx_mtime), nanosecondsOf(status.stx_ctime)};
}

FileKind kindFromErrno(int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return FileKind::Forbidden;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EIO:
        return FileKind::Failed;
    default:
        return FileKind::Missing;
    }
}

OpenedFile failed(int error)
{
    return {kindFromErrno(error), {}, {}, {}};
}

using DescriptorPath = std::array<char, 32>;

/// Where /proc shows an open descriptor.
DescriptorPath descriptorPath(int descriptor)
{
    DescriptorPath path{};
    std::snprintf(path.data(), path.size(), "/proc/self/fd/%d", descriptor);
    return path;
}

/// Absolute path of what is open, without links; empty where the system does not tell.
std::string realPathOf(int descriptor)
{
    std::array<char, PATH_MAX> buffer;
    const ssize_t length = ::readlink(descriptorPath(descriptor).data(), buffer.data(), buffer.size());
    return length > 0 && std::size_t(length) < buffer.size() ? std::string(buffer.data(), std::size_t(length))
                                                             : "";
}

/// A handle that neither reads nor blocks, without any link on the way; -1 and errno where there is none.
int openPathWithoutLinks(int root, const char *path)
{
    struct open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    return int(::syscall(SYS_openat2, root, path, &how, sizeof how));
}

enum class Sought : std::uint8_t { File, Folder };

OpenedFile openFolder(int handle, std::string realPath)
{
    base::UniqueFd folder(::open(descriptorPath(handle).data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return folder.isValid() ? OpenedFile{FileKind::Directory, std::move(folder), {}, std::move(realPath)}
                            : failed(errno);
}

/// Turns a handle into an answer: kind and identity from the handle itself, then the same inode opened to
/// read.
OpenedFile openForReading(int handle, Sought sought, std::string realPath)
{
    struct statx status{};
    if (::statx(handle, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &status) != 0)
        return failed(errno);
    if (S_ISDIR(status.stx_mode) && sought == Sought::Folder)
        return openFolder(handle, std::move(realPath));
    if (S_ISDIR(status.stx_mode))
        return {FileKind::Directory, {}, {}, std::move(realPath)};
    if (!S_ISREG(status.stx_mode) || sought == Sought::Folder)
        return {};
    base::UniqueFd file(::open(descriptorPath(handle).data(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isValid())
        return failed(errno);
    return {FileKind::Regular, std::move(file), identityFrom(status), std::move(realPath)};
}

/// Where a handle really is, from the root; empty optional: outside of it.
std::optional<std::string> realPathBelow(int root, int handle)
{
    std::string rootPath = realPathOf(root);
    const std::string realPath = realPathOf(handle);
    if (rootPath.empty() || realPath == rootPath)
        return rootPath.empty() ? std::nullopt : std::optional(std::string());
    if (!rootPath.ends_with('/'))
        rootPath += '/';
    return realPath.starts_with(rootPath) ? std::optional(realPath.substr(rootPath.size())) : std::nullopt;
}

/// For a path that leads to nothing: whether the part of it that is there lies outside, where nobody is to
/// learn what is missing.
bool leadsOutside(int root, std::string path)
{
    for (std::size_t slash; (slash = path.rfind('/')) != std::string::npos; path.resize(slash)) {
        const base::UniqueFd folder(::openat(root, path.substr(0, slash).c_str(), O_PATH | O_CLOEXEC));
        if (folder.isValid())
            return !realPathBelow(root, folder.get());
    }
    return false;
}

/// With links on the way, or without openat2: follow them, then look where the handle really is.
OpenedFile openAndCheckRealPath(int root, const char *path, Sought sought)
{
    const base::UniqueFd handle(::openat(root, path, O_PATH | O_CLOEXEC));
    if (!handle.isValid()) {
        const int error = errno;
        return leadsOutside(root, path) ? failed(EACCES) : failed(error);
    }
    auto realPath = realPathBelow(root, handle.get());
    return realPath ? openForReading(handle.get(), sought, std::move(*realPath)) : failed(EACCES);
}

/// Whether the careful opening found the path itself missing or closed, so that following links cannot help.
bool isFinal(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == EACCES;
}

OpenedFile openSought(const std::string &root, const std::string &path, Sought sought)
{
    const base::UniqueFd folder(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.isValid())
        return failed(errno);
    const char *relative = path.empty() ? "." : path.c_str();
    const base::UniqueFd handle(openPathWithoutLinks(folder.get(), relative));
    if (handle.isValid())
        return openForReading(handle.get(), sought, {});
    if (isFinal(errno))
        return failed(errno);
    return openAndCheckRealPath(folder.get(), relative, sought);
}

} // namespace

OpenedFile openBeneath(const std::string &root, const std::string &path)
{
    return openSought(root, path, Sought::File);
}

OpenedFile openFolderBeneath(const std::string &root, const std::string &path)
{
    return openSought(root, path, Sought::Folder);
}

std::optional<FileIdentity> identityAt(const std::string &absolutePath)
{
    struct statx status{};
    if (::statx(AT_FDCWD, absolutePath.c_str(), 0, STATX_BASIC_STATS, &status) != 0
        || !S_ISREG(status.stx_mode))
        return {};
    return identityFrom(status);
}

std::optional<FileIdentity> identityOf(int descriptor)
{
    struct statx status{};
    if (::statx(descriptor, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &status) != 0)
        return {};
    return identityFrom(status);
}

} // namespace servelab::site
