// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

/// What the operating system knows of processes. Each function has one implementation a platform
/// (process_linux.cpp, process_macos.cpp, process_windows.cpp). All are thread-safe.
namespace servelab::base {

/// Memory of a process, in bytes. Shared pages count in proportion to the processes that map them.
struct MemoryUse
{
    qint64 proportionalBytes = 0; ///< proportional set size
    qint64 privateDirtyBytes = 0; ///< pages that only this process has and has written
    qint64 residentBytes = 0; ///< resident set size
    qint64 peakResidentBytes = 0; ///< highest resident set size since the process began
};

/// User and system time of a process since it began, all threads, ended ones included.
Expected<std::chrono::nanoseconds> cpuTime(qint64 pid);

Expected<MemoryUse> memoryUse(qint64 pid);

/// Threads of a process now.
Expected<int> threadCount(qint64 pid);

/// Open descriptors of this process now, the one used for counting left out.
Expected<int> openDescriptorCount();

/// Sockets of this process that wait for connections now.
Expected<int> listenerCount();

/// Cores this process may run on, by number, ascending.
QList<int> availableCores();

/// Restricts the calling process, all its present and future threads, to these cores.
Expected<void> assignToCores(std::span<const int> cores);

/// Asks the allocator to give free memory back to the system, so that what stays is what is used.
void releaseFreeMemory();

/// Raises the soft limit of open descriptors to the hard one and returns the limit then in force.
int raiseDescriptorLimit();

/// The process that listens on a TCP port of this machine.
struct PortHolder
{
    qint64 pid = 0;
    QString name;
};

/// Empty where nobody listens there or the system does not tell (another user's process).
std::optional<PortHolder> findPortHolder(quint16 port);

/// What a measurement ran on. Texts are empty where the system does not tell.
struct MachineDescription
{
    QString processor;
    int cores = 0;
    QString governor; ///< frequency governor of core 0
    QString frequencyDriver = {}; ///< of core 0
    qint64 memoryBytes = 0;
    QString operatingSystem; ///< "Debian GNU/Linux 12 (bookworm)"
    QString kernel;
    double loadAverage = 0; ///< over the last minute
    std::optional<bool> onBattery;
};

MachineDescription describeMachine();

} // namespace servelab::base
