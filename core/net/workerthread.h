// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/eventloop.h"

#include <QThread>

#include <functional>
#include <memory>

namespace servelab::net {

enum class LoopKind : std::uint8_t {
    Native, ///< epoll on Linux, else Notifier
    Notifier, ///< QSocketNotifier on Qt's own dispatcher, on every platform
};

/// A thread that runs an EventLoop inside a Qt event loop. Owned by whoever makes it, on the thread that made
/// it. Its destructor ends it: quit, wait. What lives on the thread is made and destroyed there through
/// post().
class WorkerThread
{
public:
    /// Starts; takes posts at once.
    explicit WorkerThread(const QString &name, LoopKind kind = LoopKind::Native);
    ~WorkerThread();

    EventLoop &loop() { return *m_loop; }
    QThread &thread() { return *m_thread; }

    /// Runs a function on the worker's thread. Thread-safe.
    void post(std::function<void()> function) { m_loop->post(std::move(function)); }

    /// Runs a function on the worker's thread and waits for its end. Not from the worker itself.
    void call(std::function<void()> function);

private:
    std::unique_ptr<EventLoop> m_loop; ///< outlives the thread, so that late posts find it
    std::unique_ptr<QThread> m_thread;
};

} // namespace servelab::net
