// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/contenderlistmodel.h"

#include "ui/models/coretext.h"

#include <QDir>

namespace servelab::ui {

void ContenderListModel::setContenders(const QList<FoundContender> &contenders)
{
    beginResetModel();
    m_contenders = contenders;
    endResetModel();
}

int ContenderListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_contenders.size());
}

int ContenderListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant ContenderListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const FoundContender &found = m_contenders[index.row()];
    if (index.column() == Server)
        return found.contender.title;
    if (found.program)
        return tr("Installed: %1").arg(QDir::toNativeSeparators(*found.program));
    return coreText(found.program.error()).toString();
}

QVariant ContenderListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == Server ? tr("Server") : tr("Where it is");
}

Qt::ItemFlags ContenderListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const bool isHere = m_contenders[index.row()].program.has_value();
    return isHere ? QAbstractTableModel::flags(index) : Qt::ItemIsSelectable;
}

} // namespace servelab::ui
