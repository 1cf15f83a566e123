// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/peers/client/cpuclock.h"

#include "bench/peers/arguments.h"

#include <ctime>

namespace servelab::bench {

namespace {

double read(clockid_t clock)
{
    timespec time{};
    if (::clock_gettime(clock, &time) != 0)
        failWith("The CPU time of a measured process cannot be read. Has it ended?");
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

double now()
{
    return read(CLOCK_MONOTONIC);
}

double cpuTimeOf(const std::vector<pid_t> &processes)
{
    double sum = 0;
    for (const pid_t process : processes) {
        clockid_t clock{};
        if (::clock_getcpuclockid(process, &clock) != 0)
            failWith("Process " + std::to_string(process) + " of the server has ended.");
        sum += read(clock);
    }
    return sum;
}

double ownCpuTime()
{
    return read(CLOCK_PROCESS_CPUTIME_ID);
}

} // namespace servelab::bench
