// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/worker.h"

#include "core/server/httpconnection.h"
#include "core/server/websocketconnection.h"

#include <ctime>

namespace servelab::server {

namespace {

/// Takes it out of the list it is in; the last one takes its place.
template <typename Connection>
std::unique_ptr<Connection> takeOut(
    std::vector<std::unique_ptr<Connection>> &connections, const Connection &connection)
{
    const std::size_t place = connection.place();
    std::unique_ptr<Connection> taken = std::move(connections[place]);
    if (place + 1 < connections.size()) {
        connections[place] = std::move(connections.back());
        connections[place]->setPlace(place);
    }
    connections.pop_back();
    return taken;
}

} // namespace

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

void Worker::adopt(std::unique_ptr<WebSocketConnection> webSocket)
{
    webSocket->setPlace(m_webSockets.size());
    m_webSockets.push_back(std::move(webSocket));
    m_counters.connectionKept();
    m_webSockets.back()->begin();
}

void Worker::drain(std::function<void()> drained)
{
    m_drained = std::move(drained);
    m_listeners.clear();
    touch();
    for (std::size_t i = m_connections.size(); i > 0; --i) // one that closes leaves its place to the last
        m_connections[i - 1]->drain();
    for (std::size_t i = m_webSockets.size(); i > 0; --i)
        m_webSockets[i - 1]->drain();
}

void Worker::shutDown()
{
    m_drained = nullptr;
    m_listeners.clear();
    m_wakeUps->close();
    while (!m_connections.empty())
        m_connections.back()->cut();
    while (!m_webSockets.empty())
        m_webSockets.back()->cut();
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
    if (m_deployment->techniques.date == site::DateTechnique::EachRequest) [[unlikely]] {
        m_now = std::time(nullptr);
        m_dateSecond = -1; // what was formatted before is not used again
    }
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
    m_loop.discard(takeOut(m_connections, connection));
}

void Worker::remove(WebSocketConnection &webSocket)
{
    touch();
    m_counters.connectionClosed();
    m_loop.discard(takeOut(m_webSockets, webSocket));
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
    if (!m_drained || m_reported || !m_connections.empty() || !m_webSockets.empty())
        return;
    m_reported = true;
    m_drained();
}

} // namespace servelab::server
