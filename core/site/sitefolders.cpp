// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/sitefolders.h"

#include <QDir>

namespace servelab::site {

QString rootFolder(const SiteConfig &config)
{
    return QDir::cleanPath(QDir::current().absoluteFilePath(config.root));
}

QString rootFolder(const SiteConfig &config, const VirtualHostConfig &virtualHost)
{
    return QDir::cleanPath(QDir(rootFolder(config)).absoluteFilePath(virtualHost.root));
}

QString fallbackFile(const SiteConfig &config)
{
    if (!config.spaFallback)
        return {};
    const QString file = config.spaFallback->isEmpty() ? config.index : *config.spaFallback;
    return file.startsWith(u'/') ? file.sliced(1) : file;
}

} // namespace servelab::site
