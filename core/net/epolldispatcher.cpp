// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/epolldispatcher.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimerEvent>

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace servelab::net {

namespace {

constexpr std::uint32_t edgeEvents = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;

Readiness readinessOf(std::uint32_t events)
{
    const bool broken = events & (EPOLLERR | EPOLLHUP);
    return {
        .readable = broken || (events & (EPOLLIN | EPOLLRDHUP)),
        .writable = broken || (events & EPOLLOUT),
        .peerClosed = broken || (events & EPOLLRDHUP),
        .urgent = (events & EPOLLPRI) != 0,
    };
}

int ceilMilliseconds(std::chrono::nanoseconds time)
{
    if (time < std::chrono::nanoseconds::zero())
        return -1;
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(time).count();
    return static_cast<int>(std::min<std::int64_t>(milliseconds, INT32_MAX));
}

} // namespace

EpollLoop::Wakeup::Wakeup()
    : m_descriptor(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{
}

void EpollLoop::Wakeup::signal()
{
    if (m_signalled.exchange(true))
        return; // the wait is ended already
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_descriptor.get(), &one, sizeof one);
}

void EpollLoop::Wakeup::onReady(Readiness)
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = ::read(m_descriptor.get(), &count, sizeof count);
    m_signalled.exchange(false); // takes over what those who signalled have written
}

EpollLoop::EpollLoop()
    : m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
    if (!m_epoll.isValid() || m_wakeup.descriptor() < 0)
        qFatal("No descriptors are left for an event loop.");
    watchLevel(m_wakeup.descriptor(), m_wakeup, EPOLLIN, true);
}

EpollLoop::~EpollLoop() = default;

void EpollLoop::wake()
{
    m_wakeup.signal();
}

bool EpollLoop::watch(int descriptor, PollHandler &handler)
{
    return watchLevel(descriptor, handler, edgeEvents, true);
}

bool EpollLoop::watchLevel(int descriptor, PollHandler &handler, std::uint32_t events, bool isNew)
{
    epoll_event event{.events = events, .data = {.ptr = &handler}};
    return ::epoll_ctl(m_epoll.get(), isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event) == 0;
}

void EpollLoop::unwatch(int descriptor, PollHandler &)
{
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

int EpollLoop::wait(std::chrono::nanoseconds timeout)
{
    const int count = ::epoll_wait(
        m_epoll.get(), m_events.data(), static_cast<int>(m_events.size()), ceilMilliseconds(timeout));
    return std::max(count, 0); // EINTR: nothing has happened
}

void EpollLoop::tellReadiness(int events)
{
    for (int i = 0; i < events; ++i) {
        const epoll_event &event = m_events[static_cast<std::size_t>(i)];
        static_cast<PollHandler *>(event.data.ptr)->onReady(readinessOf(event.events));
    }
}

template <typename Function>
bool EpollLoop::runTurn(std::chrono::nanoseconds timeout, Function duringTurn)
{
    const int events = wait(timeout);
    beginTurn();
    tellReadiness(events);
    duringTurn();
    endTurn();
    return events > 0;
}

/// A descriptor that socket notifiers watch: at most one for each kind.
class EpollDispatcher::NotifiedDescriptor final : public PollHandler
{
public:
    void onReady(Readiness readiness) override
    {
        // Each is looked up when its turn comes: the one before may have unregistered it.
        if (readiness.readable)
            activate(QSocketNotifier::Read);
        if (readiness.writable)
            activate(QSocketNotifier::Write);
        if (readiness.urgent)
            activate(QSocketNotifier::Exception);
    }

    void set(QSocketNotifier::Type type, QSocketNotifier *notifier) { m_notifiers[type] = notifier; }

    std::uint32_t events() const
    {
        return (m_notifiers[QSocketNotifier::Read] ? EPOLLIN : 0u)
            | (m_notifiers[QSocketNotifier::Write] ? EPOLLOUT : 0u)
            | (m_notifiers[QSocketNotifier::Exception] ? EPOLLPRI : 0u);
    }

private:
    void activate(QSocketNotifier::Type type)
    {
        if (!m_notifiers[type])
            return;
        QEvent event(QEvent::SockAct);
        QCoreApplication::sendEvent(m_notifiers[type], &event);
    }

    std::array<QSocketNotifier *, 3> m_notifiers{};
};

EpollDispatcher::EpollDispatcher(EpollLoop &loop)
    : m_loop(loop)
{
}

EpollDispatcher::~EpollDispatcher() = default;

bool EpollDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    m_interrupted.store(false);
    Q_EMIT awake();
    QCoreApplication::sendPostedEvents();
    if (m_interrupted.load())
        return false;
    const bool mayWait = flags.testFlag(QEventLoop::WaitForMoreEvents) && !m_loop.hasTurnWork();
    if (mayWait)
        Q_EMIT aboutToBlock();
    // An event posted from here on ends the wait: posting calls wakeUp().
    const auto timeout = mayWait ? untilNextDue() : std::chrono::nanoseconds::zero();
    return m_loop.runTurn(timeout, [this] { fireTimers(); });
}

