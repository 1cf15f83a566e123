// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/commandmodel.h"

#include <algorithm>
#include <iterator>

namespace servelab::ui {

void CommandModel::addAction(QAction *action)
{
    m_all.append(action);
}

void CommandModel::refresh()
{
    beginResetModel();
    m_usable.clear();
    std::ranges::copy_if(m_all, std::back_inserter(m_usable),
        [](const QPointer<QAction> &action) { return action && action->isEnabled(); });
    endResetModel();
}

QAction *CommandModel::actionAt(const QModelIndex &index) const
{
    return index.isValid() ? m_usable[index.row()].data() : nullptr;
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_usable.size());
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    const QAction *action = actionAt(index);
    if (!action)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return action->text();
    case Qt::DecorationRole:
        return action->icon();
    case ShortcutRole:
        return action->shortcut().toString(QKeySequence::NativeText);
    default:
        return {};
    }
}

} // namespace servelab::ui
