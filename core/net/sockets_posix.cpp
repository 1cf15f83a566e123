// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/platform.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

// What Linux and macOS have in common.
namespace servelab::net::platform {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int noSignal = MSG_NOSIGNAL;
#else
constexpr int noSignal = 0; // SO_NOSIGPIPE is set on the socket
#endif
#ifdef MSG_MORE
constexpr int moreFollows = MSG_MORE;
#else
constexpr int moreFollows = 0;
#endif

constexpr std::size_t maximumViews = 64;

void enable(int descriptor, int level, int option)
{
    const int on = 1;
    ::setsockopt(descriptor, level, option, &on, sizeof on);
}

/// A sockaddr of either family.
struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t length = sizeof(sockaddr_storage);

    sockaddr *data() { return reinterpret_cast<sockaddr *>(&storage); }
};

SocketAddress toIpv4(const QHostAddress &address, quint16 port)
{
    SocketAddress result;
    sockaddr_in ipv4{};
    ipv4.sin_family = AF_INET;
    ipv4.sin_port = htons(port);
    ipv4.sin_addr.s_addr = htonl(address.toIPv4Address());
    std::memcpy(&result.storage, &ipv4, sizeof ipv4);
    result.length = sizeof ipv4;
    return result;
}

SocketAddress toIpv6(const QHostAddress &address, quint16 port)
{
    SocketAddress result;
    sockaddr_in6 ipv6{};
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = htons(port);
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    std::memcpy(&ipv6.sin6_addr, &bytes, sizeof bytes);
    ipv6.sin6_scope_id = address.scopeId().toUInt();
    std::memcpy(&result.storage, &ipv6, sizeof ipv6);
    result.length = sizeof ipv6;
    return result;
}

SocketAddress toSocketAddress(const QHostAddress &address, quint16 port)
{
    return address.protocol() == QAbstractSocket::IPv4Protocol ? toIpv4(address, port)
                                                               : toIpv6(address, port);
}

Endpoint toEndpoint(SocketAddress &address)
{
    quint16 port = 0;
    if (address.storage.ss_family == AF_INET)
        port = ntohs(reinterpret_cast<sockaddr_in *>(&address.storage)->sin_port);
    else if (address.storage.ss_family == AF_INET6)
        port = ntohs(reinterpret_cast<sockaddr_in6 *>(&address.storage)->sin6_port);
    else
        return {};
    return {QHostAddress(address.data()), port};
}

} // namespace

IoResult failure()
{
    static_assert(EAGAIN == EWOULDBLOCK);
    if (errno == EAGAIN)
        return {IoStatus::WouldBlock, 0, 0};
    return {IoStatus::Failed, 0, errno};
}

base::UniqueFd openTcpSocket(bool ipv6)
{
    base::UniqueFd socket(::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, IPPROTO_TCP));
    if (!socket.isValid())
        return socket;
    ::fcntl(socket.get(), F_SETFD, FD_CLOEXEC);
    makeNonBlocking(socket.get());
    enable(socket.get(), IPPROTO_TCP, TCP_NODELAY);
    setSendQueue(socket.get(), SendQueue::Short);
#ifdef SO_NOSIGPIPE
    enable(socket.get(), SOL_SOCKET, SO_NOSIGPIPE);
#endif
    return socket;
}

void makeNonBlocking(int descriptor)
{
    int on = 1;
    ::ioctl(descriptor, FIONBIO, &on);
}

void allowReuse(int descriptor)
{
    enable(descriptor, SOL_SOCKET, SO_REUSEADDR);
}

bool shareListening(int descriptor)
{
    const int on = 1;
    return ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0;
}

void acceptBothFamilies(int descriptor)
{
    const int off = 0;
    ::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
}

int bind(int descriptor, const QHostAddress &address, quint16 port)
{
    SocketAddress wanted = toSocketAddress(address, port);
    return ::bind(descriptor, wanted.data(), wanted.length) == 0 ? 0 : errno;
}

