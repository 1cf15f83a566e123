// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QAction>
#include <QPointer>

namespace servelab::ui {

/// Every action of the window by name and shortcut, for the palette. Actions that cannot be used now are left
/// out of what refresh() shows.
class CommandModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { ShortcutRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    void addAction(QAction *action); ///< the caller owns it
    void refresh();
    QAction *actionAt(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<QPointer<QAction>> m_all;
    QList<QPointer<QAction>> m_usable;
};

} // namespace servelab::ui
