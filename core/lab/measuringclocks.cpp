// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/measuringclocks.h"

#include <QCoreApplication>

#include <algorithm>

using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

/// CPU time of this process, its children left out; empty where the system does not tell.
std::optional<std::chrono::nanoseconds> ownThreadsTime()
{
    const auto time = base::cpuTime(QCoreApplication::applicationPid());
    return time ? std::optional(*time) : std::nullopt;
}

} // namespace

void MeasuringClocks::start(qint64 pid)
{
    m_pid = pid;
    m_measuredBefore = base::treeCpuTime(pid).value_or(0ns);
    m_ownBefore = base::ownCpuTime();
    m_busyBefore = base::systemBusyTime();
    m_observerBefore = ownThreadsTime();
    m_passed.start();
}

base::Expected<std::chrono::nanoseconds> MeasuringClocks::measuredCpu() const
{
    const auto now = base::treeCpuTime(m_pid);
    if (!now)
        return std::unexpected(now.error());
    return *now - m_measuredBefore;
}

/// What was started and ended here is in the time that has passed and not in what was measured of it, so the
/// part that was measured is taken.
std::optional<std::chrono::nanoseconds> MeasuringClocks::otherCpu(
    std::chrono::nanoseconds measured, std::chrono::nanoseconds elapsed) const
{
    const auto busy = base::systemBusyTime();
    const std::chrono::duration<double> passed = std::chrono::nanoseconds(m_passed.nsecsElapsed());
    if (!busy || !m_busyBefore || passed.count() <= 0)
        return std::nullopt;
    const std::chrono::duration<double> others
        = *busy - *m_busyBefore - (measured + base::ownCpuTime() - m_ownBefore);
    const double share = std::min(1.0, elapsed / passed);
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::max(others * share, others * 0));
}

std::optional<std::chrono::nanoseconds> MeasuringClocks::observerCpu() const
{
    const auto now = ownThreadsTime();
    if (!now || !m_observerBefore)
        return std::nullopt;
    return *now - *m_observerBefore;
}

} // namespace servelab::lab
