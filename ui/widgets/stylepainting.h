// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/style.h"

class QPainter;
class QStyleOptionProgressBar;

/// How Style draws the parts of controls, each into the rectangle of its option.
namespace servelab::ui {

bool has(const QStyleOption &option, QStyle::StateFlag flag);

/// A round-cornered surface; without a valid line it has no border.
void drawBox(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &line, qreal width = 1);

/// A field one types in: one line around, in the accent and thicker with the focus.
void drawField(const QStyleOption &option, QPainter *painter, bool focused);

void drawButton(const QStyleOption &option, QPainter *painter, ButtonKind kind);
void drawFocus(const QStyleOption &option, QPainter *painter);
void drawCheckIndicator(const QStyleOption &option, QPainter *painter);
void drawChevron(QPainter *painter, const QRect &rect, const QColor &colour, bool up);
void drawTabShape(const QStyleOptionTab &option, QPainter *painter);
void drawProgress(const QStyleOptionProgressBar &option, QPainter *painter);

} // namespace servelab::ui
