// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/clientconnection.h"
#include "core/load/clientgroup.h"

#include <QString>

#include <cstring>

// Parts of ClientConnection that both of its source files need; for them only.
namespace servelab::load {

inline QString systemText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

/// Whether what went wrong is the end of every request on the connection.
inline bool concernsAll(LoadErrorKind kind)
{
    switch (kind) {
    case LoadErrorKind::Malformed:
    case LoadErrorKind::UnexpectedStatus:
    case LoadErrorKind::UnexpectedLength:
    case LoadErrorKind::UnexpectedBody:
        return false;
    case LoadErrorKind::Connect:
    case LoadErrorKind::ConnectTimeout:
    case LoadErrorKind::Timeout:
    case LoadErrorKind::Reset:
    case LoadErrorKind::EarlyClose:
    case LoadErrorKind::Tls:
        return true;
    }
    Q_UNREACHABLE();
}

/// Whether the next attempt would come to the same, so that it can wait.
inline bool isLasting(LoadErrorKind kind)
{
    return kind == LoadErrorKind::Connect || kind == LoadErrorKind::Tls;
}

/// The first request has failed, and its connection ends with it; another one begins in a moment. Where none
/// was under way (a connection opened ahead of requests), one that waits is told.
template <typename Sample>
void ClientConnection::fail(LoadErrorKind kind, int systemError, Sample sample)
{
    const base::TimePoint now = base::Clock::now();
    if (m_pipeline.isEmpty())
        takeRequest(now);
    while (!m_pipeline.isEmpty()) {
        m_group.countError(m_pipeline.front(), kind, systemError, now, sample);
        m_pipeline.pop();
        if (!concernsAll(kind))
            break;
    }
    end(Ending::Reset);
    if (isLasting(kind))
        loop().deadlines().set(*this, now + m_group.connectBackOff);
    else
        m_group.openLater(*this);
}

} // namespace servelab::load
