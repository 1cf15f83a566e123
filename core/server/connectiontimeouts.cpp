// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/connectiontimeouts.h"

#include <algorithm>

namespace servelab::server {

namespace {

using base::TimePoint;
using std::chrono::milliseconds;

TimePoint after(TimePoint since, milliseconds limit)
{
    return limit > milliseconds::zero() ? since + limit : TimePoint::max();
}

/// When the request has taken too long, whether bytes still come or not.
TimePoint requestExpiry(Awaited awaited, TimePoint begun, const site::TimeoutsConfig &limits)
{
    const TimePoint whole = after(begun, limits.request);
    return awaited == Awaited::RestOfHead ? std::min(whole, after(begun, limits.headers)) : whole;
}

} // namespace

TimePoint expiryOf(Awaited awaited, const ConnectionTimes &times, const site::TimeoutsConfig &limits)
{
    switch (awaited) {
    case Awaited::Handshake:
        return after(times.begun, limits.headers);
    case Awaited::FirstRequest:
    case Awaited::Reader:
    case Awaited::Hook:
        return after(times.lastActivity, limits.inactivity);
    case Awaited::NextRequest:
        return after(times.lastActivity, limits.keepAlive);
    case Awaited::RestOfHead:
    case Awaited::RestOfBody:
        return std::min(
            after(times.lastActivity, limits.inactivity), requestExpiry(awaited, times.begun, limits));
    case Awaited::Encoder:
        return TimePoint::max();
    case Awaited::PeersClose:
        return std::min(times.lastActivity + lingerSilence, times.begun + lingerTotal);
    }
    return TimePoint::max();
}

bool isRequestTimeout(
    Awaited awaited, const ConnectionTimes &times, const site::TimeoutsConfig &limits, TimePoint now)
{
    return (awaited == Awaited::RestOfHead || awaited == Awaited::RestOfBody)
        && now >= requestExpiry(awaited, times.begun, limits);
}

} // namespace servelab::server
