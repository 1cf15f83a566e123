// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/wakeups.h"

namespace servelab::server {

Sleeper::Sleeper()
    : m_self(std::make_shared<Sleeper *>(this))
{
}

void WakeUps::wake(const std::shared_ptr<WakeUps> &wakeUps, const Sleeper::Handle &sleeper)
{
    // Posting under the lock keeps the loop alive meanwhile: close() takes the lock before the loop ends.
    const std::scoped_lock lock(wakeUps->m_mutex);
    if (!wakeUps->m_loop)
        return;
    wakeUps->m_woken.push_back(sleeper);
    if (wakeUps->m_woken.size() == 1)
        wakeUps->m_loop->post([wakeUps] { wakeUps->deliver(); });
}

void WakeUps::close()
{
    const std::scoped_lock lock(m_mutex);
    m_loop = nullptr;
    m_woken.clear();
}

void WakeUps::deliver()
{
    std::vector<Sleeper::Handle> woken;
    {
        const std::scoped_lock lock(m_mutex);
        woken.swap(m_woken);
    }
    for (const Sleeper::Handle &handle : woken) {
        if (const std::shared_ptr<Sleeper *> sleeper = handle.lock())
            (*sleeper)->onWoken();
    }
}

} // namespace servelab::server