int listen(int descriptor)
{
    return ::listen(descriptor, SOMAXCONN) == 0 ? 0 : errno;
}

int connect(int descriptor, const QHostAddress &address, quint16 port)
{
    SocketAddress wanted = toSocketAddress(address, port);
    return ::connect(descriptor, wanted.data(), wanted.length) == 0 ? 0 : errno;
}

int pendingError(int descriptor)
{
    int error = 0;
    socklen_t length = sizeof error;
    return ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

Endpoint localEndpoint(int descriptor)
{
    SocketAddress address;
    return ::getsockname(descriptor, address.data(), &address.length) == 0 ? toEndpoint(address) : Endpoint{};
}

Endpoint peerEndpoint(int descriptor)
{
    SocketAddress address;
    return ::getpeername(descriptor, address.data(), &address.length) == 0 ? toEndpoint(address) : Endpoint{};
}

void setSendQueue(int descriptor, SendQueue queue)
{
#ifdef TCP_NOTSENT_LOWAT
    const int most = queue == SendQueue::Short ? 128 * 1024 : 1024 * 1024;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most, sizeof most);
#endif
}

IoResult receive(int descriptor, std::span<char> buffer)
{
    for (;;) {
        const ssize_t count = ::recv(descriptor, buffer.data(), buffer.size(), 0);
        if (count > 0)
            return {IoStatus::Done, static_cast<std::size_t>(count), 0};
        if (count == 0)
            return {IoStatus::EndOfInput, 0, 0};
        if (errno != EINTR)
            return failure();
    }
}

namespace {

/// The kernel takes one piece from send() in less time than from sendmsg(), which has to fetch its list
/// first.
IoResult sendOne(int descriptor, std::string_view bytes, int flags)
{
    for (;;) {
        const ssize_t sent = ::send(descriptor, bytes.data(), bytes.size(), flags);
        if (sent >= 0)
            return {IoStatus::Done, static_cast<std::size_t>(sent), 0};
        if (errno != EINTR)
            return failure();
    }
}

} // namespace

IoResult send(int descriptor, std::span<const std::string_view> views, More more)
{
    if (views.size() == 1)
        return sendOne(descriptor, views.front(), noSignal | (more == More::Follows ? moreFollows : 0));
    std::array<iovec, maximumViews> vectors;
    const std::size_t count = std::min(views.size(), maximumViews);
    for (std::size_t i = 0; i < count; ++i)
        vectors[i] = {const_cast<char *>(views[i].data()), views[i].size()};
    msghdr message{};
    message.msg_iov = vectors.data();
    message.msg_iovlen = static_cast<decltype(message.msg_iovlen)>(count);
    const bool follows = more == More::Follows || count < views.size();
    for (;;) {
        const ssize_t sent = ::sendmsg(descriptor, &message, noSignal | (follows ? moreFollows : 0));
        if (sent >= 0)
            return {IoStatus::Done, static_cast<std::size_t>(sent), 0};
        if (errno != EINTR)
            return failure();
    }
}

IoResult readFile(int file, std::uint64_t offset, std::span<char> buffer)
{
    for (;;) {
        const ssize_t count = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(offset));
        if (count > 0)
            return {IoStatus::Done, static_cast<std::size_t>(count), 0};
        if (count == 0)
            return {IoStatus::Failed, 0, ENODATA};
        if (errno != EINTR)
            return {IoStatus::Failed, 0, errno};
    }
}

void blockBrokenPipeSignal()
{
    sigset_t brokenPipe;
    sigemptyset(&brokenPipe);
    sigaddset(&brokenPipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &brokenPipe, nullptr);
}

void shutdownWrite(int descriptor)
{
    ::shutdown(descriptor, SHUT_WR);
}

void close(int descriptor)
{
    ::close(descriptor);
}

void abort(int descriptor)
{
    const linger now{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    ::close(descriptor);
}

} // namespace servelab::net::platform
