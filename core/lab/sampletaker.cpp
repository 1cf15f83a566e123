// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sampletaker.h"

#include "core/lab/samplerun.h"
#include "core/lab/taskrun.h"

#include <algorithm>

namespace servelab::lab {

void raisePeak(base::MemoryUse &peak, const base::MemoryUse &now)
{
    for (const auto figure : {&base::MemoryUse::proportionalBytes, &base::MemoryUse::privateDirtyBytes,
             &base::MemoryUse::residentBytes, &base::MemoryUse::peakResidentBytes})
        peak.*figure = std::max(peak.*figure, now.*figure);
}

std::unique_ptr<SampleTaker> makeSampleTaker(const SampleTask &task)
{
    if (task.task.isEmpty())
        return std::make_unique<SampleRun>(task);
    return std::make_unique<TaskRun>(task);
}

} // namespace servelab::lab
