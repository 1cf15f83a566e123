// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

/// How values become places on an axis, and which values an axis names.
namespace servelab::ui {

enum class AxisScale {
    Linear,
    Logarithmic, ///< values above 0; what is not is drawn at the lowest end
    Percentile, ///< percents below 100 on 1/(1-p): 90, 99 and 99.9 stand equally far apart
};

/// The place of a value along a linear axis, and back.
double toPlace(AxisScale scale, double value);
double toValue(AxisScale scale, double place);

struct AxisMark
{
    double value = 0;
    QString text;
    friend bool operator==(const AxisMark &, const AxisMark &) = default;
};

/// Round values from `lowest` to `highest`, at most about `most` of them.
QList<AxisMark> axisMarks(AxisScale scale, double lowest, double highest, int most);

/// The next number of the series 1, 2, 4, 5, 8, 10 ... times a power of ten that is not below `value`.
double roundedUp(double value);

} // namespace servelab::ui
