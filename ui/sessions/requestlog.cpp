// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/requestlog.h"

namespace servelab::ui {

RequestLog::RequestLog(QObject *parent)
    : RequestLog(Limits(), parent)
{
}

RequestLog::RequestLog(const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
{
}

void RequestLog::add(const server::RecordBatch &batch)
{
    if (batch.records->isEmpty() && batch.dropped == 0)
        return;
    m_dropped += batch.dropped;
    for (qsizetype at = 0; at < batch.records->size(); ++at) {
        m_entries.emplace_back(batch.records, at, m_nextNumber++);
        m_bytes += (*batch.records)[at].memoryBytes();
    }
    dropOldest();
    Q_EMIT added();
}

void RequestLog::clear()
{
    m_entries.clear();
    m_bytes = 0;
    m_dropped = 0;
    Q_EMIT cleared();
}

void RequestLog::dropOldest()
{
    while (m_entries.size() > m_limits.requests || (m_bytes > m_limits.bytes && m_entries.size() > 1)) {
        m_bytes -= m_entries.front().record().memoryBytes();
        m_entries.pop_front();
    }
}

} // namespace servelab::ui
