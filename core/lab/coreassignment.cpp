// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/coreassignment.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {

CoreAssignment assignCores(const Experiment &experiment, const QList<int> &available)
{
    if (available.size() < 2)
        return {};
    qsizetype wanted = 0;
    for (const Variant &variant : experiment.variants)
        wanted = std::max<qsizetype>(wanted, variant.patch.value("workers"_L1).toInt());
    if (wanted == 0)
        wanted = available.size() / 2;
    const qsizetype server = std::clamp<qsizetype>(wanted, 1, available.size() - 1);
    return {available.first(server), available.sliced(server)};
}

} // namespace servelab::lab
