// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultset.h"

#include "core/lab/jsonfile.h"

#include <QDir>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

constexpr auto formatName = "servelab-results"_L1;

base::Expected<QList<ResultDocument>> readAll(const QJsonObject &object)
{
    QList<ResultDocument> documents;
    const QJsonArray array = object.value("results"_L1).toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        auto document = ResultDocument::fromJson(array[i].toObject());
        if (!document)
            return base::fail(
                u"Result %1 of %2: %3"_s.arg(i + 1).arg(array.size()).arg(document.error().message),
                document.error().remedy, document.error().where);
        documents.append(*document);
    }
    if (documents.isEmpty())
        return base::fail(u"This file is damaged: it holds no result."_s, u"Take a copy that is whole."_s);
    return documents;
}

base::Expected<QList<ResultDocument>> readObject(const QJsonObject &object)
{
    if (object.value("format"_L1).toString() == formatName)
        return readAll(object);
    auto document = ResultDocument::fromJson(object);
    if (!document)
        return std::unexpected(document.error());
    return QList{*document};
}

} // namespace

base::Expected<void> saveResults(const QList<ResultDocument> &documents, const QString &path)
{
    if (documents.size() == 1)
        return documents.first().save(path);
    QJsonArray array;
    for (const ResultDocument &document : documents)
        array.append(document.toJson());
    return writeJsonFile(path, {{u"format"_s, QString(formatName)}, {u"results"_s, array}});
}

base::Expected<QList<ResultDocument>> loadResults(const QString &path)
{
    const auto object = readJsonFile(path);
    if (!object)
        return std::unexpected(object.error());
    auto documents = readObject(*object);
    if (!documents)
        documents.error().message
            = u"%1: %2"_s.arg(QDir::toNativeSeparators(path), documents.error().message);
    return documents;
}

} // namespace servelab::lab
