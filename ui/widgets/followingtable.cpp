// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/followingtable.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

namespace servelab::ui {

FollowingTable::FollowingTable(QWidget *parent)
    : QTableView(parent)
{
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerItem);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // else each row is measured
    fitRows();
    horizontalHeader()->setHighlightSections(false);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this,
        [this] { m_follows = verticalScrollBar()->sliderPosition() >= verticalScrollBar()->maximum(); });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { m_follows = isAtEnd(); });
}

void FollowingTable::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_follows)
            scrollToBottom();
    });
    connect(model, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex &, int first, int last) {
        const int above = verticalScrollBar()->value();
        if (!m_follows && first <= above)
            verticalScrollBar()->setValue(std::max(0, above - (last - first + 1)));
    });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_follows = true;
        scrollToBottom();
    });
}

/// What was just chosen stays in sight when something opens beside the table.
void FollowingTable::resizeEvent(QResizeEvent *event)
{
    const bool follows = m_follows;
    QTableView::resizeEvent(event);
    if (selectionModel() && selectionModel()->hasSelection())
        scrollTo(currentIndex());
    else if (follows)
        scrollToBottom();
}

void FollowingTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitRows();
}

void FollowingTable::fitRows()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
}

bool FollowingTable::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum();
}

} // namespace servelab::ui
