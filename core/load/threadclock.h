// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace servelab::load {

/// User and system time of the calling thread since it began.
std::chrono::nanoseconds threadCpuTime();

} // namespace servelab::load
