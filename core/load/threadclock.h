// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace servelab::load {

/// User and system time of the calling thread since it began.
std::chrono::nanoseconds threadCpuTime();

/// How long the calling thread was ready to run and waited for a core; 0 where the system does not tell.
/// Opens a file.
std::chrono::nanoseconds threadWaitTime();

} // namespace servelab::load
