// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartdata.h"

#include <algorithm>
#include <cmath>

namespace servelab::ui {

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

} // namespace servelab::ui
