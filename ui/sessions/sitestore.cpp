// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitestore.h"

#include "core/site/siteconfigjson.h"
#include "ui/sessions/unreadablefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>
#include <QUuid>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using base::Error; // lupdate takes a qualified type in front of a function for its class

QJsonObject toJson(const StoredSite &site)
{
    return {
        {u"id"_s, site.id}, {u"running"_s, site.running}, {u"config"_s, site::toJsonDifference(site.config)}};
}

QByteArray toBytes(const QList<StoredSite> &sites)
{
    QJsonArray array;
    for (const StoredSite &site : sites)
        array.append(toJson(site));
    return QJsonDocument(QJsonObject{{u"version"_s, SiteStore::currentVersion}, {u"sites"_s, array}})
        .toJson();
}

std::expected<StoredSite, QString> siteFromJson(const QJsonValue &value)
{
    const auto config = site::fromJson(value[u"config"].toObject());
    if (!config)
        return std::unexpected(config.error().first().message);
    QString id = value[u"id"].toString();
    if (id.isEmpty())
        id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return StoredSite{id, *config, value[u"running"].toBool()};
}

struct Reading
{
    QList<StoredSite> sites;
    QStringList complaints;
};

Reading fromBytes(const QByteArray &bytes)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (!document.isObject() || !document[u"sites"].isArray())
        return {{}, {SiteStore::tr("It is not a list of sites.")}};
    const int version = document[u"version"].toInt();
    if (version > SiteStore::currentVersion)
        return {{}, {SiteStore::tr("It was written by a later version of this program.")}};
    Reading reading;
    for (const QJsonValue &value : document[u"sites"].toArray()) {
        if (auto site = siteFromJson(value))
            reading.sites.append(*site);
        else
            reading.complaints.append(site.error());
    }
    return reading;
}

Error troubleOf(const QString &path, const QStringList &complaints)
{
    const QString kept = keepUnreadable(path);
    return {SiteStore::tr("Your list of sites could not be read completely. %1").arg(complaints.first()),
        kept.isEmpty()
            ? SiteStore::tr("It could not be copied either; look at it before you change anything.")
            : SiteStore::tr("The file was kept as %1, in the same folder.").arg(kept),
        path};
}

std::optional<base::Error> write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    // It may hold the passphrase of a key.
    const auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    if (file.open(QIODevice::WriteOnly) && file.setPermissions(ownerOnly) && file.write(bytes) == bytes.size()
        && file.commit())
        return std::nullopt;
    return base::Error{SiteStore::tr("Your list of sites could not be saved: %1.").arg(file.errorString()),
        SiteStore::tr("Make room or allow writing in %1.").arg(QFileInfo(path).absolutePath()), path};
}

} // namespace

SiteStore::SiteStore(QString path, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
{
}

SiteStore::~SiteStore()
{
    flush();
}

SiteStore::Loaded SiteStore::load()
{
    QFile file(m_path);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return {{}, troubleOf(m_path, {file.errorString()})};
    const Reading reading = fromBytes(file.readAll());
    if (reading.complaints.isEmpty())
        return {reading.sites, std::nullopt};
    return {reading.sites, troubleOf(m_path, reading.complaints)};
}

void SiteStore::save(const QList<StoredSite> &sites)
{
    m_writer.start([this, bytes = toBytes(sites)] {
        if (const auto error = write(m_path, bytes))
            m_failures.post([this, error = *error] { Q_EMIT failed(error); });
    });
}

void SiteStore::flush()
{
    m_writer.waitForDone();
}

} // namespace servelab::ui
