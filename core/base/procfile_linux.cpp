// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/procfile_linux.h"

#include <QFile>
#include <QList>

namespace servelab::base::linux_system {

std::optional<QByteArray> readText(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray text = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return std::nullopt;
    return text.trimmed();
}

QByteArray field(const QByteArray &text, QByteArrayView name, char separator)
{
    for (const QByteArray &line : text.split('\n')) {
        const qsizetype at = line.indexOf(separator);
        if (at >= 0 && line.first(at).trimmed() == name)
            return line.sliced(at + 1).trimmed();
    }
    return {};
}

qint64 kilobytesField(const QByteArray &text, QByteArrayView name)
{
    QByteArray value = field(text, name);
    if (value.endsWith(" kB"))
        value.chop(3);
    return value.toLongLong() * 1024;
}

} // namespace servelab::base::linux_system
