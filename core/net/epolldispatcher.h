// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"
#include "core/net/eventloop.h"

#include <QAbstractEventDispatcher>

#include <sys/epoll.h>

#include <array>
#include <atomic>
#include <memory>
#include <unordered_map>

namespace servelab::net {

/// The epoll set of one thread, and what wakes it. Linux only.
class EpollLoop final : public EventLoop
{
public:
    EpollLoop();
    ~EpollLoop() override;

    bool watch(int descriptor, PollHandler &handler) override;
    void unwatch(int descriptor, PollHandler &handler) override;

    /// Level-triggered, for socket notifiers: readiness is told again while it lasts.
    bool watchLevel(int descriptor, PollHandler &handler, std::uint32_t events, bool isNew);

    /// One turn: waits at most `timeout` (negative: for ever), tells readiness, calls `duringTurn`, ends the
    /// turn. Returns whether anything had happened.
    template <typename Function>
    bool runTurn(std::chrono::nanoseconds timeout, Function duringTurn);

    void wake() override;

    base::TimePoint nextDeadlineCheck() { return deadlines().nextAdvance(); }

private:
    friend class EpollDispatcher;

    /// The eventfd that ends a wait.
    class Wakeup final : public PollHandler
    {
    public:
        Wakeup();
        void onReady(Readiness readiness) override;
        void signal();
        int descriptor() const { return m_descriptor.get(); }

    private:
        base::UniqueFd m_descriptor;
        std::atomic<bool> m_signalled = false;
    };

    int wait(std::chrono::nanoseconds timeout);
    void tellReadiness(int events);

    base::UniqueFd m_epoll;
    Wakeup m_wakeup;
    std::array<epoll_event, 256> m_events;
};

/// Qt's event dispatcher on an EpollLoop: socket notifiers, timers and posted events of a worker's thread,
/// with the raw connections in the same epoll set. Installed before the thread starts; the thread owns it.
class EpollDispatcher final : public QAbstractEventDispatcher
{
    Q_OBJECT
public:
    /// `loop` outlives the dispatcher.
    explicit EpollDispatcher(EpollLoop &loop);
    ~EpollDispatcher() override;

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;

    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;

    void registerTimer(int timerId, qint64 interval, Qt::TimerType timerType, QObject *object) override;
    bool unregisterTimer(int timerId) override;
    bool unregisterTimers(QObject *object) override;
    QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int timerId) override;

    void wakeUp() override { m_loop.wake(); }
    void interrupt() override;

private:
    class NotifiedDescriptor;

    /// A Qt timer. Few live on a worker's thread, so a list is all they need.
    struct Timer
    {
        int id = 0;
        std::chrono::milliseconds interval{0};
        Qt::TimerType type = Qt::CoarseTimer;
        QObject *object = nullptr;
        base::TimePoint due;
        bool firing = false; ///< its event is being handled: not fired again until that returns
    };

    Timer *findTimer(int id);
    std::chrono::nanoseconds untilNextDue() const;
    void fireTimers();
    void fire(int id);

    EpollLoop &m_loop;
    std::unordered_map<int, std::unique_ptr<NotifiedDescriptor>> m_notified;
    std::vector<Timer> m_timers;
    std::atomic<bool> m_interrupted = false;
};

} // namespace servelab::net
