// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/resultfolder.h"

#include "core/lab/jsonfile.h"
#include "ui/sessions/unreadablefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using base::Error; // lupdate takes a qualified type in front of a function for its class

const QString indexName = u"index.json"_s;
const QString removedName = u"removed"_s;

/// A look into the folder opens new documents no longer than this, so that the list begins soon.
constexpr qint64 longestLook = 200; // milliseconds

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(ResultFolder)
};

QJsonObject toJson(const ResultEntry &entry)
{
    // A file that could not be read is read again by the next start: it may be of a later version, and the
    // next program that later one.
    return {{u"id"_s, entry.id}, {u"name"_s, entry.name}, {u"note"_s, entry.note},
        {u"experiment"_s, entry.experiment}, {u"experimentTitle"_s, entry.experimentTitle},
        {u"variants"_s, QJsonArray::fromStringList(entry.variants)},
        {u"startedAt"_s, entry.startedAt.toString(Qt::ISODateWithMs)}, {u"cancelled"_s, entry.cancelled},
        {u"bytes"_s, entry.damage ? -1 : entry.bytes}, {u"writtenAt"_s, entry.writtenAt}};
}

ResultEntry entryFromJson(const QJsonObject &object)
{
    ResultEntry entry;
    entry.id = object[u"id"].toString();
    entry.name = object[u"name"].toString();
    entry.note = object[u"note"].toString();
    entry.experiment = object[u"experiment"].toString();
    entry.experimentTitle = object[u"experimentTitle"].toString();
    for (const QJsonValue &variant : object[u"variants"].toArray())
        entry.variants.append(variant.toString());
    entry.startedAt = QDateTime::fromString(object[u"startedAt"].toString(), Qt::ISODateWithMs);
    entry.cancelled = object[u"cancelled"].toBool();
    entry.bytes = object[u"bytes"].toInteger(-1);
    entry.writtenAt = object[u"writtenAt"].toInteger();
    return entry;
}

Error indexTrouble(const QString &path, const QString &reason)
{
    const QString kept = keepUnreadable(path);
    return {Texts::tr("The titles and notes of your results could not be read: %1").arg(reason),
        kept.isEmpty()
            ? Texts::tr("The results themselves are all there.")
            : Texts::tr("The results themselves are all there; the file was kept as %1.").arg(kept),
        path};
}

struct Index
{
    QList<ResultEntry> entries;
    std::optional<base::Error> trouble;
};

Index readIndex(const QString &folder)
{
    const QString path = QDir(folder).filePath(indexName);
    if (!QFileInfo::exists(path))
        return {};
    const auto object = lab::readJsonFile(path);
    if (!object)
        return {{}, indexTrouble(path, object.error().message)};
    if (!object->value(u"results").isArray())
        return {{}, indexTrouble(path, Texts::tr("it is not a list of results."))};
    if (object->value(u"version").toInt() > resultIndexVersion)
        return {{}, indexTrouble(path, Texts::tr("they were written by a later version of this program."))};
    Index index;
    for (const QJsonValue &value : object->value(u"results").toArray())
        index.entries.append(entryFromJson(value.toObject()));
    return index;
}

/// As read anew; what the person wrote stays.
ResultEntry readEntry(const QFileInfo &file, const ResultEntry &known)
{
    const auto document = lab::ResultDocument::load(file.filePath());
    ResultEntry entry;
    if (document) {
        entry = entryOf(known.id, *document);
    } else {
        entry.id = known.id;
        entry.experimentTitle = known.id;
        entry.startedAt = file.lastModified().toUTC();
        entry.damage = document.error();
    }
    entry.name = known.name;
    entry.note = known.note;
    entry.bytes = file.size();
    entry.writtenAt = file.lastModified().toMSecsSinceEpoch();
    return entry;
}

bool isStill(const QFileInfo &file, const ResultEntry &entry)
{
    return entry.bytes == file.size() && entry.writtenAt == file.lastModified().toMSecsSinceEpoch();
}

bool isDocument(const QFileInfo &file)
{
    return file.fileName() != indexName && !file.completeBaseName().startsWith(u"index.unreadable-");
}

