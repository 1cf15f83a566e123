// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/eventloop.h"

#include <memory>
#include <mutex>
#include <vector>

namespace servelab::server {

/// One that other threads may wake while it lives. On a worker's thread.
class Sleeper
{
public:
    Sleeper();
    Sleeper(const Sleeper &) = delete;
    Sleeper &operator=(const Sleeper &) = delete;

    /// Names the sleeper to other threads; it says nothing any more once the sleeper is gone.
    using Handle = std::weak_ptr<Sleeper *>;
    Handle handle() const { return m_self; }

    virtual void onWoken() = 0;

protected:
    ~Sleeper() = default;

private:
    std::shared_ptr<Sleeper *> m_self;
};

/// Brings news from other threads to the sleepers of one worker: however many come between two turns, they
/// cost one post. Shared with those other threads, so it may outlive the worker and its loop.
class WakeUps
{
public:
    explicit WakeUps(net::EventLoop &loop)
        : m_loop(&loop)
    {
    }

    /// Calls the sleeper's onWoken() soon, on the worker's thread, if it still lives then. Thread-safe.
    static void wake(const std::shared_ptr<WakeUps> &wakeUps, const Sleeper::Handle &sleeper);

    /// Nothing is delivered any more. On the worker's thread, before its loop ends.
    void close();

private:
    void deliver();

    std::mutex m_mutex; ///< guards what follows
    net::EventLoop *m_loop;
    std::vector<Sleeper::Handle> m_woken;
};

} // namespace servelab::server
