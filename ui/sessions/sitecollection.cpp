// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitecollection.h"

#include "core/site/sitefolders.h"
#include "ui/sessions/background.h"
#include "ui/sessions/sitecommands.h"

#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace servelab::ui {

using namespace std::chrono_literals;

namespace {

constexpr auto samplingPeriod = 100ms;
constexpr auto savingDelay = 300ms;
constexpr auto foldersPeriod = 2s;

/// The first folder of a site that is not there; empty: all are. Asks the file system, which may take long.
QString lostFolderOf(const site::SiteConfig &config)
{
    QStringList folders{site::rootFolder(config)};
    for (const site::VirtualHostConfig &host : config.domains)
        folders.append(site::rootFolder(config, host));
    for (const QString &folder : folders) {
        if (!QFileInfo(folder).isDir())
            return folder;
    }
    return {};
}

bool isSameFolder(const QString &one, const QString &other)
{
    return QFileInfo(one) == QFileInfo(other); // by canonical path
}

} // namespace

SiteCollection::SiteCollection(SiteStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
    m_sampling.setInterval(samplingPeriod);
    connect(&m_sampling, &QTimer::timeout, this, &SiteCollection::sampleAll);
    m_saving.setInterval(savingDelay);
    m_saving.setSingleShot(true);
    connect(&m_saving, &QTimer::timeout, this, &SiteCollection::save);
    m_folders.setInterval(foldersPeriod);
    connect(&m_folders, &QTimer::timeout, this, &SiteCollection::lookForFolders);
    connect(&m_store, &SiteStore::failed, this, &SiteCollection::noticed);
}

SiteCollection::~SiteCollection()
{
    if (m_saving.isActive())
        save();
}

std::optional<base::Error> SiteCollection::restore()
{
    const SiteStore::Loaded loaded = m_store.load();
    for (const StoredSite &site : loaded.sites)
        insert(count(), site);
    if (!loaded.trouble)
        m_saving.stop(); // nothing is new
    return loaded.trouble;
}

SiteSession *SiteCollection::find(const QString &id) const
{
    const int row = rowOf(id);
    return row < 0 ? nullptr : at(row);
}

int SiteCollection::rowOf(const QString &id) const
{
    const auto found = std::ranges::find_if(m_sites, [&id](const auto &site) { return site->id() == id; });
    return found == m_sites.end() ? -1 : static_cast<int>(found - m_sites.begin());
}

int SiteCollection::runningCount() const
{
    return static_cast<int>(std::ranges::count_if(
        m_sites, [](const auto &site) { return site->state() == SiteSession::State::Running; }));
}

QString SiteCollection::openSite(const site::SiteConfig &config)
{
    const auto same = std::ranges::find_if(
        m_sites, [&config](const auto &site) { return isSameFolder(site->config().root, config.root); });
    return same == m_sites.end() ? addSite(config) : (*same)->id();
}

QString SiteCollection::openFolder(const QString &folder)
{
    site::SiteConfig config;
    config.root = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
    return openSite(config);
}

QString SiteCollection::addSite(site::SiteConfig config)
{
    config.port = unusedPort(config.port);
    if (config.https.enabled)
        config.https.port = unusedPort(config.https.port);
    if (config.https.port == config.port && config.port != 0)
        config.https.port = unusedPort(config.port + 1);
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_undoStack.push(new AddSiteCommand(*this, {id, std::move(config), false})); // the stack owns it
    return id;
}

QString SiteCollection::duplicate(const QString &id)
{
    site::SiteConfig config = find(id)->config();
    config.name = tr("%1 (copy)").arg(find(id)->name());
    return addSite(std::move(config));
}

void SiteCollection::move(int from, int to)
{
    if (from != to)
        m_undoStack.push(new MoveSiteCommand(*this, from, to)); // the stack owns it
}

void SiteCollection::startAll()
{
    for (const auto &site : m_sites)
        site->start();
}

void SiteCollection::stopAll()
{
    for (const auto &site : m_sites)
        site->stop();
}

