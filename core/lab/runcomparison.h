// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/report.h"
#include "core/lab/verdict.h"

namespace servelab::lab {

/// One figure of one variant in an earlier run and in a later one. Rounds of different runs are no pairs, so
/// that a difference counts only where, beside what the verdict within a run asks for, every round of one run
/// lies beyond the median of the other.
struct RunDifference
{
    QString experiment; ///< id
    Verdict verdict; ///< of the later run against the earlier one
    double before = 0; ///< medians
    double after = 0;

    /// How much worse, as a share of before (0.05 is 5 %); 0 where nothing is worse beyond noise.
    double regression() const;
};

struct RunComparison
{
    QList<RunDifference> differences; ///< of every figure that both runs have
    QStringList cautions; ///< what makes the runs hard to compare; what only one of them has
};

RunComparison compareRuns(const QList<ResultDocument> &before, const QList<ResultDocument> &after);

Report reportOf(const RunComparison &comparison);

} // namespace servelab::lab
