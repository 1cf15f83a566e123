// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/virtualhostmodel.h"

#include <QFileInfo>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

/// Letters, digits and hyphens of a folder's name: what a host name may hold.
QString hostLabel(const QString &folder)
{
    QString label;
    for (const QChar letter : QFileInfo(folder).fileName().toLower())
        label.append(letter.unicode() < 128 && letter.isLetterOrNumber() ? letter : QChar(u'-'));
    while (label.startsWith(u'-'))
        label.remove(0, 1);
    while (label.endsWith(u'-'))
        label.chop(1);
    return label.isEmpty() ? u"site"_s : label;
}

} // namespace

QString stateText(HostState state)
{
    switch (state) {
    case HostState::Checking:
        return VirtualHostModel::tr("checking...");
    case HostState::Ready:
        return VirtualHostModel::tr("✓ ready");
    case HostState::FolderMissing:
        return VirtualHostModel::tr("⚠ folder missing");
    case HostState::NameUnknown:
        return VirtualHostModel::tr("⚠ name unknown");
    case HostState::NameElsewhere:
        return VirtualHostModel::tr("⚠ leads elsewhere");
    case HostState::Refused:
        return VirtualHostModel::tr("⚠ not applied");
    }
    Q_UNREACHABLE();
}

void VirtualHostModel::setHosts(const QList<site::VirtualHostConfig> &hosts)
{
    if (hosts == m_hosts)
        return;
    beginResetModel();
    m_hosts = hosts;
    endResetModel();
}

QModelIndex VirtualHostModel::addFolder(const QString &folder)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_hosts.append({freeName(hostLabel(folder)), folder});
    endInsertRows();
    Q_EMIT edited();
    return index(row, Host);
}

void VirtualHostModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_hosts.removeAt(row);
    endRemoveRows();
    Q_EMIT edited();
}

int VirtualHostModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_hosts.size());
}

int VirtualHostModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant VirtualHostModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.column() == State || role == StateRole || role == DetailRole)
        return stateData(reportOf(index.row()), role);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole)
        return {};
    const site::VirtualHostConfig &host = m_hosts[index.row()];
    return index.column() == Host ? host.host : host.root;
}

QVariant VirtualHostModel::stateData(const HostReport &report, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return stateText(report.state);
    case Qt::ToolTipRole:
    case DetailRole:
        return report.detail;
    case StateRole:
        return QVariant::fromValue(report.state);
    default:
        return {};
    }
}

/// By what was looked at, since rows may have moved or changed meanwhile.
HostReport VirtualHostModel::reportOf(int row) const
{
    const auto found = std::ranges::find(m_reports, m_hosts[row], &HostReport::host);
    return found == m_reports.end() ? HostReport{m_hosts[row], HostState::Checking, {}} : *found;
}

void VirtualHostModel::setReports(const QList<HostReport> &reports)
{
    if (reports == m_reports)
        return;
    m_reports = reports;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
}

bool VirtualHostModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() == State)
        return false;
    site::VirtualHostConfig &host = m_hosts[index.row()];
    QString &field = index.column() == Host ? host.host : host.root;
    const QString text = value.toString().trimmed();
    if (text == field)
        return true;
    field = text;
    Q_EMIT dataChanged(index.siblingAtColumn(Host), index.siblingAtColumn(State));
    Q_EMIT edited();
    return true;
}

QVariant VirtualHostModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Host:
        return tr("Host name");
    case Folder:
        return tr("Folder");
    default:
        return tr("State");
    }
}

Qt::ItemFlags VirtualHostModel::flags(const QModelIndex &index) const
{
    const bool editable = index.isValid() && index.column() != State;
    return QAbstractTableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

QString VirtualHostModel::freeName(const QString &wanted) const
{
    const auto isTaken = [this](const QString &name) {
        return std::ranges::find(m_hosts, name, &site::VirtualHostConfig::host) != m_hosts.end();
    };
    QString name = wanted + u".localhost"_s;
    for (int number = 2; isTaken(name); ++number)
        name = u"%1-%2.localhost"_s.arg(wanted).arg(number);
    return name;
}

} // namespace servelab::ui
