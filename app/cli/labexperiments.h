// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
#include "core/lab/catalogue.h"

namespace servelab::cli {

/// What a person asks the lab for, and how it differs from what the catalogue says.
struct LabChoice
{
    std::optional<int> rounds;
    std::optional<quint64> seed;
    QStringList only; ///< ids of experiments, workloads or variants; empty: all
    bool smoke = false;
    QString contendersFile; ///< empty: the one of this installation
    QString cache; ///< folder in which contenders were installed that no package manager has
};

/// The experiments that operands name: an id, "seeds" (all groups that others published figures of),
/// "contenders", a group, or a file. Nothing is run. `notes` gets what is left out and why.
std::expected<QList<lab::Experiment>, Problems> findExperiments(
    const QStringList &operands, const LabChoice &choice, QStringList &notes);

/// What stands for {name} in the commands of contenders.
lab::Places placesOf(const LabChoice &choice);

} // namespace servelab::cli