void SiteCollection::remove(const QString &id)
{
    m_undoStack.push(new RemoveSiteCommand(*this, id)); // the stack owns it
}

void SiteCollection::change(const QString &id, const site::SiteConfig &config, const QString &field)
{
    if (find(id)->config() != config)
        m_undoStack.push(new ChangeSiteCommand(*this, id, config, field)); // the stack owns it
}

void SiteCollection::insert(int row, const StoredSite &stored)
{
    Q_EMIT aboutToInsert(row);
    auto owned = std::make_unique<SiteSession>(stored.id, stored.config);
    SiteSession *site = owned.get();
    m_sites.insert(m_sites.begin() + row, std::move(owned));
    Q_EMIT inserted(row);
    connect(site, &SiteSession::changed, this, [this, site] {
        Q_EMIT siteChanged(rowOf(site->id()));
        m_saving.start();
        if (runningCount() > 0 && !m_sampling.isActive())
            m_sampling.start();
        if (site->isWanted() && !m_folders.isActive())
            m_folders.start();
    });
    connect(site, &SiteSession::sampled, this, [this, site] { Q_EMIT siteSampled(rowOf(site->id())); });
    connect(site, &SiteSession::said, this, &SiteCollection::said);
    connect(site, &SiteSession::noticed, this, &SiteCollection::noticed);
    if (stored.running)
        site->start();
    m_saving.start();
}

StoredSite SiteCollection::take(int row)
{
    Q_EMIT aboutToRemove(row);
    const auto place = m_sites.begin() + row;
    const StoredSite stored{(*place)->id(), (*place)->config(), (*place)->isWanted()};
    m_sites.erase(place);
    Q_EMIT removed(row);
    m_saving.start();
    return stored;
}

void SiteCollection::moveNow(int from, int to)
{
    Q_EMIT aboutToMove(from, to);
    const auto begin = m_sites.begin();
    if (from < to)
        std::rotate(begin + from, begin + from + 1, begin + to + 1);
    else
        std::rotate(begin + to, begin + from, begin + from + 1);
    Q_EMIT moved(from, to);
    m_saving.start();
}

void SiteCollection::lookForFolders()
{
    QList<std::pair<QString, site::SiteConfig>> wanted;
    for (const auto &site : m_sites) {
        if (site->isWanted())
            wanted.append({site->id(), site->config()});
    }
    if (wanted.isEmpty())
        m_folders.stop();
    if (wanted.isEmpty() || std::exchange(m_isLooking, true))
        return;
    inBackground<QList<std::pair<QString, QString>>>([wanted] {
        QList<std::pair<QString, QString>> lost;
        for (const auto &[id, config] : wanted)
            lost.append({id, lostFolderOf(config)});
        return lost;
    }).then(this, [this](const QList<std::pair<QString, QString>> &lost) {
        m_isLooking = false;
        takeLostFolders(lost);
    });
}

void SiteCollection::takeLostFolders(const QList<std::pair<QString, QString>> &lost)
{
    for (const auto &[id, folder] : lost) {
        if (SiteSession *site = find(id))
            site->setLostFolder(folder);
    }
}

void SiteCollection::sampleAll()
{
    const base::TimePoint now = base::Clock::now();
    for (const auto &site : m_sites)
        site->sample(now);
    if (runningCount() == 0)
        m_sampling.stop();
}

void SiteCollection::save()
{
    QList<StoredSite> sites;
    for (const auto &site : m_sites)
        sites.append({site->id(), site->config(), site->isWanted()});
    m_store.save(sites);
}

quint16 SiteCollection::unusedPort(quint16 wanted) const
{
    const auto isUsed = [this](quint16 port) {
        return std::ranges::any_of(m_sites, [port](const auto &site) {
            const site::SiteConfig &config = site->config();
            return config.port == port || (config.https.enabled && config.https.port == port);
        });
    };
    while (wanted != 0 && isUsed(wanted))
        ++wanted;
    return wanted;
}

} // namespace servelab::ui
