// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/workercounters.h"

namespace servelab::server {

namespace {

/// More service times than this in one turn are recorded before it ends, so that the list never grows.
constexpr std::size_t largestBatch = 1024;

} // namespace

WorkerCounters::WorkerCounters()
{
    m_serviceTimes.reserve(largestBatch);
}

void WorkerCounters::connectionOpened()
{
    ++m_totals.connectionsAccepted;
    ++m_totals.connectionsOpen;
}

void WorkerCounters::handshakeEnded(bool isResumed)
{
    ++m_totals.tlsHandshakes;
    m_totals.tlsResumptions += isResumed ? 1 : 0;
}

void WorkerCounters::answered(int status)
{
    ++m_totals.answersByClass[static_cast<std::size_t>(status / 100)];
}

void WorkerCounters::served(std::chrono::nanoseconds time, std::uint32_t answers)
{
    const auto microseconds = std::chrono::ceil<std::chrono::microseconds>(time).count();
    m_serviceTimes.push_back({microseconds, answers});
    if (m_serviceTimes.size() == largestBatch)
        publish();
}

void WorkerCounters::publish()
{
    const std::scoped_lock lock(m_mutex);
    m_published = m_totals;
    for (const ServiceTime &time : m_serviceTimes)
        m_serviceMicroseconds.record(time.microseconds, time.answers);
    m_serviceTimes.clear();
}

void WorkerCounters::addTo(CounterSnapshot &sum) const
{
    const std::scoped_lock lock(m_mutex);
    sum.connectionsAccepted += m_published.connectionsAccepted;
    sum.connectionsOpen += m_published.connectionsOpen;
    sum.tlsHandshakes += m_published.tlsHandshakes;
    sum.tlsResumptions += m_published.tlsResumptions;
    sum.requests += m_published.requests;
    for (std::size_t i = 0; i < sum.answersByClass.size(); ++i)
        sum.answersByClass[i] += m_published.answersByClass[i];
    sum.bytesReceived += m_published.bytesReceived;
    sum.bytesSent += m_published.bytesSent;
    sum.serviceMicroseconds.add(m_serviceMicroseconds);
}

} // namespace servelab::server
