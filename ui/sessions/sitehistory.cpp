// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitehistory.h"

#include <limits>

namespace servelab::ui {

void SiteHistory::add(base::TimePoint now, server::CounterSnapshot counters)
{
    m_latest = std::move(counters);
    if (m_window.empty())
        m_window.push_back({now, 0, 0, {}});
    while (m_window.size() > 1 && m_window[1].at <= now - window)
        m_window.pop_front();
    m_points.push_back(pointAt(now));
    if (m_points.back().requestsPerSecond > 0)
        m_lastBusy = now;
    while (m_points.front().at < now - span)
        m_points.pop_front();
    m_window.push_back({now, m_latest.requests, m_latest.bytesSent, m_latest.serviceMicroseconds});
}

bool SiteHistory::isFlat() const
{
    return m_points.empty() || !m_lastBusy || *m_lastBusy < m_points.back().at - span;
}

void SiteHistory::restart()
{
    m_window.clear();
    m_latest = {};
}

HistoryPoint SiteHistory::pointAt(base::TimePoint now) const
{
    const Taken &from = m_window.front();
    const std::chrono::duration<double> passed = std::max<base::Clock::duration>(now - from.at, window);
    // Nothing was answered: there is nothing to subtract, which is most of what an idle site would cost.
    const bool isIdle = m_latest.serviceMicroseconds.totalCount() == from.latency.totalCount();
    const stats::Histogram latency
        = isIdle ? stats::Histogram() : m_latest.serviceMicroseconds.since(from.latency);
    const auto percentile = [&latency](double percent) {
        return latency.totalCount() ? static_cast<double>(latency.percentile(percent))
                                    : std::numeric_limits<double>::quiet_NaN();
    };
    const auto perSecond
        = [&passed](std::uint64_t count) { return static_cast<double>(count) / passed.count(); };
    return {now, perSecond(m_latest.requests - from.requests), percentile(50), percentile(99),
        perSecond(m_latest.bytesSent - from.bytesSent), static_cast<double>(m_latest.connectionsOpen)};
}

} // namespace servelab::ui
