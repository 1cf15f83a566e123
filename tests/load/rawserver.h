// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <functional>

#include <sys/socket.h>

/// A server that does with each request what a test wants, right or wrong. Lives in the test's thread.
class RawServer : public QTcpServer
{
public:
    /// Called with the socket of each request whose head has come, and whose body has come where it has a
    /// length.
    using Behaviour = std::function<void(QTcpSocket &socket)>;

    /// The request that is to be answered on that socket.
    static QByteArray requestOf(const QTcpSocket &socket)
    {
        return socket.property(requestProperty).toByteArray();
    }

    explicit RawServer(
        Behaviour behaviour, const QHostAddress &address = QHostAddress(QHostAddress::LocalHost))
        : m_behaviour(std::move(behaviour))
    {
        connect(this, &QTcpServer::newConnection, this, &RawServer::takeConnections);
        setListenBacklogSize(1024); // a test machine may be busy
        listen(address);
    }

    QUrl url() const
    {
        QUrl url;
        url.setScheme(QStringLiteral("http"));
        url.setHost(serverAddress().toString());
        url.setPort(serverPort());
        url.setPath(QStringLiteral("/"));
        return url;
    }

    int connections() const { return m_connections; }
    std::uint64_t requests() const { return m_requests; }
    std::uint64_t bytes() const { return m_bytes; }

private:
    static constexpr const char *requestProperty = "request";

    void takeConnections()
    {
        while (QTcpSocket *socket = nextPendingConnection()) {
            ++m_connections;
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { readRequests(*socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    }

    void readRequests(QTcpSocket &socket)
    {
        while (socket.isOpen()) {
            const qint64 length = requestLength(socket.peek(socket.bytesAvailable()));
            if (length == 0)
                return;
            const QByteArray request = socket.read(length);
            m_bytes += static_cast<std::uint64_t>(request.size());
            ++m_requests;
            socket.setProperty(requestProperty, request);
            m_behaviour(socket);
        }
    }

    /// 0 while it is not whole.
    static qint64 requestLength(const QByteArray &bytes)
    {
        const qsizetype end = bytes.indexOf("\r\n\r\n");
        if (end < 0)
            return 0;
        static const QByteArray lengthField = "\r\nContent-Length: ";
        const qsizetype field = bytes.indexOf(lengthField);
        qint64 length = end + 4;
        if (field >= 0 && field < end) {
            const qsizetype digits = field + lengthField.size();
            length += bytes.mid(digits, bytes.indexOf('\r', digits) - digits).toLongLong();
        }
        return bytes.size() >= length ? length : 0;
    }

    Behaviour m_behaviour;
    int m_connections = 0;
    std::uint64_t m_requests = 0;
    std::uint64_t m_bytes = 0;
};

/// Sends the same bytes to every request.
inline RawServer::Behaviour sends(const QByteArray &bytes)
{
    return [bytes](QTcpSocket &socket) { socket.write(bytes); };
}

/// Sends the bytes, then ends the connection.
inline RawServer::Behaviour sendsAndCloses(const QByteArray &bytes)
{
    return [bytes](QTcpSocket &socket) {
        socket.write(bytes);
        socket.disconnectFromHost();
    };
}

/// Sends `first`, then `again` as often as the client takes it, for ever.
inline RawServer::Behaviour neverStopsSending(const QByteArray &first, const QByteArray &again)
{
    return [first, again](QTcpSocket &socket) {
        const auto refill = [&socket, again] {
            if (socket.bytesToWrite() < 64 * 1024)
                socket.write(again);
        };
        QObject::connect(&socket, &QTcpSocket::bytesWritten, &socket, refill, Qt::QueuedConnection);
        socket.write(first + again);
    };
}

/// Sends `first`, then `drop` ten times a second, for ever.
inline RawServer::Behaviour drips(const QByteArray &first, const QByteArray &drop)
{
    return [first, drop](QTcpSocket &socket) {
        socket.write(first);
        auto *timer = new QTimer(&socket);
        QObject::connect(timer, &QTimer::timeout, &socket, [&socket, drop] { socket.write(drop); });
        timer->start(100);
    };
}

/// Sends the bytes, then breaks the connection with a reset.
inline RawServer::Behaviour sendsAndResets(const QByteArray &bytes)
{
    return [bytes](QTcpSocket &socket) {
        socket.write(bytes);
        socket.flush();
        const linger now{1, 0};
        ::setsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        socket.abort();
    };
}

Q_DECLARE_METATYPE(RawServer::Behaviour)
