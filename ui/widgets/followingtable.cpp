// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/followingtable.h"

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
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
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
    connect(model, &QAbstractItemModel::rowsRemoved, this,
        [this](const QModelIndex &, int first, int last) {
            const int above = verticalScrollBar()->value();
            if (!m_follows && first <= above)
                verticalScrollBar()->setValue(std::max(0, above - (last - first + 1)));
        });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_follows = true;
        scrollToBottom();
    });
}

bool FollowingTable::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum();
}

} // namespace servelab::ui
