// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/requestdelegate.h"

#include "ui/widgets/theme.h"

namespace servelab::ui {

namespace {

QColor colourOfStatus(int status, const Colours &colours)
{
    if (status >= 500)
        return colours.error;
    if (status >= 400)
        return colours.warning;
    return status >= 300 ? colours.quietText : colours.running;
}

} // namespace

void StatusCodeDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QColor colour = colourOfStatus(option->text.toInt(), coloursOf(option->palette));
    option->palette.setColor(QPalette::Text, colour);
}

} // namespace servelab::ui
