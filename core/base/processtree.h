// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/process.h"

#include <QList>

/// Processes that belong together: a server with its workers. Thread-safe. One implementation a platform;
/// where a platform has none, a tree is its first process.
namespace servelab::base {

/// A process and all that came from it and still run, the first one first; those of its process group too,
/// whose parents may have ended. Empty when none of them runs.
QList<qint64> processTree(qint64 pid);

/// Memory of all of them together. A page they share counts once, in parts; the peak is the sum of the peaks.
Expected<MemoryUse> treeMemoryUse(qint64 pid);

/// CPU time of all of them, of ended ones as far as their parents waited for them.
Expected<std::chrono::nanoseconds> treeCpuTime(qint64 pid);

/// For the child between fork and exec: makes it the first of a process group of its own, restricts it to
/// these cores (none: to no cores), and has it end with its parent's thread where the system can. Only does
/// what may be done there.
void prepareServerChild(std::span<const int> cores);

/// What a process group can be told: ends its work and then itself, or ends at once.
enum class EndSignal : std::uint8_t { Terminate, Interrupt, Quit, Kill };

/// To every process of the group that `leader` leads.
void signalProcessGroup(qint64 leader, EndSignal signal);

/// Stops every process of the tree where it stands, or lets it go on. False where none could be told, as on
/// systems that cannot.
bool freezeProcessTree(qint64 pid);
bool thawProcessTree(qint64 pid);

/// Whether any process of the group still runs.
bool isProcessGroupAlive(qint64 leader);

/// CPU time all cores spent on work since the system began; empty where the system does not tell.
std::optional<std::chrono::nanoseconds> systemBusyTime();

/// CPU time of this process and of its children that ended and were waited for.
std::chrono::nanoseconds ownCpuTime();

} // namespace servelab::base
