// SPDX-License-Identifier: GPL-3.0-or-later
// Untried: written from the documentation of the system, not yet built or run on it.
#include "core/base/process.h"

#include <QFileInfo>
#include <QSettings>
#include <QSysInfo>

#include <bit>
#include <limits>
#include <memory>
#include <vector>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
// The order is the system's own: sockets before windows.h.
#include <iphlpapi.h>
#include <malloc.h>
#include <psapi.h>
#include <stdio.h>
#include <tlhelp32.h>
#include <windows.h>
#include <winsock2.h>

namespace servelab::base {

namespace {

struct HandleCloser
{
    using pointer = HANDLE;
    void operator()(HANDLE handle) const { CloseHandle(handle); }
};
using OwnedHandle = std::unique_ptr<HANDLE, HandleCloser>;

std::unexpected<Error> noSuchProcess(qint64 pid)
{
    return fail(
        QStringLiteral("Process %1 cannot be read: it has ended, or belongs to another user.").arg(pid));
}

OwnedHandle openProcess(qint64 pid)
{
    return OwnedHandle(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(pid)));
}

/// A FILETIME counts units of 100 ns.
std::chrono::nanoseconds toNanoseconds(const FILETIME &time)
{
    const auto units = (static_cast<std::uint64_t>(time.dwHighDateTime) << 32) | time.dwLowDateTime;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(units * 100));
}

DWORD_PTR affinityMask()
{
    DWORD_PTR own = 0;
    DWORD_PTR system = 0;
    return GetProcessAffinityMask(GetCurrentProcess(), &own, &system) ? own : 0;
}

/// The rows of one of the system's tables of listening TCP sockets; Row is that of the address family.
template <typename Table>
std::optional<qint64> listenerPid(ULONG family, quint16 port)
{
    DWORD bytes = 0;
    GetExtendedTcpTable(nullptr, &bytes, FALSE, family, TCP_TABLE_OWNER_PID_LISTENER, 0);
    std::vector<std::max_align_t> buffer(bytes / sizeof(std::max_align_t) + 64);
    bytes = static_cast<DWORD>(buffer.size() * sizeof(std::max_align_t));
    if (GetExtendedTcpTable(buffer.data(), &bytes, FALSE, family, TCP_TABLE_OWNER_PID_LISTENER, 0)
        != NO_ERROR)
        return std::nullopt;
    const auto *table = reinterpret_cast<const Table *>(buffer.data());
    for (DWORD row = 0; row < table->dwNumEntries; ++row) {
        if (ntohs(static_cast<u_short>(table->table[row].dwLocalPort)) == port)
            return table->table[row].dwOwningPid;
    }
    return std::nullopt;
}

QString programName(qint64 pid)
{
    const OwnedHandle process = openProcess(pid);
    wchar_t path[MAX_PATH] = {};
    DWORD length = MAX_PATH;
    if (!process || !QueryFullProcessImageNameW(process.get(), 0, path, &length))
        return {};
    return QFileInfo(QString::fromWCharArray(path, static_cast<int>(length))).completeBaseName();
}

QString processorName()
{
    const QSettings registry(
        QStringLiteral("HKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0"),
        QSettings::NativeFormat);
    return registry.value(QStringLiteral("ProcessorNameString")).toString().trimmed();
}

qint64 physicalMemory()
{
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? static_cast<qint64>(status.ullTotalPhys) : 0;
}

std::optional<bool> runsOnBattery()
{
    SYSTEM_POWER_STATUS status = {};
    if (!GetSystemPowerStatus(&status) || status.ACLineStatus > 1)
        return std::nullopt;
    return status.ACLineStatus == 0;
}

} // namespace

Expected<std::chrono::nanoseconds> cpuTime(qint64 pid)
{
    const OwnedHandle process = openProcess(pid);
    FILETIME created, exited, kernel, user;
    if (!process || !GetProcessTimes(process.get(), &created, &exited, &kernel, &user))
        return noSuchProcess(pid);
    return toNanoseconds(kernel) + toNanoseconds(user);
}

