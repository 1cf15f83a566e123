// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace servelab::site {

class EncodingJob;

/// The few threads that code bodies off the workers: one fewer than there are cores, at least 1, at most 4.
/// They start with the first job and sleep while there is none. Thread-safe. Destroying it fails the jobs
/// that have not ended and waits for its threads; that is never to happen on one of them.
class CodingPool
{
public:
    CodingPool();
    CodingPool(const CodingPool &) = delete;
    CodingPool &operator=(const CodingPool &) = delete;
    ~CodingPool();

    /// Jobs run in the order they come.
    void enqueue(std::shared_ptr<EncodingJob> job);

private:
    void work();
    std::shared_ptr<EncodingJob> nextJob();

    const std::size_t m_threadLimit;
    std::mutex m_mutex;
    std::condition_variable m_jobOrStop;
    // Guarded by m_mutex:
    std::deque<std::shared_ptr<EncodingJob>> m_queue;
    std::vector<std::shared_ptr<EncodingJob>> m_running;
    std::vector<std::thread> m_threads;
    std::size_t m_sleeping = 0;
    bool m_stopping = false;
};

} // namespace servelab::site
