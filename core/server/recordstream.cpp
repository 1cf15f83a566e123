// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/recordstream.h"

#include <algorithm>
#include <utility>

namespace servelab::server {

void RecordStream::hand(std::span<const AccessRecord> records)
{
    const std::span<const AccessRecord> fitting = records.first(fittingCount(records));
    QList<AccessRecord> copies(fitting.begin(), fitting.end());
    const std::scoped_lock lock(m_mutex);
    m_dropped += records.size() - fitting.size();
    for (AccessRecord &copy : copies)
        add(std::move(copy));
}

/// So that nothing is copied that would not be taken.
std::size_t RecordStream::fittingCount(std::span<const AccessRecord> records)
{
    const std::scoped_lock lock(m_mutex);
    const std::size_t room = m_limits.records - static_cast<std::size_t>(m_records.size());
    return m_bytes < m_limits.bytes ? std::min(room, records.size()) : 0;
}

/// Another worker may have been faster.
void RecordStream::add(AccessRecord record)
{
    const std::size_t bytes = record.memoryBytes();
    if (static_cast<std::size_t>(m_records.size()) == m_limits.records || m_bytes + bytes > m_limits.bytes) {
        ++m_dropped;
        return;
    }
    m_bytes += bytes;
    m_records.push_back(std::move(record));
}

RecordBatch RecordStream::take()
{
    QList<AccessRecord> records;
    RecordBatch batch;
    {
        const std::scoped_lock lock(m_mutex);
        records.swap(m_records);
        m_bytes = 0;
        batch.dropped = std::exchange(m_dropped, 0);
    }
    batch.records = std::make_shared<const QList<AccessRecord>>(std::move(records));
    return batch;
}

} // namespace servelab::server
