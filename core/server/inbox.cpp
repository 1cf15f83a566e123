// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/inbox.h"

#include <QCoreApplication>
#include <QEvent>

namespace servelab::server {

void Inbox::post(std::function<void()> function)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_posted.push_back(std::move(function));
    }
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

void Inbox::customEvent(QEvent *)
{
    std::vector<std::function<void()>> posted;
    {
        const std::scoped_lock lock(m_mutex);
        posted.swap(m_posted);
    }
    for (const std::function<void()> &function : posted)
        function();
}

} // namespace servelab::server
