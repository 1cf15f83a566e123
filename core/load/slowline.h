// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/clientconnection.h"
#include "core/load/readpace.h"

#include <QTimer>

namespace servelab::load {

/// Makes a connection read at the pace of a slow line. Owned by the connection; on its thread.
class SlowLine
{
public:
    SlowLine(ClientConnection &connection, double bytesPerSecond);

    std::size_t allowed() const { return m_pace.allowed(base::Clock::now()); }
    void noteRead(std::size_t bytes);

    /// Lets the connection go on reading when the line is free.
    void wait(bool peerClosed);

    /// Nothing is open any more.
    void rest();

private:
    void resume();

    ClientConnection &m_connection;
    ReadPace m_pace;
    QTimer m_timer;
    bool m_hasWaited = false; ///< for what is read next
    bool m_peerClosed = false; ///< which no later edge tells of
};

} // namespace servelab::load
