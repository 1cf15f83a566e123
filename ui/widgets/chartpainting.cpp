// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartpainting.h"

#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace servelab::ui {

namespace {

QColor withAlpha(QColor colour, float alpha)
{
    colour.setAlphaF(alpha);
    return colour;
}

} // namespace

/// Round joints would be hundreds of curves in each line, a third of what drawing it costs. Without round
/// ends Qt would draw each segment by itself, paler than a whole line.
QPen linePen(const QColor &colour)
{
    return {colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::BevelJoin};
}

QBrush barBrush(const ChartBar &bar)
{
    return {bar.colour, bar.isHatched ? Qt::BDiagPattern : Qt::SolidPattern};
}

void paintBarDetails(
    QPainter &painter, const ChartBar &bar, const BarPlace &place, const QPalette &palette, const QFont &font)
{
    const Colours &colours = coloursOf(palette);
    double rightmost = bar.value;
    painter.setPen(QPen(colours.surface, 1));
    painter.setBrush(colours.text);
    const bool many = bar.samples.size() > 9;
    const double radius = many ? 2.2 : 3;
    const int lanes = many ? 5 : 3; // so that equal samples are all seen
    for (qsizetype number = 0; number < bar.samples.size(); ++number) {
        const double offset = (static_cast<double>(number % lanes) - (lanes - 1) / 2.0) * (many ? 3.2 : 5);
        painter.drawEllipse(place(bar.samples[number]) + QPointF(0, offset), radius, radius);
        rightmost = std::max(rightmost, bar.samples[number]);
    }
    const QPointF end = place(rightmost);
    painter.setPen(colours.text);
    painter.setFont(captionFont(font));
    const double height = painter.fontMetrics().height();
    painter.drawText(QRectF(end.x() + 8, end.y() - height / 2, 320, height), Qt::AlignLeft | Qt::AlignVCenter,
        bar.valueText);
}

void paintNoiseStripe(
    QPainter &painter, const QRectF &plot, double left, double right, const QPalette &palette)
{
    painter.fillRect(QRectF(left, plot.top(), std::max(right - left, 2.0), plot.height()),
        withAlpha(coloursOf(palette).stopped, 0.18F));
}

void paintCursor(QPainter &painter, const QRectF &plot, double x, Cursor cursor, const QPalette &palette)
{
    const Colours &colours = coloursOf(palette);
    painter.setPen(
        cursor == Cursor::Pin ? QPen(colours.accent, 1, Qt::DashLine) : QPen(colours.quietText, 1));
    const double middle = std::round(x) + 0.5;
    painter.drawLine(QPointF(middle, plot.top()), QPointF(middle, plot.bottom()));
}

void paintDrag(QPainter &painter, const QRectF &plot, double begin, double end, const QPalette &palette)
{
    const QRectF dragged = QRectF(QPointF(begin, plot.top()), QPointF(end, plot.bottom())).normalized();
    painter.fillRect(dragged & plot, withAlpha(coloursOf(palette).accent, 0.15F));
}

} // namespace servelab::ui
