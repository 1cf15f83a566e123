// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threadpool.h"

#include <memory>
#include <mutex>
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

    /// Jobs begin in the order they come.
    void enqueue(std::shared_ptr<EncodingJob> job);

private:
    void run(const std::shared_ptr<EncodingJob> &job);

    std::mutex m_mutex;
    std::vector<std::shared_ptr<EncodingJob>> m_unfinished; ///< under m_mutex
    base::ThreadPool m_threads; ///< ends first: its work needs what stands above
};

} // namespace servelab::site
