// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/idleconnections.h"

#include "core/base/process.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr auto patience = 30s;

/// No more are being opened at a time than a listener's queue holds.
constexpr int openAtATime = 100;

} // namespace

IdleConnections::IdleConnections(QUrl url, QByteArray host, int count, QObject *parent)
    : QObject(parent)
    , m_url(std::move(url))
    , m_request(
          "HEAD " + m_url.path(QUrl::FullyEncoded).toLatin1() + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
    , m_count(count)
{
    m_guard.setSingleShot(true);
    connect(&m_guard, &QTimer::timeout, this, [this] { fail(u"it took too long"_s); });
}

IdleConnections::~IdleConnections()
{
    for (const auto &socket : m_sockets)
        socket->disconnect(this);
}

void IdleConnections::start()
{
    base::raiseDescriptorLimit();
    m_guard.start(patience);
    for (int i = 0; i < std::min(m_count, openAtATime); ++i)
        openNext();
}

void IdleConnections::openNext()
{
    auto *socket = m_sockets.emplace_back(std::make_unique<QTcpSocket>()).get();
    connect(socket, &QTcpSocket::connected, this, [this, socket] { socket->write(m_request); });
    connect(socket, &QTcpSocket::readyRead, this, [this, socket] { hear(socket); });
    connect(socket, &QTcpSocket::errorOccurred, this, [this, socket] { fail(socket->errorString()); });
    socket->connectToHost(m_url.host(), static_cast<quint16>(m_url.port()));
}

void IdleConnections::hear(QTcpSocket *socket)
{
    if (m_done || !socket->peek(64 * 1024).contains("\r\n\r\n"))
        return;
    socket->readAll();
    disconnect(socket, &QTcpSocket::readyRead, this, nullptr);
    ++m_answered;
    if (static_cast<int>(m_sockets.size()) < m_count)
        openNext();
    if (m_answered < m_count)
        return;
    m_done = true;
    m_guard.stop();
    Q_EMIT open();
}

void IdleConnections::fail(const QString &reason)
{
    if (std::exchange(m_done, true))
        return;
    m_guard.stop();
    Q_EMIT failed(base::Error{
        u"Only %1 of %2 idle connections could be opened: %3."_s.arg(m_answered).arg(m_count).arg(reason),
        u"Allow more open files (ulimit -n), or ask for fewer connections."_s, u"plan.idleConnections"_s});
}

} // namespace servelab::lab
