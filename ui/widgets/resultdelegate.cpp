// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/resultdelegate.h"

#include "ui/models/resultlistmodel.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/rowpainting.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 56;
constexpr int iconSize = 16;

QString iconOf(const QModelIndex &index)
{
    if (index.data(ResultListModel::DamagedRole).toBool())
        return u"warning"_s;
    return index.data(ResultListModel::PinnedRole).toBool() ? u"pin"_s : u"results"_s;
}

QColor iconColour(const QModelIndex &index, const Colours &colours)
{
    if (index.data(ResultListModel::DamagedRole).toBool())
        return colours.error;
    return index.data(ResultListModel::PinnedRole).toBool() ? colours.accent : colours.quietText;
}

} // namespace

QSize ResultDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {200, std::max(rowHeight, 2 * option.fontMetrics.height() + 22)};
}

void ResultDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colours &colours = coloursOf(option.palette);
    const QRect content = option.rect.adjusted(44, 8, -20, -8);
    const QRect above(content.left(), content.top(), content.width(), content.height() / 2);
    const QRect below(content.left(), above.bottom() + 1, content.width(), content.height() / 2);
    painter->save();
    paintRowBackground(*painter, option);
    paintPicture(*painter, iconOf(index),
        QRectF(option.rect.left() + 18, above.center().y() - iconSize / 2.0, iconSize, iconSize),
        iconColour(index, colours));
    painter->setFont(captionFont(option.font));
    painter->setPen(colours.quietText);
    const QRect title = paintTextAtRight(*painter, above, index.data(ResultListModel::TimeRole).toString());
    if (index.data(ResultListModel::DamagedRole).toBool())
        painter->setPen(colours.error);
    paintRowText(*painter, below, Qt::AlignLeft, index.data(ResultListModel::SecondLineRole).toString());
    painter->setFont(option.font);
    painter->setPen(colours.text);
    paintRowText(*painter, title, Qt::AlignLeft, index.data().toString());
    painter->restore();
}

void ResultDelegate::updateEditorGeometry(
    QWidget *editor, const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const QRect content = option.rect.adjusted(40, 0, -16, 0);
    const int height = editor->sizeHint().height();
    editor->setGeometry(content.left(), option.rect.center().y() - height / 2, content.width(), height);
}

} // namespace servelab::ui
