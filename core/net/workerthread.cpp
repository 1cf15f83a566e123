// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/workerthread.h"

#include "core/net/nativeloop.h"
#include "core/net/notifierloop.h"
#include "core/net/platform.h"

#include <atomic>
#include <semaphore>

namespace servelab::net {

namespace {

/// Runs a Qt event loop with an EventLoop as the thread's current one.
class LoopThread final : public QThread
{
public:
    LoopThread(EventLoop &loop, NotifierLoop *notifierLoop, std::function<void(EventLoop *)> setCurrent)
        : m_loop(loop)
        , m_notifierLoop(notifierLoop)
        , m_setCurrent(std::move(setCurrent))
    {
    }

    /// Waits for the end, and takes over what the thread has written, in a way that checkers of races can
    /// see.
    void finish()
    {
        m_loop.post([this] { quit(); });
        wait();
        [[maybe_unused]] const bool ended = m_ended.load(std::memory_order_acquire);
        Q_ASSERT(ended);
    }

protected:
    void run() override
    {
        platform::blockBrokenPipeSignal();
        m_setCurrent(&m_loop);
        if (m_notifierLoop)
            m_notifierLoop->begin();
        exec();
        if (m_notifierLoop)
            m_notifierLoop->end();
        m_setCurrent(nullptr);
        m_ended.store(true, std::memory_order_release);
    }

private:
    EventLoop &m_loop;
    NotifierLoop *m_notifierLoop;
    std::function<void(EventLoop *)> m_setCurrent;
    std::atomic<bool> m_ended = false;
};

} // namespace

WorkerThread::WorkerThread(const QString &name, LoopKind kind)
{
    NativeLoop native = kind == LoopKind::Native ? makeNativeLoop() : NativeLoop();
    NotifierLoop *notifierLoop = nullptr;
    if (!native.loop) {
        auto loop = std::make_unique<NotifierLoop>();
        notifierLoop = loop.get();
        native.loop = std::move(loop);
    }
    m_loop = std::move(native.loop);
    m_thread = std::make_unique<LoopThread>(*m_loop, notifierLoop, &EventLoop::setCurrent);
    m_thread->setObjectName(name);
    if (native.dispatcher)
        m_thread->setEventDispatcher(native.dispatcher);
    if (notifierLoop)
        notifierLoop->moveToThread(m_thread.get());
    m_thread->start();
}

WorkerThread::~WorkerThread()
{
    static_cast<LoopThread &>(*m_thread).finish();
}

void WorkerThread::call(std::function<void()> function)
{
    std::binary_semaphore done(0);
    post([&] {
        function();
        done.release();
    });
    done.acquire();
}

} // namespace servelab::net
