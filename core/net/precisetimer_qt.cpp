// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/precisetimer.h"

#include <QTimer>

#include <algorithm>

// For systems without timers that can be waited for beside sockets.
namespace servelab::net {

class PreciseTimer::Private
{
public:
    QTimer timer;
};

PreciseTimer::PreciseTimer(EventLoop &, std::function<void()> fired)
    : d(std::make_unique<Private>())
{
    d->timer.setSingleShot(true);
    d->timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&d->timer, &QTimer::timeout, &d->timer, std::move(fired));
}

PreciseTimer::~PreciseTimer() = default;

bool PreciseTimer::isValid() const
{
    return true;
}

void PreciseTimer::start(base::TimePoint time)
{
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(time - base::Clock::now());
    d->timer.start(std::max(wait, std::chrono::milliseconds::zero()));
}

void PreciseTimer::stop()
{
    d->timer.stop();
}

} // namespace servelab::net
