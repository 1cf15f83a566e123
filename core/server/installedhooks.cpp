// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/installedhooks.h"

#include <utility>

namespace servelab::server {

void HookFaults::add(base::Error error)
{
    const std::scoped_lock lock(m_mutex);
    m_last = std::move(error);
}

std::optional<base::Error> HookFaults::last() const
{
    const std::scoped_lock lock(m_mutex);
    return m_last;
}

base::Error faultOf(std::string_view hook, const std::exception *exception)
{
    const QString where = QString::fromUtf8(hook.data(), static_cast<qsizetype>(hook.size()));
    const QString what = exception ? QString::fromUtf8(exception->what()) : QStringLiteral("of unknown type");
    return {QStringLiteral("The hook %1 has thrown an exception: %2.").arg(where, what),
        QStringLiteral("Catch it in the hook and answer what the client is to see."), where};
}

} // namespace servelab::server
