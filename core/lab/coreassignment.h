// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

#include <QList>

namespace servelab::lab {

/// Which cores the server has to itself and which the load generator. Both empty: they share, since there is
/// one.
struct CoreAssignment
{
    QList<int> server;
    QList<int> load;
    friend bool operator==(const CoreAssignment &, const CoreAssignment &) = default;
};

/// The same for every sample of an experiment: as many server cores as the variant with the most workers asks
/// for, half where none asks, and at least one for each side.
CoreAssignment assignCores(const Experiment &experiment, const QList<int> &available);

} // namespace servelab::lab
