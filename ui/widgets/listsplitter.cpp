// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/listsplitter.h"

namespace servelab::ui {

ListSplitter::ListSplitter(QWidget *list, QWidget *detail, int listWidth, QWidget *parent)
    : QSplitter(parent)
{
    addWidget(list);
    addWidget(detail);
    setStretchFactor(1, 1);
    setCollapsible(1, false);
    setSizes({listWidth, 1000});
}

void ListSplitter::resizeEvent(QResizeEvent *event)
{
    QSplitter::resizeEvent(event);
    widget(0)->setVisible(width() >= leastWidth);
}

} // namespace servelab::ui
