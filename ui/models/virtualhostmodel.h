// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/hostchecker.h"

#include <QAbstractTableModel>

namespace servelab::ui {

/// The virtual hosts of a site: a host name and a folder in each row, both editable in place, and whether it
/// can be reached.
class VirtualHostModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Host, Folder, State, ColumnCount };
    enum Role { StateRole = Qt::UserRole, DetailRole }; ///< HostState; what to do about it

    using QAbstractTableModel::QAbstractTableModel;

    const QList<site::VirtualHostConfig> &hosts() const { return m_hosts; }
    void setHosts(const QList<site::VirtualHostConfig> &hosts);

    /// What was found out; hosts that have changed since are left as they are.
    void setReports(const QList<HostReport> &reports);

    /// A row with a name nobody else has in this table.
    QModelIndex addFolder(const QString &folder);
    void remove(int row);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void edited(); ///< by a person, not by setHosts()

private:
    QString freeName(const QString &wanted) const;
    HostReport reportOf(int row) const;
    QVariant stateData(const HostReport &report, int role) const;

    QList<site::VirtualHostConfig> m_hosts;
    QList<HostReport> m_reports;
};

QString stateText(HostState state);

} // namespace servelab::ui
