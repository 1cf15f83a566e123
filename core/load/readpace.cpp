// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/readpace.h"

#include <algorithm>

namespace servelab::load {

ReadPace::ReadPace(double bytesPerSecond)
    : m_bytesPerSecond(bytesPerSecond)
    , m_portion(static_cast<std::size_t>(
          std::max(1.0, bytesPerSecond * std::chrono::duration<double>(portionTime).count())))
{
}

std::size_t ReadPace::allowed(base::TimePoint now) const
{
    return now < m_busyUntil ? 0 : m_portion;
}

void ReadPace::note(std::size_t bytes, bool waited, base::TimePoint now)
{
    const std::chrono::duration<double> time(static_cast<double>(bytes) / m_bytesPerSecond);
    const base::TimePoint begin = waited ? m_busyUntil : std::max(m_busyUntil, now);
    m_busyUntil = begin + std::chrono::duration_cast<base::Clock::duration>(time);
}

} // namespace servelab::load
