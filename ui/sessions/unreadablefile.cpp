// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/unreadablefile.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace servelab::ui {

using namespace Qt::StringLiterals;

QString keepUnreadable(const QString &path)
{
    const QFileInfo info(path);
    const QString stamp = QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss"_s);
    for (int number = 0; number < 100; ++number) {
        const QString suffix = number ? u"-%1"_s.arg(number) : QString();
        const QString name
            = u"%1.unreadable-%2%3.%4"_s.arg(info.completeBaseName(), stamp, suffix, info.suffix());
        if (QFile::copy(path, info.dir().filePath(name)))
            return name;
    }
    return {};
}

} // namespace servelab::ui