/// Windows has no proportional accounting: the private commit stands for it.
Expected<MemoryUse> memoryUse(qint64 pid)
{
    const OwnedHandle process = openProcess(pid);
    PROCESS_MEMORY_COUNTERS_EX counters = {};
    auto *plain = reinterpret_cast<PROCESS_MEMORY_COUNTERS *>(&counters);
    if (!process || !K32GetProcessMemoryInfo(process.get(), plain, sizeof counters))
        return noSuchProcess(pid);
    return MemoryUse{
        .proportionalBytes = static_cast<qint64>(counters.PrivateUsage),
        .privateDirtyBytes = static_cast<qint64>(counters.PrivateUsage),
        .residentBytes = static_cast<qint64>(counters.WorkingSetSize),
        .peakResidentBytes = static_cast<qint64>(counters.PeakWorkingSetSize),
    };
}

Expected<int> threadCount(qint64 pid)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    if (snapshot == INVALID_HANDLE_VALUE)
        return noSuchProcess(pid);
    const OwnedHandle owner(snapshot);
    THREADENTRY32 entry = {};
    entry.dwSize = sizeof entry;
    int count = 0;
    for (BOOL more = Thread32First(snapshot, &entry); more; more = Thread32Next(snapshot, &entry))
        count += entry.th32OwnerProcessID == static_cast<DWORD>(pid) ? 1 : 0;
    if (count == 0)
        return noSuchProcess(pid);
    return count;
}

Expected<int> openDescriptorCount()
{
    DWORD count = 0;
    if (!GetProcessHandleCount(GetCurrentProcess(), &count))
        return fail(QStringLiteral("Open handles cannot be counted: the system does not tell."));
    return static_cast<int>(count);
}

Expected<int> listenerCount()
{
    return fail(
        QStringLiteral("Listeners cannot be counted: the system does not tell a process its sockets."));
}

QList<int> availableCores()
{
    QList<int> cores;
    const DWORD_PTR mask = affinityMask();
    for (int core = 0; core < std::numeric_limits<DWORD_PTR>::digits; ++core) {
        if (mask & (DWORD_PTR(1) << core))
            cores.append(core);
    }
    return cores;
}

Expected<void> assignToCores(std::span<const int> cores)
{
    DWORD_PTR mask = 0;
    for (const int core : cores) {
        if (core >= 0 && core < std::numeric_limits<DWORD_PTR>::digits)
            mask |= DWORD_PTR(1) << core;
    }
    if (mask == 0 || !SetProcessAffinityMask(GetCurrentProcess(), mask))
        return fail(QStringLiteral("This process cannot be restricted to the chosen cores (system error %1).")
                        .arg(GetLastError()),
            QStringLiteral("Choose among the %1 cores of this machine.").arg(std::popcount(affinityMask())));
    return {};
}

void releaseFreeMemory()
{
    _heapmin();
}

int raiseDescriptorLimit()
{
    return _setmaxstdio(8192) > 0 ? _getmaxstdio() : 512;
}

std::optional<PortHolder> findPortHolder(quint16 port)
{
    std::optional<qint64> pid = listenerPid<MIB_TCPTABLE_OWNER_PID>(AF_INET, port);
    if (!pid)
        pid = listenerPid<MIB_TCP6TABLE_OWNER_PID>(AF_INET6, port);
    if (!pid)
        return std::nullopt;
    return PortHolder{*pid, programName(*pid)};
}

MachineDescription describeMachine()
{
    return {
        .processor = processorName(),
        .cores = static_cast<int>(availableCores().size()),
        .governor = {},
        .memoryBytes = physicalMemory(),
        .operatingSystem = QSysInfo::prettyProductName(),
        .kernel = QStringLiteral("%1 %2").arg(QSysInfo::kernelType(), QSysInfo::kernelVersion()),
        .loadAverage = 0,
        .onBattery = runsOnBattery(),
    };
}

} // namespace servelab::base
