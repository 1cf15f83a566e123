// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mailbox.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>

#include <utility>

namespace servelab::base {

void Mailbox::post(std::function<void()> function)
{
    const std::lock_guard lock(m_mutex);
    m_functions.push_back(std::move(function));
    if (m_functions.size() == 1)
        QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

void Mailbox::customEvent(QEvent *)
{
    std::vector<std::function<void()>> functions;
    {
        const std::lock_guard lock(m_mutex);
        functions.swap(m_functions);
    }
    const QPointer<Mailbox> self(this);
    for (const std::function<void()> &function : functions) {
        function();
        if (!self)
            return; // a function has ended it, and with it the rest
    }
}

} // namespace servelab::base
