// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace servelab::base {

/// Every duration inside the program is measured on this clock; it never jumps.
using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

} // namespace servelab::base
