// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/samplesite.h"

#include "core/site/sitecredentials.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace servelab::app {

QString sampleSiteFolder()
{
    const QString beside = QCoreApplication::applicationDirPath() + u"/../share/servelab/sample-site/main"_s;
    for (const QString &folder : {beside, QStringLiteral(SERVELAB_BUILT_SAMPLE_SITE "/main")}) {
        if (QFileInfo(folder).isDir())
            return QDir::cleanPath(folder);
    }
    return {};
}

std::expected<site::SiteConfig, site::Problems> sampleSiteConfig()
{
    const QString folder = sampleSiteFolder();
    if (folder.isEmpty()) {
        return std::unexpected(site::Problems{{.message = u"The sample site is not installed."_s,
            .remedy = u"Install or build Servelab again."_s,
            .where = {}}});
    }
    return readSiteFile(folder + u"/../site.json"_s);
}

std::expected<site::SiteConfig, site::Problems> readSiteFile(
    const QString &path, const site::SiteConfig &base)
{
    site::SiteConfig rooted = base;
    rooted.root = QDir::current().absoluteFilePath(base.root);
    auto config = site::readConfigFile(path, rooted);
    if (!config)
        return config;
    const QDir folder = QFileInfo(path).absoluteDir();
    config->root = QDir::cleanPath(folder.absoluteFilePath(config->root));
    for (QString *file : site::credentialFiles(*config)) {
        if (!file->isEmpty())
            *file = QDir::cleanPath(folder.absoluteFilePath(*file));
    }
    return config;
}

} // namespace servelab::app
