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
    return parent.isValid() ? 0 : 2;
}

QVariant VirtualHostModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole))
        return {};
    const site::VirtualHostConfig &host = m_hosts[index.row()];
    return index.column() == Host ? host.host : host.root;
}

bool VirtualHostModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    site::VirtualHostConfig &host = m_hosts[index.row()];
    QString &field = index.column() == Host ? host.host : host.root;
    const QString text = value.toString().trimmed();
    if (text == field)
        return true;
    field = text;
    Q_EMIT dataChanged(index, index);
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
    return section == Host ? tr("Host name") : tr("Folder");
}

Qt::ItemFlags VirtualHostModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
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
