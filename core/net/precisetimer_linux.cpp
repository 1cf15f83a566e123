// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/precisetimer.h"

#include "core/base/uniquefd.h"
#include "core/net/eventloop.h"

#include <sys/timerfd.h>

#include <algorithm>

namespace servelab::net {

namespace {

/// base::Clock is CLOCK_MONOTONIC here. Never 0, which would mean no time at all.
timespec toTimespec(base::TimePoint time)
{
    const auto sinceEpoch
        = std::max(std::chrono::nanoseconds(1), std::chrono::nanoseconds(time.time_since_epoch()));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(sinceEpoch);
    return {static_cast<time_t>(seconds.count()), static_cast<long>((sinceEpoch - seconds).count())};
}

} // namespace

class PreciseTimer::Private final : public PollHandler
{
public:
    Private(EventLoop &loop, std::function<void()> fired)
        : m_loop(loop)
        , m_fired(std::move(fired))
        , m_descriptor(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC))
    {
        if (m_descriptor.isValid() && !loop.watch(m_descriptor.get(), *this))
            m_descriptor = {};
    }

    bool isValid() const { return m_descriptor.isValid(); }

    void set(base::TimePoint time)
    {
        m_time = time;
        itimerspec setting{};
        if (time != base::TimePoint::max())
            setting.it_value = toTimespec(time);
        ::timerfd_settime(m_descriptor.get(), TFD_TIMER_ABSTIME, &setting, nullptr);
    }

    void release()
    {
        m_time = base::TimePoint::max();
        if (isValid())
            m_loop.unwatch(m_descriptor.get(), *this);
    }

    /// The event may be of a time that was replaced in the same turn. Nothing is read: setting the next time
    /// takes back what the descriptor has to tell.
    void onReady(Readiness) override
    {
        if (base::Clock::now() < m_time)
            return;
        m_time = base::TimePoint::max();
        m_fired();
    }

    EventLoop &loop() { return m_loop; }

private:
    EventLoop &m_loop;
    std::function<void()> m_fired;
    base::UniqueFd m_descriptor;
    base::TimePoint m_time = base::TimePoint::max(); ///< max(): none
};

PreciseTimer::PreciseTimer(EventLoop &loop, std::function<void()> fired)
    : d(std::make_unique<Private>(loop, std::move(fired)))
{
}

PreciseTimer::~PreciseTimer()
{
    d->release();
    EventLoop &loop = d->loop();
    loop.discard(std::move(d)); // an event of this turn may still name it
}

bool PreciseTimer::isValid() const
{
    return d->isValid();
}

void PreciseTimer::start(base::TimePoint time)
{
    if (d->isValid())
        d->set(time);
}

void PreciseTimer::stop()
{
    start(base::TimePoint::max());
}

} // namespace servelab::net
