// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/slowline.h"

namespace servelab::load {

SlowLine::SlowLine(ClientConnection &connection, double bytesPerSecond)
    : m_connection(connection)
    , m_pace(bytesPerSecond)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { resume(); });
}

void SlowLine::noteRead(std::size_t bytes)
{
    m_pace.note(bytes, std::exchange(m_hasWaited, false), base::Clock::now());
}

void SlowLine::wait(bool peerClosed)
{
    m_hasWaited = true;
    m_peerClosed = m_peerClosed || peerClosed;
    const auto left = m_pace.busyUntil() - base::Clock::now();
    m_timer.start(std::max(std::chrono::ceil<std::chrono::milliseconds>(left), std::chrono::milliseconds(0)));
}

void SlowLine::rest()
{
    m_timer.stop();
    m_hasWaited = m_peerClosed = false;
}

void SlowLine::resume()
{
    if (m_connection.isReading())
        m_connection.read(m_peerClosed);
}

} // namespace servelab::load
