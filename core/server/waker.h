// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/wakeups.h"

#include <utility>

namespace servelab::server {

/// Tells a sleeper, once each time it has asked, that something has come from another thread. Guarded by the
/// lock of whoever has it.
class Waker
{
public:
    Waker() = default;
    Waker(std::shared_ptr<WakeUps> wakeUps, Sleeper::Handle sleeper)
        : m_wakeUps(std::move(wakeUps))
        , m_sleeper(std::move(sleeper))
    {
    }

    void arm() { m_isArmed = true; }

    void wake()
    {
        if (std::exchange(m_isArmed, false) && m_wakeUps)
            WakeUps::wake(m_wakeUps, m_sleeper);
    }

private:
    std::shared_ptr<WakeUps> m_wakeUps;
    Sleeper::Handle m_sleeper;
    bool m_isArmed = false;
};

} // namespace servelab::server
