// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"

#include <QAbstractTableModel>

namespace servelab::ui {

/// The virtual hosts of a site: a host name and a folder in each row, both editable in place.
class VirtualHostModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Host, Folder };

    using QAbstractTableModel::QAbstractTableModel;

    const QList<site::VirtualHostConfig> &hosts() const { return m_hosts; }
    void setHosts(const QList<site::VirtualHostConfig> &hosts);

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

    QList<site::VirtualHostConfig> m_hosts;
};

} // namespace servelab::ui
