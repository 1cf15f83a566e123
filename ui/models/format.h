// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <span>

/// How numbers, units and times are written, everywhere in the window.
namespace servelab::ui {

/// A unit to show values in: what it is called, and how many base units are one of it.
struct Unit
{
    QString name;
    double size = 1;
    friend bool operator==(const Unit &, const Unit &) = default;
};

Unit requestRateUnit(); ///< req/s
Unit countUnit(); ///< without a name
Unit timeUnitFor(double microseconds); ///< µs, ms or s, so that the value reads without leading zeros
Unit byteUnitFor(double bytes); ///< B, KiB, MiB or GiB

/// Three significant digits (four from a thousand up), thin spaces between thousands, the locale's decimal
/// sign. A value that is not a number is an en dash.
QString formatNumber(double value);

/// For the marks of an axis: as formatNumber(), without zeros at the end of a fraction.
QString formatTick(double value);

/// A whole number, every digit of it.
QString formatCount(quint64 value);

QString formatValue(double value, const Unit &unit); ///< number only
QString formatValueWithUnit(double value, const Unit &unit); ///< "1.84 ms"

/// The geometric mean of those above zero: the value to choose one unit for all of them by. 0 where there is
/// none.
double typicalOf(std::span<const double> values);

QString formatBytes(double bytes);
QString formatMicroseconds(double microseconds);
QString formatRequestRate(double perSecond);

/// For people who wait: "less than a second", "8 s", "1 min 40 s", "2 h 5 min".
QString formatDuration(std::chrono::milliseconds duration);

/// With a capital at its beginning, as a sentence or a line of its own.
/// "Made once" as it stands inside a sentence: "made once". The rest keeps its capitals: in other languages
/// than English nouns have them.
QString uncapitalized(const QString &text);
QString capitalized(const QString &text);

} // namespace servelab::ui
