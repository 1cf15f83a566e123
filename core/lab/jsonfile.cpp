// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/jsonfile.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

/// More than any document of this program; reading it would only fill the memory.
constexpr qint64 largestFile = 512LL * 1024 * 1024;

std::unexpected<base::Error> unreadable(const QString &path, const QString &reason)
{
    return base::fail(u"%1 cannot be read: %2."_s.arg(QDir::toNativeSeparators(path), reason), {}, path);
}

qsizetype lineAt(const QByteArray &text, qsizetype offset)
{
    return text.first(std::clamp<qsizetype>(offset, 0, text.size())).count('\n') + 1;
}

} // namespace

base::Expected<QJsonObject> readJsonFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, file.errorString());
    if (file.size() > largestFile)
        return unreadable(path, u"it is larger than 512 MiB"_s);
    const QByteArray text = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return unreadable(path, file.errorString());

    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(text, &problem);
    if (problem.error != QJsonParseError::NoError)
        return unreadable(path,
            u"its JSON is broken in line %1 (%2)"_s.arg(lineAt(text, problem.offset))
                .arg(problem.errorString()));
    if (!document.isObject())
        return unreadable(path, u"it holds a list, not an object"_s);
    return document.object();
}

base::Expected<void> writeJsonFile(const QString &path, const QJsonObject &object)
{
    QSaveFile file(path);
    const bool written
        = file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(object).toJson()) >= 0 && file.commit();
    if (!written)
        return base::fail(
            u"%1 cannot be written: %2."_s.arg(QDir::toNativeSeparators(path), file.errorString()),
            u"Choose a folder you may write to."_s, path);
    return {};
}

} // namespace servelab::lab
