// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/processtree.h"

#ifndef _WIN32
#include <csignal>

#include <unistd.h>
#endif

namespace servelab::base {

QList<qint64> processTree(qint64 pid)
{
    return cpuTime(pid) ? QList{pid} : QList<qint64>{};
}

Expected<MemoryUse> treeMemoryUse(qint64 pid)
{
    return memoryUse(pid);
}

Expected<std::chrono::nanoseconds> treeCpuTime(qint64 pid)
{
    return cpuTime(pid);
}

#ifdef _WIN32

void prepareServerChild(std::span<const int>) { }
void signalProcessGroup(qint64, EndSignal) { }
bool freezeProcessTree(qint64)
{
    return false;
}
bool thawProcessTree(qint64)
{
    return false;
}
bool isProcessGroupAlive(qint64)
{
    return false;
}

#else

void prepareServerChild(std::span<const int>)
{
    setpgid(0, 0);
}

bool freezeProcessTree(qint64 pid)
{
    return pid > 1 && ::kill(static_cast<pid_t>(pid), SIGSTOP) == 0;
}

bool thawProcessTree(qint64 pid)
{
    return pid > 1 && ::kill(static_cast<pid_t>(pid), SIGCONT) == 0;
}

void signalProcessGroup(qint64 leader, EndSignal signal)
{
    static constexpr int numbers[] = {SIGTERM, SIGINT, SIGQUIT, SIGKILL};
    if (leader > 1)
        ::kill(-static_cast<pid_t>(leader), numbers[static_cast<int>(signal)]);
}

bool isProcessGroupAlive(qint64 leader)
{
    return leader > 1 && ::kill(-static_cast<pid_t>(leader), 0) == 0;
}

#endif

std::optional<std::chrono::nanoseconds> systemBusyTime()
{
    return std::nullopt;
}

std::chrono::nanoseconds ownCpuTime()
{
    return {};
}

} // namespace servelab::base
