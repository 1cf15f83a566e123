// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"

#include <QList>

/// Where on the page a problem of an experiment belongs, and how it is said there.
namespace servelab::ui {

enum class LabPart { Load, Workloads, Variants, Plan };

LabPart partOf(const base::Error &problem);

/// Those of one part.
QList<base::Error> problemsOf(LabPart part, const QList<base::Error> &problems);

/// The variant a problem is about; -1: none.
int variantOf(const base::Error &problem);
/// The setting of that variant it is about: "compression.brotliQuality"; empty: none.
QString settingOf(const base::Error &problem);

/// What it says, with the setting called as people know it.
QString textOf(const base::Error &problem);

/// The field of the plan: "connections", "rounds".
QString planFieldOf(const base::Error &problem);

/// Each once: what is wrong with the base is wrong with every variant.
QList<base::Error> withoutRepetitions(const QList<base::Error> &problems);

/// Why it cannot be run, in a line: the first problem, and how many more there are.
QString reasonText(const QList<base::Error> &problems);

} // namespace servelab::ui