void EpollDispatcher::interrupt()
{
    m_interrupted.store(true);
    wakeUp();
}

void EpollDispatcher::registerSocketNotifier(QSocketNotifier *notifier)
{
    const int descriptor = static_cast<int>(notifier->socket());
    std::unique_ptr<NotifiedDescriptor> &entry = m_notified[descriptor];
    const bool isNew = !entry;
    if (isNew)
        entry = std::make_unique<NotifiedDescriptor>();
    entry->set(notifier->type(), notifier);
    if (!m_loop.watchLevel(descriptor, *entry, entry->events(), isNew))
        qWarning("Descriptor %d cannot be watched: %s", descriptor, std::strerror(errno));
}

void EpollDispatcher::unregisterSocketNotifier(QSocketNotifier *notifier)
{
    const int descriptor = static_cast<int>(notifier->socket());
    const auto entry = m_notified.find(descriptor);
    if (entry == m_notified.end())
        return;
    entry->second->set(notifier->type(), nullptr);
    if (entry->second->events() != 0) {
        m_loop.watchLevel(descriptor, *entry->second, entry->second->events(), false);
        return;
    }
    m_loop.unwatch(descriptor, *entry->second);
    m_loop.discard(std::move(entry->second));
    m_notified.erase(entry);
}

void EpollDispatcher::registerTimer(int timerId, qint64 interval, Qt::TimerType timerType, QObject *object)
{
    const std::chrono::milliseconds every(interval);
    m_timers.push_back({timerId, every, timerType, object, base::Clock::now() + every});
}

bool EpollDispatcher::unregisterTimer(int timerId)
{
    return std::erase_if(m_timers, [=](const Timer &timer) { return timer.id == timerId; }) > 0;
}

bool EpollDispatcher::unregisterTimers(QObject *object)
{
    return std::erase_if(m_timers, [=](const Timer &timer) { return timer.object == object; }) > 0;
}

QList<QAbstractEventDispatcher::TimerInfo> EpollDispatcher::registeredTimers(QObject *object) const
{
    QList<TimerInfo> found;
    for (const Timer &timer : m_timers) {
        if (timer.object == object)
            found.append(TimerInfo(timer.id, static_cast<int>(timer.interval.count()), timer.type));
    }
    return found;
}

int EpollDispatcher::remainingTime(int timerId)
{
    const Timer *timer = findTimer(timerId);
    if (!timer)
        return -1;
    return std::max(
        0, ceilMilliseconds(std::max(timer->due - base::Clock::now(), base::Clock::duration::zero())));
}

EpollDispatcher::Timer *EpollDispatcher::findTimer(int id)
{
    const auto timer = std::ranges::find(m_timers, id, &Timer::id);
    return timer == m_timers.end() ? nullptr : &*timer;
}

std::chrono::nanoseconds EpollDispatcher::untilNextDue() const
{
    base::TimePoint next = m_loop.nextDeadlineCheck();
    for (const Timer &timer : m_timers) {
        if (!timer.firing)
            next = std::min(next, timer.due);
    }
    if (next == base::TimePoint::max())
        return std::chrono::nanoseconds(-1);
    return std::max(next - base::Clock::now(), base::Clock::duration::zero());
}

void EpollDispatcher::fireTimers()
{
    if (m_timers.empty())
        return;
    const base::TimePoint now = m_loop.turnTime();
    std::vector<int> due;
    for (const Timer &timer : m_timers) {
        if (timer.due <= now && !timer.firing)
            due.push_back(timer.id);
    }
    for (const int id : due)
        fire(id);
}

void EpollDispatcher::fire(int id)
{
    Timer *timer = findTimer(id);
    if (!timer)
        return; // one that fired before it has stopped it
    const base::TimePoint now = m_loop.turnTime();
    timer->due = std::max(timer->due + timer->interval, now); // those that were missed are not made up for
    timer->firing = true;
    QTimerEvent event(id);
    QCoreApplication::sendEvent(timer->object, &event);
    if ((timer = findTimer(id)))
        timer->firing = false;
}

} // namespace servelab::net
