// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labentrydelegate.h"

#include "ui/models/labentriesmodel.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace servelab::ui {

namespace {

constexpr int margin = 16;

void paintLine(
    QPainter &painter, const QRect &rect, const QFont &font, const QColor &colour, const QString &text)
{
    painter.setFont(font);
    painter.setPen(colour);
    const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width());
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, shown);
}

void paintBackground(QPainter &painter, const QStyleOptionViewItem &option)
{
    const Colours &colours = coloursOf(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (!selected && !option.state.testFlag(QStyle::State_MouseOver))
        return;
    const bool focused = selected && option.state.testFlag(QStyle::State_HasFocus);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(focused ? QPen(colours.accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(selected ? colours.selection : colours.hover);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(9, 2, -9, -2), 5, 5);
}

} // namespace

QSize LabEntryDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int line = option.fontMetrics.height();
    return {200, index.data(LabEntriesModel::IsTitleRole).toBool() ? line + 20 : 2 * line + 18};
}

void LabEntryDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colours &colours = coloursOf(option.palette);
    painter->save();
    if (index.data(LabEntriesModel::IsTitleRole).toBool()) {
        QFont font = captionFont(option.font);
        font.setWeight(QFont::DemiBold);
        paintLine(*painter, option.rect.adjusted(margin, 10, -margin, 0), font, colours.quietText,
            index.data().toString());
    } else {
        paintBackground(*painter, option);
        const QRect content = option.rect.adjusted(margin + 4, 7, -margin - 4, -7);
        const QRect above(content.left(), content.top(), content.width(), content.height() / 2);
        paintLine(*painter, above, option.font, colours.text, index.data().toString());
        paintLine(*painter, above.translated(0, content.height() / 2), captionFont(option.font),
            colours.quietText, index.data(LabEntriesModel::LessonRole).toString());
    }
    painter->restore();
}

} // namespace servelab::ui
