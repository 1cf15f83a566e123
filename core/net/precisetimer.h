// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <functional>
#include <memory>

namespace servelab::net {

class EventLoop;

/// Tells once that a time has come: never early, and late by what the system's own timers are (tens of
/// microseconds on Linux, about a millisecond elsewhere) and by the length of a turn. For the few times that
/// Deadline's ticks are too coarse for; costs a descriptor. Made, used and destroyed on the loop's thread,
/// outside its own call.
class PreciseTimer
{
public:
    PreciseTimer(EventLoop &loop, std::function<void()> fired);
    ~PreciseTimer();
    PreciseTimer(const PreciseTimer &) = delete;
    PreciseTimer &operator=(const PreciseTimer &) = delete;

    /// False where the system had no timer left; start() does nothing then.
    bool isValid() const;

    /// From now on this time counts and no former one; one that has passed fires in the next turn.
    void start(base::TimePoint time);
    void stop();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace servelab::net
