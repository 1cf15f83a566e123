// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

namespace servelab::test {

/// Asks for "/page.txt" of the folder `root`; has no variant yet.
inline lab::Experiment onePageExperiment(const QString &id, const QString &root)
{
    lab::Workload workload;
    workload.id = QStringLiteral("page");
    workload.title = QStringLiteral("A page");
    workload.path = QStringLiteral("/page.txt");
    lab::Experiment experiment;
    experiment.id = id;
    experiment.base.root = root;
    experiment.workloads = {workload};
    return experiment;
}

} // namespace servelab::test
