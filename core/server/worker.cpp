// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/worker.h"

#include "core/server/httpconnection.h"

#include <ctime>

namespace servelab::server {

Worker::Worker(net::EventLoop &loop, const CurrentDeployment &current)
    : m_loop(loop)
    , m_current(current)
    , m_wakeUps(std::make_shared<WakeUps>(loop))
{
    takeDeployment();
}

Worker::~Worker() = default;

void Worker::listen(base::UniqueFd socket, net::Listener::Accept accept, const Notice &notice)
{
    net::Listener &listener = *m_listeners.emplace_back(std::make_unique<net::Listener>(std::move(accept)));
    QObject::connect(&listener, &net::Listener::acceptingFailed, &listener, notice);
    if (const base::Expected<void> listening = listener.listenOn(std::move(socket)); !listening)
        notice(listening.error());
}

void Worker::adopt(base::UniqueFd connection, Transport transport)
{
    if (isDraining())
        return;
    touch();
    net::Stream stream(std::move(connection));
    if (transport == Transport::Tls)
        stream.awaitTls(m_tls);
    const std::size_t place = m_connections.size();
    m_connections.push_back(std::make_unique<HttpConnection>(*this, std::move(stream), place));
    m_counters.connectionOpened();
    m_connections.back()->begin();
}

void Worker::drain(std::function<void()> drained)
{
    m_drained = std::move(drained);
    m_listeners.clear();
    touch();
    for (std::size_t i = m_connections.size(); i > 0; --i) // one that closes leaves its place to the last
        m_connections[i - 1]->drain();
}

void Worker::shutDown()
{
    m_drained = nullptr;
    m_listeners.clear();
    m_wakeUps->close();
    while (!m_connections.empty())
        m_connections.back()->cut();
    onTurnEnd();
}

std::int64_t Worker::now()
{
    readClock();
    return m_now;
}

const http::HttpDate &Worker::date()
{
    readClock();
    if (m_now != m_dateSecond) {
        m_date = http::formatHttpDate(m_now);
        m_dateSecond = m_now;
    }
    return m_date;
}

void Worker::readClock()
{
    if (m_clockTurn == m_loop.turn())
        return;
    m_clockTurn = m_loop.turn();
    m_now = std::time(nullptr);
}

void Worker::touch()
{
    if (m_touched)
        return;
    m_touched = true;
    m_loop.requestTurnEnd(*this);
}

void Worker::continueLater(HttpConnection &connection)
{
    m_continuing.push_back(&connection);
    touch();
}

void Worker::remove(HttpConnection &connection)
{
    touch();
    m_counters.connectionClosed();
    if (connection.isContinuing())
        std::erase(m_continuing, &connection);
    const std::size_t place = connection.place();
    std::unique_ptr<HttpConnection> removed = std::move(m_connections[place]);
    if (place + 1 < m_connections.size()) {
        m_connections[place] = std::move(m_connections.back());
        m_connections[place]->setPlace(place);
    }
    m_connections.pop_back();
    m_loop.discard(std::move(removed));
}

void Worker::onTurnEnd()
{
    m_touched = false;
    continueConnections();
    m_scratch.endTurn();
    m_counters.publish();
    handRecords();
    reportDrained();
}

void Worker::takeDeployment()
{
    handRecords(); // they belong to the receivers that are in force
    m_current.get(m_deployment, m_deploymentVersion);
    m_tls.context = m_deployment->tls.context;
}

void Worker::handRecords()
{
    if (!m_deployment)
        return;
    m_deployment->receivers.hand(m_records);
}

/// One slice for each that has asked; who asks again gets the next one in the next turn, behind the events of
/// others.
void Worker::continueConnections()
{
    m_called.swap(m_continuing);
    for (HttpConnection *connection : m_called)
        connection->goOn();
    m_called.clear();
}

void Worker::reportDrained()
{
    if (!m_drained || m_reported || !m_connections.empty())
        return;
    m_reported = true;
    m_drained();
}

} // namespace servelab::server
