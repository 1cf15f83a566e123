// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/metric.h"
#include "ui/models/format.h"
#include "ui/models/glossary.h"

/// The figures that variants are compared by, as the window speaks of them.
namespace servelab::ui {

Term termOf(const lab::Metric &metric);
QString titleOf(const lab::Metric &metric); ///< "Requests per second"
QString shortTitleOf(const lab::Metric &metric); ///< "req/s", "CPU/request"
QString howToReadBars(const lab::Metric &metric); ///< which direction is better, and what bar and dots are
Unit unitFor(const lab::Metric &metric, double typical);

/// "+27 %", "−4.1 %", "3.4 ×" from twice on.
QString changeText(double ratio);

/// What such a ratio to the baseline means, as the end of a sentence: "saves 4.1 % of the bytes", "takes 20 %
/// more CPU per request".
QString changePhrase(const lab::Metric &metric, double ratio);

/// That there is none, likewise: "shows no difference in CPU per request beyond noise (±1.3 %)".
QString noDifferencePhrase(const lab::Metric &metric, double band);

/// "±1.3 %": how far same code came out apart.
QString bandText(double band);

} // namespace servelab::ui
