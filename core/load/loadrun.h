// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/load/loadplan.h"
#include "core/load/loadtarget.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace servelab::load {

/// What all threads of one run share: made before they start, alive until they have ended, and unchanged
/// meanwhile but for the requests that are left.
struct LoadRun
{
    LoadPlan plan;
    LoadTarget target;
    std::string request; ///< as it goes over the wire
    bool requestIsHead = false;
    base::TimePoint begin; ///< of the warm-up
    base::TimePoint measuredFrom;
    std::optional<base::TimePoint> end; ///< of the measured part
    std::atomic<std::int64_t> requestsLeft{
        0}; ///< to begin, where the plan has a number of them; below 0: none
};

} // namespace servelab::load
