// SPDX-License-Identifier: GPL-3.0-or-later
// Written for macOS and other systems with POSIX and F_GETPATH; not tried on one yet.
#include "core/site/filesystem.h"

#include <fcntl.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace servelab::site {
namespace {

constexpr std::int64_t nanosecondsOf(const struct timespec &time)
{
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileIdentity identityFrom(const struct stat &status)
{
    return {std::uint64_t(status.st_dev), std::uint64_t(status.st_ino), std::uint64_t(status.st_size),
        nanosecondsOf(status.st_mtimespec), nanosecondsOf(status.st_ctimespec)};
}

OpenedFile failed(int error)
{
    if (error == EACCES || error == EPERM)
        return {FileKind::Forbidden, {}, {}, {}};
    if (error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO)
        return {FileKind::Failed, {}, {}, {}};
    return {};
}

std::string realPathOf(int descriptor)
{
    std::array<char, MAXPATHLEN> buffer;
    return ::fcntl(descriptor, F_GETPATH, buffer.data()) == 0 ? std::string(buffer.data()) : std::string();
}

/// Opening a FIFO or a device has effects, so what the path names is looked at first. That look may be
/// outrun; the descriptor is what decides.
bool mayOpen(int root, const char *path)
{
    struct stat status{};
    return ::fstatat(root, path, &status, 0) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/// The part of `realPath` below `root`; empty optional where it is not below.
std::optional<std::string> pathBelow(std::string root, const std::string &realPath)
{
    if (realPath == root)
        return std::string();
    if (!root.ends_with('/'))
        root += '/';
    return realPath.starts_with(root) ? std::optional(realPath.substr(root.size())) : std::nullopt;
}

/// What is there, with its descriptor, be it a file or a folder.
OpenedFile openEither(const std::string &root, const std::string &path)
{
    const base::UniqueFd folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.isValid())
        return failed(errno);
    const char *relative = path.empty() ? "." : path.c_str();
    errno = ENOENT;
    if (!mayOpen(folder.get(), relative))
        return failed(errno);
    base::UniqueFd file(::openat(folder.get(), relative, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status{};
    if (!file.isValid() || ::fstat(file.get(), &status) != 0)
        return failed(errno);
    auto below = pathBelow(realPathOf(folder.get()), realPathOf(file.get()));
    if (!below)
        return {FileKind::Forbidden, {}, {}, {}};
    if (S_ISDIR(status.st_mode))
        return {FileKind::Directory, std::move(file), {}, std::move(*below)};
    if (!S_ISREG(status.st_mode))
        return {};
    return {FileKind::Regular, std::move(file), identityFrom(status), std::move(*below)};
}

} // namespace

OpenedFile openBeneath(const std::string &root, const std::string &path)
{
    OpenedFile opened = openEither(root, path);
    if (opened.kind == FileKind::Directory)
        opened.file = base::UniqueFd();
    return opened;
}

OpenedFile openFolderBeneath(const std::string &root, const std::string &path)
{
    OpenedFile opened = openEither(root, path);
    return opened.kind == FileKind::Regular ? OpenedFile{} : std::move(opened);
}

std::optional<FileIdentity> identityAt(const std::string &absolutePath)
{
    struct stat status{};
    if (::stat(absolutePath.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    return identityFrom(status);
}

std::optional<FileIdentity> identityOf(int descriptor)
{
    struct stat status{};
    if (::fstat(descriptor, &status) != 0)
        return {};
    return identityFrom(status);
}

} // namespace servelab::site
