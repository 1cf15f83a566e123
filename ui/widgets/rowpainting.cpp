// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rowpainting.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOptionViewItem>

namespace servelab::ui {

void paintRowText(QPainter &painter, const QRect &rect, Qt::Alignment side, const QString &text)
{
    const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width());
    painter.drawText(rect, static_cast<int>(side | Qt::AlignVCenter), shown);
}

QRect paintTextAtRight(QPainter &painter, QRect rect, const QString &text)
{
    paintRowText(painter, rect, Qt::AlignRight, text);
    rect.setRight(rect.right() - painter.fontMetrics().horizontalAdvance(text) - 8);
    return rect;
}

void paintRowBackground(QPainter &painter, const QStyleOptionViewItem &option)
{
    const Colours &colours = coloursOf(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (!selected && !option.state.testFlag(QStyle::State_MouseOver))
        return;
    const QRectF box = QRectF(option.rect).adjusted(8, 1, -8, -1);
    const bool focused = selected && option.state.testFlag(QStyle::State_HasFocus);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(focused ? QPen(colours.accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(selected ? colours.selection : colours.hover);
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5);
}

} // namespace servelab::ui
