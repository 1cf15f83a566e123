// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

/// Comparisons to begin with, for a file of any site.
namespace servelab::ui {

struct LabPreset
{
    QString id;
    QString title;
    QString question; ///< what it answers, in a sentence
    QList<lab::Variant> variants;
};

QList<LabPreset> labPresets();

} // namespace servelab::ui
