// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/report.h"
#include "core/lab/verdict.h"

/// What the reports of one result and of many have in common.
namespace servelab::lab {

/// Stands where there is no figure.
inline constexpr QStringView noFigure = u"-";

/// A figure that is 0 in every sample is one that nobody looked at.
bool isMeasured(const Spread &spread);

QString labelOf(const Experiment &experiment, const QString &variant);

/// What went wrong with a workload, once for each text: the same failure often repeats over the rounds.
QStringList failureNotes(const ResultDocument &document, const QString &workload);

/// Where and with what it was measured.
QString environmentText(const Environment &environment);

/// What the program that measured used of the machine itself; empty where that is not known.
QString observerText(const ResultDocument &document);

/// What makes the figures less steady, or less telling, than they look.
QStringList cautions(const ResultDocument &document);

} // namespace servelab::lab
