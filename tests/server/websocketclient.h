// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/websocketreader.h"

#include <QDeadlineTimer>
#include <QTcpSocket>

namespace servelab::tests {

/// A blocking client that sends frames, or any bytes, and reads events; nothing waits for longer than a few
/// seconds.
class WebSocketClient
{
public:
    static constexpr int patience = 10'000; ///< milliseconds
    static constexpr http::MaskKey key{0x12, 0x34, 0x56, 0x78};

    struct Event
    {
        http::WebSocketReader::Event kind = http::WebSocketReader::Event::NeedMore; ///< nothing came
        QByteArray payload;
        http::CloseCode code = http::CloseCode::NoStatus;
    };

    static QByteArray handshake(const QByteArray &path, const QByteArray &fieldLines = {})
    {
        return "GET " + path
            + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + fieldLines + "\r\n";
    }

    static QByteArray frame(http::Opcode opcode, const QByteArray &payload, bool isFinal = true)
    {
        std::string out;
        http::appendFrame(
            out, opcode, {payload.data(), static_cast<std::size_t>(payload.size())}, isFinal, key);
        return QByteArray::fromStdString(out);
    }
    static QByteArray text(const QByteArray &payload) { return frame(http::Opcode::Text, payload); }

    static QByteArray closeFrame(http::CloseCode code, std::string_view reason = {})
    {
        std::string out;
        http::appendCloseFrame(out, code, reason, key);
        return QByteArray::fromStdString(out);
    }

    explicit WebSocketClient(quint16 port, qint64 readBuffer = 0)
    {
        m_socket.setReadBufferSize(readBuffer);
        m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
        m_socket.waitForConnected(patience);
        m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    }

    /// Sends a handshake and what follows it at once; the head of the answer.
    QByteArray open(const QByteArray &path = "/echo", const QByteArray &behind = {})
    {
        send(handshake(path) + behind);
        return readHead();
    }

    void send(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        const QDeadlineTimer deadline(patience);
        while (m_socket.bytesToWrite() > 0 && !deadline.hasExpired()
            && m_socket.waitForBytesWritten(patience)) { }
    }

    QByteArray readHead()
    {
        while (!m_received.contains("\r\n\r\n") && receive()) { }
        const qsizetype end = m_received.indexOf("\r\n\r\n") + 4;
        const QByteArray head = m_received.left(end);
        m_received.remove(0, end);
        return head;
    }

    QByteArray readBytes(qsizetype count)
    {
        while (m_received.size() < count && receive()) { }
        const QByteArray bytes = m_received.left(count);
        m_received.remove(0, count);
        return bytes;
    }

    Event read(int milliseconds = patience)
    {
        for (;;) {
            const auto step = m_reader.next({m_received.data(), static_cast<std::size_t>(m_received.size())});
            const Event event{step.event,
                QByteArray(step.payload.data(), static_cast<qsizetype>(step.payload.size())), step.code};
            m_received.remove(0, static_cast<qsizetype>(step.consumed));
            if (event.kind != http::WebSocketReader::Event::NeedMore || !receive(milliseconds))
                return event;
        }
    }

    /// Whether the server ends the connection, whatever it sends before.
    bool waitForEnd()
    {
        while (receive()) { }
        return m_socket.state() == QAbstractSocket::UnconnectedState;
    }

    void reset()
    {
        m_socket.setSocketOption(QAbstractSocket::KeepAliveOption, 0);
        m_socket.abort();
    }

    QTcpSocket &socket() { return m_socket; }

private:
    bool receive(int milliseconds = patience)
    {
        if (m_socket.bytesAvailable() == 0)
            m_socket.waitForReadyRead(milliseconds);
        const QByteArray bytes = m_socket.readAll();
        m_received += bytes;
        return !bytes.isEmpty();
    }

    QTcpSocket m_socket;
    QByteArray m_received;
    http::WebSocketReader m_reader{
        http::WebSocketRole::Client, {.messageBytes = 1u << 30, .frameBytes = 1u << 30}};
};

} // namespace servelab::tests
