// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/processtree.h"

#include <QElapsedTimer>

#include <optional>

namespace servelab::lab {

/// CPU time of a measured process tree, of this program with what it started and waited for, and of the
/// machine, over the measured part of a sample.
class MeasuringClocks
{
public:
    /// The measured part begins.
    void start(qint64 pid);

    /// Of the tree since then.
    base::Expected<std::chrono::nanoseconds> measuredCpu() const;

    /// What neither the tree, which used `measured`, nor this program used in `elapsed`, the time that was
    /// measured of what has passed here. Empty where the system does not tell.
    std::optional<std::chrono::nanoseconds> otherCpu(
        std::chrono::nanoseconds measured, std::chrono::nanoseconds elapsed) const;

    /// Of this program alone, without what it started. Empty where the system does not tell.
    std::optional<std::chrono::nanoseconds> observerCpu() const;

private:
    qint64 m_pid = 0;
    std::chrono::nanoseconds m_measuredBefore{0};
    std::chrono::nanoseconds m_ownBefore{0};
    std::optional<std::chrono::nanoseconds> m_busyBefore;
    std::optional<std::chrono::nanoseconds> m_observerBefore;
    QElapsedTimer m_passed;
};

} // namespace servelab::lab
