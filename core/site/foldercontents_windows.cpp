// SPDX-License-Identifier: GPL-3.0-or-later
// Written for Windows 10 and newer; not tried on one yet.
#include "core/site/foldercontents.h"

#include <QDateTime>
#include <QDirIterator>

namespace servelab::site {
namespace {

FolderEntry entryOf(const QFileInfo &info)
{
    FolderEntry entry{info.fileName().toStdString(), FolderEntry::Kind::File, 0,
        info.lastModified().toMSecsSinceEpoch() * 1'000'000};
    if (info.isSymLink() || info.isJunction())
        entry.kind = FolderEntry::Kind::Link;
    else if (info.isDir())
        entry.kind = FolderEntry::Kind::Folder;
    else
        entry.size = std::uint64_t(info.size());
    return entry;
}

} // namespace

void readEntries(OpenedFile, const std::string &root, std::size_t most, FolderContents &contents)
{
    QDirIterator folder(QString::fromStdString(root + '/' + contents.realPath),
        QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    while (folder.hasNext() && contents.entries.size() < most) {
        folder.next();
        contents.entries.push_back(entryOf(folder.fileInfo()));
    }
    contents.isCut = folder.hasNext();
}

} // namespace servelab::site
