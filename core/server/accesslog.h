// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/server/accessrecord.h"
#include "core/server/rotatingfile.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace servelab::server {

/// Writes access records on a thread of its own: as NDJSON to a file that is set aside when it is full, as
/// plain lines to standard error, or both. It never slows a worker: what does not fit into its queue is
/// dropped, counted, and the count is written. Its destruction writes what waits and ends the thread.
class AccessLog
{
public:
    /// Told from the log's thread when writing begins to fail; must only post.
    using Notice = std::function<void(const base::Error &error)>;

    struct Options
    {
        QString path; ///< file to append to; empty: none
        RotatingFile::Limits rotation = {}; ///< of that file
        bool verbose = false; ///< plain lines on standard error
        std::size_t queueLength = 65536; ///< records that may wait
        std::size_t queueBytes = 64 * 1024 * 1024; ///< what they may take together
    };

    /// Opens the file; a problem names it.
    static base::Expected<std::shared_ptr<AccessLog>> open(const Options &options, Notice notice);
    ~AccessLog();
    AccessLog(const AccessLog &) = delete;
    AccessLog &operator=(const AccessLog &) = delete;

    /// Takes the records out of `batch`, which is empty afterwards and keeps its capacity. Thread-safe.
    void hand(std::vector<AccessRecord> &batch);

    /// Records dropped so far. Thread-safe.
    std::uint64_t dropped() const;

private:
    AccessLog(const Options &options, Notice notice);
    void run();
    void write(const std::vector<AccessRecord> &records, std::uint64_t droppedSince);
    void writeFile(const std::vector<AccessRecord> &records, std::uint64_t droppedSince);

    const Options m_options;
    const Notice m_notice;
    RotatingFile m_file; ///< of the log's thread once it runs
    bool m_failing = false; ///< so is this

    mutable std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_wake;
    std::vector<AccessRecord> m_queue;
    std::size_t m_queuedBytes = 0;
    std::uint64_t m_dropped = 0;
    bool m_ending = false;

    std::thread m_thread;
};

} // namespace servelab::server
