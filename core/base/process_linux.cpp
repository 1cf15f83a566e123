// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"

#include "core/base/procfile_linux.h"

#include <QDir>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include <malloc.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace servelab::base {

using linux_system::kilobytesField;
using linux_system::readText;

namespace {

QString systemMessage(int code)
{
    return QString::fromLocal8Bit(std::strerror(code));
}

std::unexpected<Error> noSuchProcess(qint64 pid)
{
    return fail(
        QStringLiteral("Process %1 cannot be read: it has ended, or belongs to another user.").arg(pid));
}

QString processFile(qint64 pid, QLatin1StringView name)
{
    return QStringLiteral("/proc/%1/%2").arg(pid).arg(name);
}

/// Names in a folder of /proc that are numbers.
QStringList numberedEntries(const QString &folder)
{
    return QDir(folder).entryList({QStringLiteral("[0-9]*")}, QDir::AllEntries | QDir::System);
}

bool isListener(int descriptor)
{
    int listens = 0;
    socklen_t size = sizeof listens;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0;
}

/// Numbers that no core can have are left out; an empty set is refused by the system.
cpu_set_t toSet(std::span<const int> cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) {
        if (core >= 0 && core < CPU_SETSIZE)
            CPU_SET(static_cast<std::size_t>(core), &set);
    }
    return set;
}

QString toText(std::span<const int> cores)
{
    QStringList numbers;
    for (const int core : cores)
        numbers.append(QString::number(core));
    return numbers.join(QLatin1String(", "));
}

} // namespace

Expected<std::chrono::nanoseconds> cpuTime(qint64 pid)
{
    clockid_t clock = 0;
    timespec time = {};
    if (clock_getcpuclockid(static_cast<pid_t>(pid), &clock) != 0 || clock_gettime(clock, &time) != 0)
        return noSuchProcess(pid);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

Expected<MemoryUse> memoryUse(qint64 pid)
{
    const auto rollup = readText(processFile(pid, QLatin1StringView("smaps_rollup")));
    const auto status = readText(processFile(pid, QLatin1StringView("status")));
    if (!rollup || rollup->isEmpty() || !status)
        return noSuchProcess(pid);
    return MemoryUse{
        .proportionalBytes = kilobytesField(*rollup, "Pss"),
        .privateDirtyBytes = kilobytesField(*rollup, "Private_Dirty"),
        .residentBytes = kilobytesField(*rollup, "Rss"),
        .peakResidentBytes = kilobytesField(*status, "VmHWM"),
    };
}

Expected<int> threadCount(qint64 pid)
{
    const auto status = readText(processFile(pid, QLatin1StringView("status")));
    const int count = status ? linux_system::field(*status, "Threads").toInt() : 0;
    if (count == 0)
        return noSuchProcess(pid);
    return count;
}

Expected<int> openDescriptorCount()
{
    const qsizetype entries = numberedEntries(QStringLiteral("/proc/self/fd")).size();
    if (entries == 0)
        return fail(QStringLiteral("Open descriptors cannot be counted: /proc/self/fd cannot be read."));
    return static_cast<int>(entries) - 1; // the descriptor of the listing itself
}

Expected<int> listenerCount()
{
    const QStringList entries = numberedEntries(QStringLiteral("/proc/self/fd"));
    if (entries.isEmpty())
        return fail(QStringLiteral("Listeners cannot be counted: /proc/self/fd cannot be read."));
    return static_cast<int>(
        std::ranges::count_if(entries, [](const QString &entry) { return isListener(entry.toInt()); }));
}

QList<int> availableCores()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    QList<int> cores;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(static_cast<std::size_t>(core), &set))
            cores.append(core);
    }
    return cores;
}

Expected<void> assignToCores(std::span<const int> cores)
{
    const cpu_set_t set = toSet(cores);
    for (const QString &thread : numberedEntries(QStringLiteral("/proc/self/task"))) {
        if (sched_setaffinity(thread.toInt(), sizeof set, &set) == 0 || errno == ESRCH)
            continue;
        return fail(QStringLiteral("This process cannot be restricted to cores %1: %2.")
                        .arg(toText(cores), systemMessage(errno)),
            QStringLiteral("Choose among cores %1.").arg(toText(availableCores())));
    }
    return {};
}

void releaseFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

int raiseDescriptorLimit()
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    const rlim_t before = std::exchange(limit.rlim_cur, limit.rlim_max);
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        limit.rlim_cur = before;
    return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<int>::max()));
}

} // namespace servelab::base
