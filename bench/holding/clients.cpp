// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/clients.h"

#include "bench/holding/servedprocess.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace servelab::holding {
namespace {

constexpr int addresses = 8;

sockaddr_in loopback(int host, quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + static_cast<in_addr_t>(host));
    return address;
}

bool waitFor(const Socket &socket, short events, std::chrono::milliseconds patience)
{
    pollfd waiting{socket.get(), events, 0};
    return ::poll(&waiting, 1, static_cast<int>(patience.count())) > 0;
}

/// The length that the head tells, its own included; 0 while it is not whole.
qsizetype lengthOfAnswer(const QByteArray &received)
{
    const qsizetype headEnd = received.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return 0;
    const qsizetype field = received.indexOf("Content-Length: ");
    if (field < 0 || field > headEnd)
        return headEnd + 4;
    const qsizetype value = field + 16;
    return headEnd + 4 + received.mid(value, received.indexOf('\r', value) - value).toLongLong();
}

} // namespace

Socket connectTo(quint16 port, int number)
{
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    const sockaddr_in source = loopback(number % addresses, 0);
    ::bind(socket.get(), reinterpret_cast<const sockaddr *>(&source), sizeof source);
    const sockaddr_in target = loopback(0, port);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&target), sizeof target) != 0)
        return {};
    return socket;
}

QByteArray requestFor(const char *path, const QByteArray &fieldLines)
{
    return QByteArray("GET ") + path + " HTTP/1.1\r\nHost: localhost\r\n" + fieldLines + "\r\n";
}

bool send(const Socket &socket, const QByteArray &bytes)
{
    return ::send(socket.get(), bytes.data(), static_cast<size_t>(bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT)
        == bytes.size();
}

std::optional<int> readAnswer(const Socket &socket, std::chrono::milliseconds patience)
{
    const base::TimePoint end = base::Clock::now() + patience;
    QByteArray received;
    while (lengthOfAnswer(received) == 0 || received.size() < lengthOfAnswer(received)) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - base::Clock::now());
        if (left.count() <= 0 || !waitFor(socket, POLLIN, left))
            return {};
        std::array<char, 16384> buffer;
        const ssize_t count = ::recv(socket.get(), buffer.data(), buffer.size(), 0);
        if (count <= 0)
            return {};
        received.append(buffer.data(), count);
    }
    return received.mid(9, 3).toInt();
}

std::optional<std::chrono::nanoseconds> timeOfFreshGet(quint16 port, std::chrono::milliseconds patience)
{
    const base::TimePoint begin = base::Clock::now();
    const Socket socket = connectTo(port);
    if (!socket.isValid() || !send(socket, requestFor(smallFile)) || readAnswer(socket, patience) != 200)
        return {};
    return base::Clock::now() - begin;
}

void reset(Socket socket)
{
    const linger now{1, 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

bool hasEvent(const Socket &socket)
{
    return waitFor(socket, POLLIN | POLLRDHUP, std::chrono::milliseconds(0));
}

double percentile(std::vector<double> values, double percent)
{
    if (values.empty())
        return 0;
    const auto rank = static_cast<std::size_t>(std::ceil(percent / 100 * double(values.size())));
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::ranges::nth_element(values, place);
    return *place;
}

} // namespace servelab::holding
