// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/contenders.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace servelab::app {

QString contendersFile()
{
    const QString installed
        = QCoreApplication::applicationDirPath() + "/../share/servelab/contenders.json"_L1;
    for (const QString &path : {installed, QStringLiteral(SERVELAB_CONTENDERS)}) {
        if (QFileInfo(path).isFile())
            return QDir::cleanPath(path);
    }
    return {};
}

lab::Places contenderPlaces()
{
    const QDir build(QCoreApplication::applicationDirPath() + "/.."_L1);
    return {{u"build"_s, build.canonicalPath()}};
}

} // namespace servelab::app
