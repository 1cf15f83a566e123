// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/threadclock.h"

#include <QtGlobal>

#ifdef Q_OS_LINUX
#include <QFile>
#endif
#ifdef Q_OS_WIN
#include <windows.h>
#else
#include <ctime>
#endif

namespace servelab::load {

#ifdef Q_OS_WIN

std::chrono::nanoseconds threadCpuTime()
{
    FILETIME begun, ended, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user))
        return {};
    const auto ticks = [](const FILETIME &time) {
        return (static_cast<long long>(time.dwHighDateTime) << 32)
            | static_cast<long long>(time.dwLowDateTime);
    };
    return std::chrono::nanoseconds(100 * (ticks(kernel) + ticks(user)));
}

#else

std::chrono::nanoseconds threadCpuTime()
{
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

#endif

#ifdef Q_OS_LINUX

/// The second number of the kernel's account of a thread: run time, wait time, turns.
std::chrono::nanoseconds threadWaitTime()
{
    QFile account(QStringLiteral("/proc/thread-self/schedstat"));
    if (!account.open(QIODevice::ReadOnly))
        return {};
    return std::chrono::nanoseconds(account.readAll().split(' ').value(1).toLongLong());
}

#else

std::chrono::nanoseconds threadWaitTime()
{
    return {};
}

#endif

} // namespace servelab::load
