// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace servelab::base {

/// A few threads for work that would hold up the one that asks for it: files, waiting, counting. They start
/// with the work and sleep while there is none. Work begins in the order in which it was started; with one
/// thread it also ends in that order.
///
/// Beside QThreadPool its handing over is a lock that race checkers can see, so that they check the work
/// itself. Thread-safe. The destructor does what was started and has not begun, and waits for its end.
class ThreadPool
{
public:
    /// `threadLimit` >= 1.
    explicit ThreadPool(std::size_t threadLimit);
    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;
    ~ThreadPool();

    void start(std::move_only_function<void()> work);

    /// Returns when everything started so far has ended. Not from the pool's own threads.
    void waitForDone();

private:
    void run();
    std::move_only_function<void()> next();

    const std::size_t m_threadLimit;
    std::mutex m_mutex;
    std::condition_variable m_workOrEnd;
    std::condition_variable m_done;
    // Guarded by m_mutex:
    std::deque<std::move_only_function<void()>> m_waiting;
    std::vector<std::thread> m_threads;
    std::size_t m_sleeping = 0;
    bool m_ending = false;
};

} // namespace servelab::base
