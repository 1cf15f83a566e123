// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sitelistmodel.h"

#include "ui/models/format.h"
#include "ui/sessions/sitecollection.h"

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t pointsPerSecond = 10;

double newestRate(const SiteSession &site)
{
    const auto &points = site.history().points();
    return points.empty() || site.state() != SiteSession::State::Running ? 0
                                                                         : points.back().requestsPerSecond;
}

QList<double> ratesBySecond(const SiteSession &site)
{
    const auto &points = site.history().points();
    QList<double> rates;
    for (std::size_t at = (points.size() + pointsPerSecond - 1) % pointsPerSecond; at < points.size();
        at += pointsPerSecond)
        rates.append(points[at].requestsPerSecond);
    return rates;
}

QString hostsText(const SiteSession &site)
{
    const qsizetype hosts = site.hosts().size();
    return hosts == 1 ? site.url().host() : SiteListModel::tr("%n hosts", nullptr, static_cast<int>(hosts));
}

/// What a screen reader says of a row.
QString spokenText(const SiteSession &site)
{
    return SiteListModel::tr("%1, %2, port %3, %4")
        .arg(site.name(), statusText(statusOf(site)))
        .arg(site.port())
        .arg(formatRequestRate(newestRate(site)));
}

} // namespace

SiteStatus statusOf(const SiteSession &site)
{
    switch (site.state()) {
    case SiteSession::State::Running:
        return site.lostFolder() ? SiteStatus::Lost : SiteStatus::Running;
    case SiteSession::State::Stopping:
        return SiteStatus::Stopping;
    case SiteSession::State::Stopped:
        break;
    }
    return site.failure() ? SiteStatus::Failed : SiteStatus::Stopped;
}

QString statusText(SiteStatus status)
{
    switch (status) {
    case SiteStatus::Stopped:
        return SiteListModel::tr("stopped");
    case SiteStatus::Running:
        return SiteListModel::tr("running");
    case SiteStatus::Stopping:
        return SiteListModel::tr("stopping");
    case SiteStatus::Failed:
        return SiteListModel::tr("cannot start");
    case SiteStatus::Lost:
        return SiteListModel::tr("folder missing");
    }
    Q_UNREACHABLE();
}

SiteListModel::SiteListModel(SiteCollection &sites, QObject *parent)
    : QAbstractListModel(parent)
    , m_sites(sites)
{
    connect(&sites, &SiteCollection::aboutToInsert, this, [this](int row) { beginInsertRows({}, row, row); });
    connect(&sites, &SiteCollection::inserted, this, [this] { endInsertRows(); });
    connect(&sites, &SiteCollection::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&sites, &SiteCollection::removed, this, [this] { endRemoveRows(); });
    connect(&sites, &SiteCollection::aboutToMove, this,
        [this](int from, int to) { beginMoveRows({}, from, from, {}, to > from ? to + 1 : to); });
    connect(&sites, &SiteCollection::moved, this, [this] { endMoveRows(); });
    connect(&sites, &SiteCollection::siteChanged, this,
        [this](int row) { Q_EMIT dataChanged(index(row), index(row)); });
    connect(&sites, &SiteCollection::siteSampled, this,
        [this](int row) { Q_EMIT dataChanged(index(row), index(row), {RateRole, RateHistoryRole}); });
}

int SiteListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_sites.count();
}

QVariant SiteListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SiteSession &site = *m_sites.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return site.name();
    case Qt::ToolTipRole:
        return site.config().root;
    case Qt::AccessibleTextRole:
        return spokenText(site);
    case IdRole:
        return site.id();
    case StatusRole:
        return QVariant::fromValue(statusOf(site));
    case StatusTextRole:
        return statusText(statusOf(site));
    case PortRole:
        return u":%1"_s.arg(site.port());
    case HostsRole:
        return hostsText(site);
    case RateRole:
        return newestRate(site);
    case RateHistoryRole:
        return QVariant::fromValue(ratesBySecond(site));
    default:
        return {};
    }
}

Qt::ItemFlags SiteListModel::flags(const QModelIndex &index) const
{
    // Between rows a site can be dropped, on one it cannot.
    return index.isValid() ? QAbstractListModel::flags(index) | Qt::ItemIsDragEnabled : Qt::ItemIsDropEnabled;
}

bool SiteListModel::moveRows(const QModelIndex &sourceParent, int row, int count,
    const QModelIndex &destinationParent, int destination)
{
    const bool isOneInside = count == 1 && row >= 0 && row < rowCount() && destination >= 0
        && destination <= rowCount() && destination != row && destination != row + 1;
    if (sourceParent.isValid() || destinationParent.isValid() || !isOneInside)
        return false;
    m_sites.move(row, destination > row ? destination - 1 : destination);
    return true;
}

} // namespace servelab::ui
