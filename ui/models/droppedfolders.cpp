// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/droppedfolders.h"

#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace servelab::ui {

QStringList foldersOf(const QMimeData &data)
{
    QStringList folders;
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isDir())
            folders.append(url.toLocalFile());
    }
    return folders;
}

QStringList resultFilesOf(const QMimeData &data)
{
    QStringList files;
    for (const QUrl &url : data.urls()) {
        const QFileInfo file(url.toLocalFile());
        if (url.isLocalFile() && file.isFile() && file.suffix().compare(u"json", Qt::CaseInsensitive) == 0)
            files.append(file.filePath());
    }
    return files;
}

} // namespace servelab::ui
