// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/codingpool.h"

#include "core/base/process.h"
#include "core/site/encodingjob.h"

#include <algorithm>

namespace servelab::site {
namespace {

std::size_t threadLimit()
{
    const auto cores = std::ptrdiff_t(base::availableCores().size());
    return std::size_t(std::clamp<std::ptrdiff_t>(cores - 1, 1, 4));
}

} // namespace

CodingPool::CodingPool()
    : m_threadLimit(threadLimit())
{
}

CodingPool::~CodingPool()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;
        for (const auto &job : m_running)
            job->cancel();
    }
    m_jobOrStop.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
    for (const auto &job : m_queue) {
        job->cancel();
        job->run();
    }
}

void CodingPool::enqueue(std::shared_ptr<EncodingJob> job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_queue.push_back(std::move(job));
        if (m_queue.size() > m_sleeping && m_threads.size() < m_threadLimit)
            m_threads.emplace_back([this] { work(); });
    }
    m_jobOrStop.notify_one();
}

void CodingPool::work()
{
    while (auto job = nextJob()) {
        job->run();
        const std::scoped_lock lock(m_mutex);
        std::erase(m_running, job);
    }
}

/// Waits for one; null: the pool ends.
std::shared_ptr<EncodingJob> CodingPool::nextJob()
{
    std::unique_lock lock(m_mutex);
    ++m_sleeping;
    m_jobOrStop.wait(lock, [this] { return m_stopping || !m_queue.empty(); });
    --m_sleeping;
    if (m_stopping)
        return {};
    m_running.push_back(std::move(m_queue.front()));
    m_queue.pop_front();
    return m_running.back();
}

} // namespace servelab::site
