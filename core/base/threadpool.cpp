// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/threadpool.h"

#include <utility>

namespace servelab::base {

ThreadPool::ThreadPool(std::size_t threadLimit)
    : m_threadLimit(threadLimit)
{
}

ThreadPool::~ThreadPool()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_workOrEnd.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

void ThreadPool::start(std::move_only_function<void()> work)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back(std::move(work));
        if (m_waiting.size() > m_sleeping && m_threads.size() < m_threadLimit)
            m_threads.emplace_back([this] { run(); });
    }
    m_workOrEnd.notify_one();
}

void ThreadPool::waitForDone()
{
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [this] { return m_waiting.empty() && m_sleeping == m_threads.size(); });
}

void ThreadPool::run()
{
    while (auto work = next())
        work();
}

/// Waits for work; empty: the pool ends.
std::move_only_function<void()> ThreadPool::next()
{
    std::unique_lock lock(m_mutex);
    ++m_sleeping;
    if (m_waiting.empty() && m_sleeping == m_threads.size())
        m_done.notify_all();
    m_workOrEnd.wait(lock, [this] { return m_ending || !m_waiting.empty(); });
    --m_sleeping;
    if (m_waiting.empty())
        return {};
    auto work = std::move(m_waiting.front());
    m_waiting.pop_front();
    return work;
}

} // namespace servelab::base
