// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chartscale.h"

#include <QColor>
#include <QList>
#include <QPointF>
#include <QString>

#include <optional>

/// What a chart canvas draws. Values.
namespace servelab::ui {

/// A line of a chart. A point whose y is not a number leaves a gap.
struct ChartLine
{
    QString name;
    QColor colour;
    QList<QPointF> points;
    bool hasMarks = false; ///< a dot at each point: there is nothing known between them
};

/// A bar: the median, and what it is the median of.
struct ChartBar
{
    QString label;
    QColor colour;
    double value = 0;
    QString valueText;
    QList<double> samples; ///< a dot each
    bool isHatched = false; ///< its difference from the baseline is within the noise
};

struct ChartAxis
{
    QString title; ///< with the unit
    double lowest = 0;
    double highest = 1;
    AxisScale scale = AxisScale::Linear;

    /// The same values stand at the same places.
    bool hasMarksOf(const ChartAxis &other) const
    {
        return lowest == other.lowest && highest == other.highest && scale == other.scale;
    }
};

/// A part of an axis, in its values.
struct AxisRange
{
    double lowest = 0;
    double highest = 0;
    friend bool operator==(const AxisRange &, const AxisRange &) = default;
};

/// What of an axis lies in that range; all of it where nothing does.
ChartAxis partOf(const ChartAxis &axis, const AxisRange &range);

/// Two pixels of an axis that is so many long, in its places; 0 before it has a length.
double stepOf(const ChartAxis &axis, double pixels);

/// 0 where there is nothing.
double highestOf(const QList<ChartLine> &lines);
double highestOf(const QList<ChartBar> &bars);

/// The parts of a line between its gaps.
QList<QList<QPointF>> unbroken(const QList<QPointF> &points);

/// Where values stand on axes of these scales.
QList<QPointF> toPlaces(QList<QPointF> points, AxisScale horizontal, AxisScale vertical);

/// Equal, or both no number.
bool isSame(double one, double other);

/// A line with no more than the lowest and the highest point in each `step` of x, and its ends: what can be
/// seen of it where a step is a pixel or two. The x values ascend; a step of 0 keeps everything.
QList<QPointF> thinned(const QList<QPointF> &points, double step);

} // namespace servelab::ui
