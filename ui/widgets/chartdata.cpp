// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartdata.h"

#include <algorithm>
#include <cmath>

namespace servelab::ui {

ChartAxis partOf(const ChartAxis &axis, const AxisRange &range)
{
    ChartAxis part = axis;
    part.lowest = std::max(axis.lowest, range.lowest);
    part.highest = std::min(axis.highest, range.highest);
    return part.lowest < part.highest ? part : axis;
}

double stepOf(const ChartAxis &axis, double pixels)
{
    const double span = toPlace(axis.scale, axis.highest) - toPlace(axis.scale, axis.lowest);
    return pixels > 0 ? 2 * span / pixels : 0;
}

double highestOf(const QList<ChartLine> &lines)
{
    double highest = 0;
    for (const ChartLine &line : lines) {
        for (const QPointF &point : line.points)
            highest = std::isnan(point.y()) ? highest : std::max(highest, point.y());
    }
    return highest;
}

double highestOf(const QList<ChartBar> &bars)
{
    double highest = 0;
    for (const ChartBar &bar : bars) {
        highest = std::max(highest, bar.value);
        for (const double sample : bar.samples)
            highest = std::max(highest, sample);
    }
    return highest;
}

QList<QList<QPointF>> unbroken(const QList<QPointF> &points)
{
    QList<QList<QPointF>> parts;
    bool open = false;
    for (const QPointF &point : points) {
        if (std::isnan(point.y())) {
            open = false;
            continue;
        }
        if (!open)
            parts.append(QList<QPointF>());
        open = true;
        parts.last().append(point);
    }
    return parts;
}

QList<QPointF> toPlaces(QList<QPointF> points, AxisScale horizontal, AxisScale vertical)
{
    for (QPointF &point : points)
        point = {toPlace(horizontal, point.x()), toPlace(vertical, point.y())};
    return points;
}

bool isSame(double one, double other)
{
    return one == other || (std::isnan(one) && std::isnan(other));
}

QList<QPointF> thinned(const QList<QPointF> &points, double step)
{
    if (!(step > 0) || points.size() < 3)
        return points;
    QList<QPointF> kept{points.first()};
    auto begin = points.begin() + 1;
    const auto last = points.end() - 1;
    while (begin != last) {
        const auto end = std::find_if(
            begin, last, [limit = begin->x() + step](const QPointF &point) { return point.x() >= limit; });
        const auto [lowest, highest] = std::ranges::minmax_element(begin, end, {}, &QPointF::y);
        kept.append(*std::min(lowest, highest));
        if (lowest != highest)
            kept.append(*std::max(lowest, highest));
        begin = end;
    }
    kept.append(*last);
    return kept;
}

} // namespace servelab::ui
