// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/figures.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

constexpr QChar thinSpace(0x2009);

/// Digits after the point that show three significant ones.
int decimalsFor(double magnitude)
{
    if (magnitude <= 0)
        return 0;
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(magnitude))), 0, 12);
}

/// 12,480 becomes 12,500: what is left of the point is cut to three significant digits, too.
double rounded(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude == 0 || !std::isfinite(value))
        return value;
    const double step = std::pow(10.0, std::floor(std::log10(magnitude)) - 2);
    return std::round(value / step) * step;
}

QString grouped(QString digits)
{
    const qsizetype point = digits.indexOf(u'.');
    for (qsizetype at = (point < 0 ? digits.size() : point) - 3; at > (digits.startsWith(u'-') ? 1 : 0);
        at -= 3)
        digits.insert(at, thinSpace);
    return digits;
}

} // namespace

QString threeDigits(double value)
{
    const double shown = rounded(value);
    return grouped(QString::number(shown, 'f', decimalsFor(std::abs(shown))));
}

Unit commonUnit(std::span<const double> values, std::span<const Unit> units)
{
    double lowest = 0;
    double highest = 0;
    for (const double value : values) {
        if (value <= 0)
            continue;
        lowest = lowest > 0 ? std::min(lowest, value) : value;
        highest = std::max(highest, value);
    }
    const double middle = std::sqrt(lowest) * std::sqrt(highest);
    Unit best = units.front();
    for (const Unit &unit : units) {
        if (middle >= unit.size)
            best = unit;
    }
    return best;
}

QString bytesText(double bytes)
{
    const Unit unit = commonUnit(std::array{bytes}, byteUnits);
    return u"%1 %2"_s.arg(threeDigits(bytes / unit.size), unit.name);
}

} // namespace servelab::lab
