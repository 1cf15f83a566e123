// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

class QPainter;
class QStyleOptionViewItem;

/// What the rows of the window's lists have in common.
namespace servelab::ui {

/// Round corners behind a row that is selected or pointed at; an accent around the one with the focus.
void paintRowBackground(QPainter &painter, const QStyleOptionViewItem &option);

/// As much of a text as there is room for.
void paintRowText(QPainter &painter, const QRect &rect, Qt::Alignment side, const QString &text);

/// A text at the right end; what is left of the room.
QRect paintTextAtRight(QPainter &painter, QRect rect, const QString &text);

} // namespace servelab::ui
