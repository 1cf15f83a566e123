// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitefiles.h"

#include "ui/sessions/background.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>
#include <tuple>

namespace servelab::ui {

namespace {

constexpr qsizetype mostFiles = 20'000;

QList<SiteFile> walk(const QString &folder, const QPromise<QList<SiteFile>> &promise)
{
    const QDir root(folder);
    QList<SiteFile> files;
    QDirIterator iterator(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (iterator.hasNext() && files.size() < mostFiles && !promise.isCanceled()) {
        iterator.next();
        files.append({root.relativeFilePath(iterator.filePath()), iterator.fileInfo().size()});
    }
    std::ranges::sort(files, [](const SiteFile &one, const SiteFile &other) {
        return std::tie(other.bytes, one.path) < std::tie(one.bytes, other.path);
    });
    return files;
}

} // namespace

QFuture<QList<SiteFile>> listSiteFiles(const QString &folder)
{
    return inBackground<QList<SiteFile>>(
        [folder](const QPromise<QList<SiteFile>> &promise) { return walk(folder, promise); });
}

} // namespace servelab::ui
