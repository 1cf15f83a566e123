// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartscale.h"

#include "ui/models/format.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace servelab::ui {

namespace {

constexpr double tolerance = 1e-9;
constexpr double leastLogarithmic = 1e-12;

/// 1, 2 or 5 times a power of ten, so that no more than `most` steps fill the span.
double roundStep(double span, int most)
{
    const double least = span / most;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= least * (1 - tolerance))
            return step * power;
    }
    return 10 * power;
}

QList<AxisMark> linearMarks(double lowest, double highest, int most)
{
    QList<AxisMark> marks;
    const double step = roundStep(highest - lowest, most);
    for (double number = std::ceil(lowest / step - tolerance); number * step <= highest + step * tolerance;
        ++number)
        marks.append({number * step, formatTick(number * step)});
    return marks;
}

/// Powers of ten; with 2 and 5 between them where there is room.
QList<AxisMark> logarithmicMarks(double lowest, double highest, int most)
{
    QList<AxisMark> marks;
    const double decades = std::log10(highest / lowest);
    for (double power = std::floor(std::log10(lowest)); power <= std::ceil(std::log10(highest)); ++power) {
        for (const double step : {1.0, 2.0, 5.0}) {
            const double value = step * std::pow(10, power);
            const bool fits = step == 1 || decades * 3 <= most;
            if (fits && value >= lowest * (1 - tolerance) && value <= highest * (1 + tolerance))
                marks.append({value, formatTick(value)});
        }
    }
    return marks;
}

/// 99.999 in full: three digits are not enough here.
QString percentText(double percent)
{
    return QLocale().toString(percent, 'g', 8);
}

QList<AxisMark> percentileMarks(double lowest, double highest)
{
    QList<AxisMark> marks;
    for (const double percent : {0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999}) {
        if (percent >= lowest - tolerance && percent <= highest + tolerance)
            marks.append({percent, percentText(percent)});
    }
    return marks;
}

} // namespace

double toPlace(AxisScale scale, double value)
{
    switch (scale) {
    case AxisScale::Linear:
        return value;
    case AxisScale::Logarithmic:
        return std::isnan(value) ? value : std::log10(std::max(value, leastLogarithmic));
    case AxisScale::Percentile:
        return -std::log10(std::max(1 - value / 100, leastLogarithmic));
    }
    Q_UNREACHABLE();
}

double toValue(AxisScale scale, double place)
{
    switch (scale) {
    case AxisScale::Linear:
        return place;
    case AxisScale::Logarithmic:
        return std::pow(10, place);
    case AxisScale::Percentile:
        return 100 * (1 - std::pow(10, -place));
    }
    Q_UNREACHABLE();
}

QList<AxisMark> axisMarks(AxisScale scale, double lowest, double highest, int most)
{
    if (!(highest > lowest) || (scale == AxisScale::Logarithmic && lowest <= 0))
        return {};
    switch (scale) {
    case AxisScale::Linear:
        return linearMarks(lowest, highest, most);
    case AxisScale::Logarithmic:
        return logarithmicMarks(lowest, highest, most);
    case AxisScale::Percentile:
        return percentileMarks(lowest, highest);
    }
    Q_UNREACHABLE();
}

double roundedUp(double value)
{
    if (value <= 0)
        return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 4.0, 5.0, 8.0, 10.0}) {
        if (step * power >= value * (1 - tolerance))
            return step * power;
    }
    return 10 * power;
}

} // namespace servelab::ui
