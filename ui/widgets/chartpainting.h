// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chartdata.h"

#include <QBrush>
#include <QFont>
#include <QPalette>
#include <QPen>
#include <QRectF>

#include <functional>

class QPainter;

/// What is drawn around the lines and bars of a chart, once it is known where values stand.
namespace servelab::ui {

QPen linePen(const QColor &colour);
QBrush barBrush(const ChartBar &bar);

/// The place of a value in a bar's row.
using BarPlace = std::function<QPointF(double value)>;

/// A dot for each sample, and the value in words behind the last of them.
void paintBarDetails(QPainter &painter, const ChartBar &bar, const BarPlace &place, const QPalette &palette,
    const QFont &font);

/// Between two horizontal places; at least two pixels wide.
void paintNoiseStripe(
    QPainter &painter, const QRectF &plot, double left, double right, const QPalette &palette);

enum class Cursor { Pointer, Pin };
/// A vertical line through the plot.
void paintCursor(QPainter &painter, const QRectF &plot, double x, Cursor cursor, const QPalette &palette);

/// What a drag would zoom to.
void paintDrag(QPainter &painter, const QRectF &plot, double begin, double end, const QPalette &palette);

} // namespace servelab::ui
