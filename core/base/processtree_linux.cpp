// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/processtree.h"

#include "core/base/procfile_linux.h"

#include <QDir>
#include <QHash>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

namespace servelab::base {
namespace {

using linux_system::readText;
using namespace std::chrono_literals;

struct ProcessEntry
{
    qint64 pid = 0;
    qint64 parent = 0;
    qint64 group = 0;
    bool isRunning = false; ///< no zombie
    std::chrono::nanoseconds waitedFor{0}; ///< CPU time of children that ended
};

std::chrono::nanoseconds ofTicks(qint64 ticks)
{
    static const long perSecond = sysconf(_SC_CLK_TCK);
    return std::chrono::nanoseconds(ticks * (1'000'000'000 / std::max(perSecond, 1L)));
}

/// The name, in parentheses, may hold anything; what counts stands behind the last of them (proc(5), "stat").
std::optional<ProcessEntry> readEntry(qint64 pid)
{
    const auto text = readText(QStringLiteral("/proc/%1/stat").arg(pid));
    const qsizetype nameEnd = text ? text->lastIndexOf(')') : -1;
    if (nameEnd < 0)
        return std::nullopt;
    const QList<QByteArray> fields = text->sliced(nameEnd + 1).simplified().split(' ');
    if (fields.size() < 15)
        return std::nullopt;
    const bool isRunning = fields[0] != "Z" && fields[0] != "X";
    return ProcessEntry{pid, fields[1].toLongLong(), fields[2].toLongLong(), isRunning,
        ofTicks(fields[13].toLongLong() + fields[14].toLongLong())};
}

QHash<qint64, ProcessEntry> allProcesses()
{
    QHash<qint64, ProcessEntry> all;
    const QDir folder(QStringLiteral("/proc"));
    for (const QString &name : folder.entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
        if (const auto entry = readEntry(name.toLongLong()))
            all.insert(entry->pid, *entry);
    }
    return all;
}

/// Bounded: a loop of parents cannot be, but the table was not read in one moment.
bool descendsFrom(const QHash<qint64, ProcessEntry> &all, const ProcessEntry &process, qint64 ancestor)
{
    qint64 pid = process.pid;
    for (int generation = 0; generation < 64; ++generation) {
        if (pid == ancestor)
            return true;
        const auto entry = all.find(pid);
        if (entry == all.end() || entry->parent <= 1)
            return false;
        pid = entry->parent;
    }
    return false;
}

QList<ProcessEntry> treeOf(qint64 pid)
{
    const auto all = allProcesses();
    QList<ProcessEntry> tree;
    for (const ProcessEntry &process : all) {
        if (process.group == pid || descendsFrom(all, process, pid))
            tree.insert(process.pid == pid ? 0 : tree.size(), process);
    }
    return tree;
}

bool signalTree(qint64 pid, int number)
{
    bool any = false;
    for (const ProcessEntry &process : treeOf(pid))
        any = (process.pid > 1 && ::kill(static_cast<pid_t>(process.pid), number) == 0) || any;
    return any;
}

int numberOf(EndSignal signal)
{
    switch (signal) {
    case EndSignal::Terminate:
        return SIGTERM;
    case EndSignal::Interrupt:
        return SIGINT;
    case EndSignal::Quit:
        return SIGQUIT;
    default:
        return SIGKILL;
    }
}

std::unexpected<Error> gone(qint64 pid)
{
    return fail(QStringLiteral("No process of the group of %1 can be read: they have ended.").arg(pid));
}

std::chrono::nanoseconds timeOf(const timeval &time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

} // namespace

QList<qint64> processTree(qint64 pid)
{
    QList<qint64> pids;
    for (const ProcessEntry &process : treeOf(pid)) {
        if (process.isRunning)
            pids.append(process.pid);
    }
    return pids;
}

Expected<MemoryUse> treeMemoryUse(qint64 pid)
{
    MemoryUse sum;
    bool any = false;
    for (const qint64 one : processTree(pid)) {
        const auto memory = memoryUse(one);
        if (!memory)
            continue; // ended since the table was read
        any = true;
        sum.proportionalBytes += memory->proportionalBytes;
        sum.privateDirtyBytes += memory->privateDirtyBytes;
        sum.residentBytes += memory->residentBytes;
        sum.peakResidentBytes += memory->peakResidentBytes;
    }
    if (!any)
        return gone(pid);
    return sum;
}

Expected<std::chrono::nanoseconds> treeCpuTime(qint64 pid)
{
    std::chrono::nanoseconds sum{0};
    bool any = false;
    for (const ProcessEntry &process : treeOf(pid)) {
        const auto own = cpuTime(process.pid);
        if (!own)
            continue;
        any = any || process.isRunning;
        sum += *own + process.waitedFor;
    }
    if (!any)
        return gone(pid);
    return sum;
}

void prepareServerChild(std::span<const int> cores)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (cores.empty())
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) {
        if (core >= 0 && core < CPU_SETSIZE)
            CPU_SET(static_cast<std::size_t>(core), &set);
    }
    sched_setaffinity(0, sizeof set, &set);
}

void signalProcessGroup(qint64 leader, EndSignal signal)
{
    if (leader > 1)
        ::kill(-static_cast<pid_t>(leader), numberOf(signal));
}

bool freezeProcessTree(qint64 pid)
{
    return signalTree(pid, SIGSTOP);
}

bool thawProcessTree(qint64 pid)
{
    return signalTree(pid, SIGCONT);
}

bool isProcessGroupAlive(qint64 leader)
{
    if (leader <= 1 || ::kill(-static_cast<pid_t>(leader), 0) != 0)
        return false;
    // A zombie that nobody has waited for yet is in the group too.
    for (const ProcessEntry &process : allProcesses()) {
        if (process.group == leader && process.isRunning)
            return true;
    }
    return false;
}

std::optional<std::chrono::nanoseconds> systemBusyTime()
{
    const auto text = readText(QStringLiteral("/proc/stat"));
    if (!text)
        return std::nullopt;
    // user nice system idle iowait irq softirq steal; time of guests is in user already.
    const QList<QByteArray> fields = text->left(text->indexOf('\n')).simplified().split(' ');
    if (fields.size() < 8 || fields[0] != "cpu")
        return std::nullopt;
    qint64 ticks = 0;
    for (const int field : {1, 2, 3, 6, 7})
        ticks += fields[field].toLongLong();
    return ofTicks(ticks);
}

std::chrono::nanoseconds ownCpuTime()
{
    std::chrono::nanoseconds sum{0};
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage = {};
        if (getrusage(who, &usage) == 0)
            sum += timeOf(usage.ru_utime) + timeOf(usage.ru_stime);
    }
    return sum;
}

} // namespace servelab::base
