// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QList>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

namespace servelab::tests {

/// One answer as it came off the wire, its body with the transfer coding taken off.
struct Answer
{
    int status = 0;
    QByteArray statusLine;
    QList<std::pair<QByteArray, QByteArray>> fields; ///< names in lower case
    QByteArray body;
    int interims = 0; ///< answers 100 that came before it

    QByteArray field(const QByteArray &name) const
    {
        for (const auto &[key, value] : fields) {
            if (key == name)
                return value;
        }
        return {};
    }
    bool has(const QByteArray &name) const { return count(name) > 0; }
    int count(const QByteArray &name) const
    {
        int count = 0;
        for (const auto &line : fields)
            count += line.first == name;
        return count;
    }
};

/// How the server's side of a connection ended.
enum class Ending { None, Closed, Reset };

/// A blocking connection that sends bytes as they are and reads answers by the letter; nothing waits for
/// longer than a few seconds. It knows nothing of the code under test. How bytes get on the wire and off it
/// may be replaced: readSome, writeSome and shutdownWrite.
class RawClient
{
public:
    static constexpr int patience = 10'000; ///< milliseconds

    /// A socket that is not connected yet.
    RawClient()
        : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
    }

    explicit RawClient(quint16 port, int receiveBuffer = 0)
        : RawClient()
    {
        if (receiveBuffer > 0)
            ::setsockopt(m_socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
        connect(port);
    }

    virtual ~RawClient() { close(); }
    RawClient(const RawClient &) = delete;
    RawClient &operator=(const RawClient &) = delete;

    void connect(quint16 port)
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        m_isConnected = ::connect(m_socket, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
    }

    bool isConnected() const { return m_isConnected; }

    void close()
    {
        if (m_socket >= 0)
            ::close(std::exchange(m_socket, -1));
    }

    /// Ends the connection with a reset.
    void reset()
    {
        const linger now{1, 0};
        ::setsockopt(m_socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close();
    }

    /// How many bytes the system took.
    qsizetype send(const QByteArray &bytes)
    {
        qsizetype sent = 0;
        while (sent < bytes.size()) {
            pollfd waiting{m_socket, POLLOUT, 0};
            if (::poll(&waiting, 1, patience) <= 0)
                break;
            const ssize_t count = writeSome(bytes.data() + sent, static_cast<size_t>(bytes.size() - sent));
            if (count < 0 && errno != EAGAIN)
                break;
            sent += std::max<ssize_t>(count, 0);
        }
        return sent;
    }

    virtual void shutdownWrite() { ::shutdown(m_socket, SHUT_WR); }

    /// The next answer that is not 100; empty when the connection ends before, or nothing comes.
    std::optional<Answer> readAnswer(bool toHead = false)
    {
        std::optional<Answer> answer = readHead();
        int interims = 0;
        for (; answer && answer->status == 100; ++interims)
            answer = readHead();
        if (answer)
            answer->interims = interims;
        if (answer && !toHead && answer->status != 304 && !readBody(*answer))
            return {};
        return answer;
    }

    /// One head alone, 100 included.
    std::optional<Answer> readHead()
    {
        while (!m_received.contains("\r\n\r\n")) {
            if (!receive())
                return {};
        }
        return parseHead(take(m_received.indexOf("\r\n\r\n") + 4));
    }

    /// Everything until the server ends its side.
    QByteArray readToEnd()
    {
        while (receive()) { }
        return std::exchange(m_received, {});
    }

    /// Everything that has been read and not asked for yet.
    QByteArray takeReceived() { return std::exchange(m_received, {}); }

    /// Waits for the server's end; None when it keeps the connection, or sends anything before.
    Ending waitForEnd(int milliseconds = patience)
    {
        if (m_received.isEmpty())
            receive(milliseconds);
        return m_received.isEmpty() ? m_ending : Ending::None;
    }

    Ending ending() const { return m_ending; }
    qsizetype receivedBytes() const { return m_total; }

    /// Reads once. False at the end of the connection, or when nothing comes in that time.
    bool receive(int milliseconds = patience)
    {
        if (m_ending != Ending::None)
            return false;
        char buffer[65536];
        const std::optional<ssize_t> count = readSome(buffer, sizeof buffer, milliseconds);
        if (!count)
            return false;
        if (*count <= 0) {
            m_ending = *count == 0 ? Ending::Closed : Ending::Reset;
            return false;
        }
        m_received.append(buffer, *count);
        m_total += *count;
        return true;
    }

protected:
    int socket() const { return m_socket; }

    /// As recv; empty when nothing came in that time.
    virtual std::optional<ssize_t> readSome(char *buffer, size_t room, int milliseconds)
    {
        pollfd waiting{m_socket, POLLIN, 0};
        if (::poll(&waiting, 1, milliseconds) <= 0)
            return {};
        return ::recv(m_socket, buffer, room, 0);
    }

    /// As send, without waiting.
    virtual ssize_t writeSome(const char *bytes, size_t length)
    {
        return ::send(m_socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    }

private:
    QByteArray take(qsizetype length)
    {
        const QByteArray taken = m_received.left(length);
        m_received.remove(0, length);
        return taken;
    }

    bool awaitBytes(qsizetype count)
    {
        while (m_received.size() < count) {
            if (!receive())
                return false;
        }
        return true;
    }

    static Answer parseHead(const QByteArray &head)
    {
        Answer answer;
        const QList<QByteArray> lines = head.chopped(4).split('\n');
        answer.statusLine = lines.first().trimmed();
        answer.status = answer.statusLine.split(' ').value(1).toInt();
        for (const QByteArray &line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            answer.fields.append({line.left(colon).toLower(), line.mid(colon + 1).trimmed()});
        }
        return answer;
    }

    bool readBody(Answer &answer)
    {
        if (answer.field("transfer-encoding") == "chunked")
            return readChunks(answer.body);
        if (!answer.has("content-length")) {
            answer.body = readToEnd();
            return m_ending == Ending::Closed;
        }
        const qsizetype length = answer.field("content-length").toLongLong();
        if (!awaitBytes(length))
            return false;
        answer.body = take(length);
        return true;
    }

    bool readChunks(QByteArray &body)
    {
        for (;;) {
            while (!m_received.contains("\r\n")) {
                if (!receive())
                    return false;
            }
            const qsizetype size = take(m_received.indexOf("\r\n") + 2).trimmed().toLongLong(nullptr, 16);
            if (!awaitBytes(size + 2))
                return false;
            body += take(size);
            if (take(2) != "\r\n")
                return false;
            if (size == 0)
                return true;
        }
    }

    int m_socket;
    bool m_isConnected = false;
    Ending m_ending = Ending::None;
    QByteArray m_received;
    qsizetype m_total = 0;
};

} // namespace servelab::tests
