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

} // namespace servelab::ui
