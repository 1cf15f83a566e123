// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/figures.h"
#include "core/lab/resultdocument.h"

#include <span>

namespace servelab::lab {

enum class Direction : std::uint8_t { HigherIsBetter, LowerIsBetter };

/// A figure of a sample that variants are compared by.
struct Metric
{
    QLatin1StringView key; ///< in documents and on the command line
    QStringView title; ///< for people: "Requests per second"
    QStringView head; ///< of a column: "req/s"
    QStringView more; ///< what a higher figure is called: "faster", "more CPU"
    QStringView less;
    Direction direction = Direction::HigherIsBetter;
    std::span<const Unit> units;
    Spread Summary::*spread = nullptr; ///< where summaries have it
    double (*valueOf)(const Sample &sample) = nullptr; ///< 0 where the sample does not tell
    bool isSpecial = false; ///< of some experiments only
};

/// All of them; the first is requests per second.
std::span<const Metric> metrics();

/// Null where there is none of that key.
const Metric *findMetric(const QString &key);

/// Of the CPU time a request costs: what counts when the load generator was the limit.
const Metric &cpuMetric();

/// "1 840 µs" in the unit that suits it.
QString valueText(const Metric &metric, double value);

} // namespace servelab::lab
