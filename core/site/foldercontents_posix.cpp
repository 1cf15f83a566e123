// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/foldercontents.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <memory>
#include <string_view>

namespace servelab::site {
namespace {

struct StreamCloser
{
    void operator()(DIR *stream) const { ::closedir(stream); }
};

using FolderStream = std::unique_ptr<DIR, StreamCloser>;

/// Takes the descriptor over.
FolderStream openStream(base::UniqueFd folder)
{
    FolderStream stream(::fdopendir(folder.get()));
    if (stream)
        folder.release();
    return stream;
}

std::int64_t modifiedNanosecondsOf(const struct stat &status)
{
#ifdef __APPLE__
    const struct timespec &time = status.st_mtimespec;
#else
    const struct timespec &time = status.st_mtim;
#endif
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Empty optional: something that is never served, or gone by now.
std::optional<FolderEntry> entryOf(int folder, const char *name)
{
    struct stat status{};
    if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return {};
    FolderEntry entry{name, FolderEntry::Kind::File, 0, modifiedNanosecondsOf(status)};
    if (S_ISREG(status.st_mode))
        entry.size = std::uint64_t(status.st_size);
    else if (S_ISDIR(status.st_mode))
        entry.kind = FolderEntry::Kind::Folder;
    else if (S_ISLNK(status.st_mode))
        entry.kind = FolderEntry::Kind::Link;
    else
        return {};
    return entry;
}

void readStream(DIR *stream, std::size_t most, FolderContents &contents)
{
    std::size_t count = 0;
    while (const dirent *item = ::readdir(stream)) {
        const std::string_view name = item->d_name;
        if (name == "." || name == "..")
            continue;
        contents.isCut = count++ == most;
        if (contents.isCut)
            return;
        if (auto entry = entryOf(::dirfd(stream), item->d_name))
            contents.entries.push_back(std::move(*entry));
    }
}

} // namespace

void readEntries(OpenedFile opened, const std::string &, std::size_t most, FolderContents &contents)
{
    if (const FolderStream stream = openStream(std::move(opened.file)))
        readStream(stream.get(), most, contents);
    else
        contents.kind = FileKind::Failed;
}

} // namespace servelab::site