base::Expected<void> moveAll(const QStringList &ids, const QString &from, const QString &to)
{
    QDir().mkpath(to);
    for (const QString &id : ids) {
        QFile file(resultPath(from, id));
        if (file.exists() && !file.rename(resultPath(to, id)))
            return base::fail(
                Texts::tr("The file of the result %1 could not be moved: %2.").arg(id, file.errorString()),
                Texts::tr("Allow writing in %1.").arg(QDir::toNativeSeparators(from)), file.fileName());
    }
    return {};
}

QString removedFolder(const QString &folder)
{
    return QDir(folder).filePath(removedName);
}

} // namespace

QString resultPath(const QString &folder, const QString &id)
{
    return QDir(folder).filePath(id + u".json"_s);
}

QString newResultId(const lab::ResultDocument &document)
{
    static const QRegularExpression other(u"[^a-z0-9]+"_s);
    const QDateTime time
        = document.startedAt.isValid() ? document.startedAt : QDateTime::currentDateTimeUtc();
    const QString name = document.experiment.id.toLower().replace(other, u"-"_s).left(40);
    return u"%1-%2-%3"_s.arg(time.toString(u"yyyyMMdd-HHmmss"_s), name,
        QUuid::createUuid().toString(QUuid::WithoutBraces).first(4));
}

ResultEntry entryOf(const QString &id, const lab::ResultDocument &document)
{
    ResultEntry entry;
    entry.id = id;
    entry.experiment = document.experiment.id;
    entry.experimentTitle
        = document.experiment.title.isEmpty() ? document.experiment.id : document.experiment.title;
    for (const lab::Variant &variant : document.experiment.variants)
        entry.variants.append(variant.label.isEmpty() ? variant.id : variant.label);
    entry.startedAt = document.startedAt;
    entry.cancelled = document.cancelled;
    return entry;
}

void stamp(const QString &folder, ResultEntry &entry)
{
    const QFileInfo file(resultPath(folder, entry.id));
    entry.bytes = file.size();
    entry.writtenAt = file.lastModified().toMSecsSinceEpoch();
}

ResultScan scanResults(const QString &folder, const std::optional<QList<ResultEntry>> &known)
{
    Index index;
    QDir().mkpath(folder);
    if (known) {
        index.entries = *known;
    } else {
        index = readIndex(folder);
        deleteRemovedResults(folder);
    }
    QHash<QString, ResultEntry> byId;
    for (const ResultEntry &entry : index.entries)
        byId.insert(entry.id, entry);

    ResultScan scan{{}, true, index.trouble};
    QElapsedTimer timer;
    timer.start();
    const auto files = QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Time);
    for (const QFileInfo &file : files) {
        if (!isDocument(file))
            continue;
        ResultEntry entry = byId.value(file.completeBaseName());
        entry.id = file.completeBaseName();
        const bool isKnown = isStill(file, entry);
        const bool isInTime = timer.elapsed() < longestLook;
        if (!isKnown && isInTime)
            entry = readEntry(file, entry);
        if (isKnown || isInTime || byId.contains(entry.id))
            scan.entries.append(entry);
        scan.isComplete = scan.isComplete && (isKnown || isInTime);
    }
    std::ranges::sort(scan.entries, isNewer);
    return scan;
}

base::Expected<void> writeResultIndex(const QString &folder, const QList<ResultEntry> &entries)
{
    QJsonArray results;
    for (const ResultEntry &entry : entries)
        results.append(toJson(entry));
    QDir().mkpath(folder);
    return lab::writeJsonFile(
        QDir(folder).filePath(indexName), {{u"version"_s, resultIndexVersion}, {u"results"_s, results}});
}

base::Expected<void> putResultsAside(const QString &folder, const QStringList &ids)
{
    return moveAll(ids, folder, removedFolder(folder));
}

base::Expected<void> bringResultsBack(const QString &folder, const QStringList &ids)
{
    return moveAll(ids, removedFolder(folder), folder);
}

void deleteRemovedResults(const QString &folder)
{
    QDir(removedFolder(folder)).removeRecursively();
}

bool isNewer(const ResultEntry &one, const ResultEntry &other)
{
    return one.startedAt != other.startedAt ? one.startedAt > other.startedAt : one.id > other.id;
}

} // namespace servelab::ui
