// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/labcatalogue.h"

#include <QAbstractTableModel>

namespace servelab::ui {

/// Other servers: the name of each, and where its program is, or how to get it. One that is not here cannot
/// be chosen.
class ContenderListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Server, State };

    using QAbstractTableModel::QAbstractTableModel;

    void setContenders(const QList<FoundContender> &contenders);
    const FoundContender &at(int row) const { return m_contenders[row]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QList<FoundContender> m_contenders;
};

} // namespace servelab::ui
