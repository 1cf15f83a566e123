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
    : m_threads(threadLimit())
{
}

/// The threads still run every job, which then ends at once.
CodingPool::~CodingPool()
{
    const std::scoped_lock lock(m_mutex);
    for (const auto &job : m_unfinished)
        job->cancel();
}

void CodingPool::enqueue(std::shared_ptr<EncodingJob> job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_unfinished.push_back(job);
    }
    m_threads.start([this, job = std::move(job)] { run(job); });
}

void CodingPool::run(const std::shared_ptr<EncodingJob> &job)
{
    job->run();
    const std::scoped_lock lock(m_mutex);
    std::erase(m_unfinished, job);
}

} // namespace servelab::site
