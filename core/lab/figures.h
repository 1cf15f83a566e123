// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QString>
#include <QStringView>

#include <span>

/// Figures as a person reads them. Pure.
namespace servelab::lab {

/// Three significant digits, no exponent, thin spaces between thousands: "0.00412", "1.84", "264", "12 500".
QString threeDigits(double value);

/// A unit and how many of the smallest it holds.
struct Unit
{
    QStringView name;
    double size = 1;
};

inline constexpr Unit plainUnit[] = {{u"", 1}};
inline constexpr Unit timeUnits[] = {{u"\u00b5s", 1}, {u"ms", 1e3}, {u"s", 1e6}}; ///< of microseconds
inline constexpr Unit byteUnits[]
    = {{u"B", 1}, {u"KiB", 1024.0}, {u"MiB", 1024.0 * 1024}, {u"GiB", 1024.0 * 1024 * 1024}};

/// The unit in which a whole column of values reads best: that of the middle between the least and the
/// greatest, by order of magnitude. Values that are not above 0 do not count. `units` ascend.
Unit commonUnit(std::span<const double> values, std::span<const Unit> units);

/// "264 KiB"
QString bytesText(double bytes);

} // namespace servelab::lab
