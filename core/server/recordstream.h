// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accessrecord.h"

#include <QList>

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

namespace servelab::server {

/// Records in the order in which their answers ended, as far as one worker served them, and how many came
/// behind them that did not fit. A value; may cross threads.
struct RecordBatch
{
    std::shared_ptr<const QList<AccessRecord>> records; ///< never null
    std::uint64_t dropped = 0;
};

/// Access records on their way from the workers to whoever looks at requests as they come. Holds a limited
/// number: once it is full, records are only counted until somebody takes what waits. Thread-safe; the lock
/// is never held while records are copied.
class RecordStream
{
public:
    struct Limits
    {
        std::size_t records = 2048; ///< asked ten times a second: twenty thousand in one
        std::size_t bytes = 4 * 1024 * 1024; ///< that they take in memory
    };

    explicit RecordStream(const Limits &limits)
        : m_limits(limits)
    {
    }
    RecordStream(const RecordStream &) = delete;
    RecordStream &operator=(const RecordStream &) = delete;

    /// Takes copies.
    void hand(std::span<const AccessRecord> records);

    /// What has come since it was asked last.
    RecordBatch take();

private:
    std::size_t fittingCount(std::span<const AccessRecord> records);
    void add(AccessRecord record);

    const Limits m_limits;
    std::mutex m_mutex; ///< guards what follows
    QList<AccessRecord> m_records;
    std::size_t m_bytes = 0;
    std::uint64_t m_dropped = 0;
};

} // namespace servelab::server
