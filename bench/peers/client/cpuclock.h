// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <vector>

namespace servelab::bench {

/// Seconds on a clock that only goes forward.
double now();

/// User and system time that processes have taken so far, in seconds, as the kernel counts it (nanoseconds,
/// all threads, ended ones too).
double cpuTimeOf(const std::vector<pid_t> &processes);

/// The same of this process.
double ownCpuTime();

} // namespace servelab::bench
