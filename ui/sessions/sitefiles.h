// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QList>
#include <QString>

namespace servelab::ui {

/// A file below a site's folder.
struct SiteFile
{
    QString path; ///< from the folder, with '/'
    qint64 bytes = 0;
    friend bool operator==(const SiteFile &, const SiteFile &) = default;
};

/// Lists the files below `folder` off the calling thread, largest first; dotfiles and what lies behind links
/// left out. Looks at no more than 20,000 files and ends soon after the future was cancelled.
QFuture<QList<SiteFile>> listSiteFiles(const QString &folder);

} // namespace servelab::ui
