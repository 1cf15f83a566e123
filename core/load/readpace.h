// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstddef>

namespace servelab::load {

/// How a client on a slow line may read: portions of what the line carries in 10 ms, each only when the line
/// has carried the ones before. Over an answer of B bytes the client is never more than a portion ahead of
/// B / rate. Time that the line stood idle is not made up for; time that a timer came late is.
class ReadPace
{
public:
    static constexpr std::chrono::milliseconds portionTime{10};

    explicit ReadPace(double bytesPerSecond);

    /// Bytes that may be read now; 0 before busyUntil().
    std::size_t allowed(base::TimePoint now) const;

    /// So many were read. `waited`: they lay ready while the line was busy.
    void note(std::size_t bytes, bool waited, base::TimePoint now);

    base::TimePoint busyUntil() const { return m_busyUntil; }

private:
    double m_bytesPerSecond;
    std::size_t m_portion;
    base::TimePoint m_busyUntil;
};

} // namespace servelab::load
