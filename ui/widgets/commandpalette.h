// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace servelab::ui {

class CommandModel;

/// A searchable list of every action over the window. Type to narrow, arrows and Enter to choose, Escape to
/// leave.
class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    /// Neither parent nor model is owned; both outlive the palette.
    CommandPalette(CommandModel &commands, QWidget *parent);

    void open();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void choose();
    void leave();
    void selectFirst();

    CommandModel &m_commands;
    QSortFilterProxyModel *m_filter;
    QLineEdit *m_search;
    QListView *m_list;
};

} // namespace servelab::ui
