// SPDX-License-Identifier: GPL-3.0-or-later
// Written for Windows, not tried there yet.
#include "core/net/platform.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <io.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace servelab::net {

NativeLoop makeNativeLoop()
{
    return {};
}

namespace platform {

namespace {

SOCKET handleOf(int descriptor)
{
    return static_cast<SOCKET>(descriptor); // socket handles are small kernel handles
}

void enable(int descriptor, int level, int option)
{
    const BOOL on = TRUE;
    ::setsockopt(handleOf(descriptor), level, option, reinterpret_cast<const char *>(&on), sizeof on);
}

struct Family
{
    int system;
    int errnoValue;
};

int toErrno(int error)
{
    static constexpr std::array known{Family{WSAEADDRINUSE, EADDRINUSE}, Family{WSAEACCES, EACCES},
        Family{WSAEADDRNOTAVAIL, EADDRNOTAVAIL}, Family{WSAEWOULDBLOCK, EINPROGRESS},
        Family{WSAECONNREFUSED, ECONNREFUSED}, Family{WSAECONNRESET, ECONNRESET},
        Family{WSAETIMEDOUT, ETIMEDOUT}};
    const auto found = std::ranges::find(known, error, &Family::system);
    return found == known.end() ? error : found->errnoValue;
}

struct SocketAddress
{
    sockaddr_storage storage{};
    int length = sizeof(sockaddr_storage);

    sockaddr *data() { return reinterpret_cast<sockaddr *>(&storage); }
};

SocketAddress toSocketAddress(const QHostAddress &address, quint16 port)
{
    SocketAddress result;
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        sockaddr_in ipv4{};
        ipv4.sin_family = AF_INET;
        ipv4.sin_port = htons(port);
        ipv4.sin_addr.s_addr = htonl(address.toIPv4Address());
        std::memcpy(&result.storage, &ipv4, sizeof ipv4);
        result.length = sizeof ipv4;
        return result;
    }
    sockaddr_in6 ipv6{};
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = htons(port);
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    std::memcpy(&ipv6.sin6_addr, &bytes, sizeof bytes);
    std::memcpy(&result.storage, &ipv6, sizeof ipv6);
    result.length = sizeof ipv6;
    return result;
}

Endpoint toEndpoint(SocketAddress &address)
{
    const auto *ipv4 = reinterpret_cast<const sockaddr_in *>(&address.storage);
    return {
        QHostAddress(address.data()), ntohs(ipv4->sin_port)}; // the port has the same place in both families
}

int result(int value)
{
    return value == 0 ? 0 : toErrno(::WSAGetLastError());
}

} // namespace

IoResult failure()
{
    const int error = ::WSAGetLastError();
    if (error == WSAEWOULDBLOCK)
        return {IoStatus::WouldBlock, 0, 0};
    return {IoStatus::Failed, 0, toErrno(error)};
}

base::UniqueFd openTcpSocket(bool ipv6)
{
    static const int started = [] {
        WSADATA data;
        return ::WSAStartup(MAKEWORD(2, 2), &data);
    }();
    const SOCKET handle
        = started == 0 ? ::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, IPPROTO_TCP) : INVALID_SOCKET;
    if (handle == INVALID_SOCKET)
        return {};
    base::UniqueFd socket(static_cast<int>(handle));
    makeNonBlocking(socket.get());
    enable(socket.get(), IPPROTO_TCP, TCP_NODELAY);
    return socket;
}

void makeNonBlocking(int descriptor)
{
    u_long on = 1;
    ::ioctlsocket(handleOf(descriptor), FIONBIO, &on);
}

void allowReuse(int descriptor)
{
    enable(descriptor, SOL_SOCKET, SO_EXCLUSIVEADDRUSE); // here "reuse" would mean sharing with strangers
}

bool shareListening(int)
{
    return false;
}

void acceptBothFamilies(int descriptor)
{
    const DWORD off = 0;
    ::setsockopt(
        handleOf(descriptor), IPPROTO_IPV6, IPV6_V6ONLY, reinterpret_cast<const char *>(&off), sizeof off);
}

int bind(int descriptor, const QHostAddress &address, quint16 port)
{
    SocketAddress wanted = toSocketAddress(address, port);
    return result(::bind(handleOf(descriptor), wanted.data(), wanted.length));
}

int listen(int descriptor)
{
    return result(::listen(handleOf(descriptor), SOMAXCONN));
}

Accepted accept(int descriptor)
{
    const SOCKET handle = ::accept(handleOf(descriptor), nullptr, nullptr);
    if (handle == INVALID_SOCKET) {
        const int error = ::WSAGetLastError();
        return {{}, error == WSAEWOULDBLOCK ? EAGAIN : toErrno(error)};
    }
    makeNonBlocking(static_cast<int>(handle));
    return {base::UniqueFd(static_cast<int>(handle)), 0};
}

int connect(int descriptor, const QHostAddress &address, quint16 port)
{
    SocketAddress wanted = toSocketAddress(address, port);
    return result(::connect(handleOf(descriptor), wanted.data(), wanted.length));
}

int pendingError(int descriptor)
{
    int error = 0;
    int length = sizeof error;
    ::getsockopt(handleOf(descriptor), SOL_SOCKET, SO_ERROR, reinterpret_cast<char *>(&error), &length);
    return error == 0 ? 0 : toErrno(error);
}

Endpoint localEndpoint(int descriptor)
{
    SocketAddress address;
    return ::getsockname(handleOf(descriptor), address.data(), &address.length) == 0 ? toEndpoint(address)
                                                                                     : Endpoint{};
}

Endpoint peerEndpoint(int descriptor)
{
    SocketAddress address;
    return ::getpeername(handleOf(descriptor), address.data(), &address.length) == 0 ? toEndpoint(address)
                                                                                     : Endpoint{};
}

IoResult receive(int descriptor, std::span<char> buffer)
{
    const int count = ::recv(handleOf(descriptor), buffer.data(), static_cast<int>(buffer.size()), 0);
    if (count > 0)
        return {IoStatus::Done, static_cast<std::size_t>(count), 0};
    return count == 0 ? IoResult{IoStatus::EndOfInput, 0, 0} : failure();
}

IoResult send(int descriptor, std::span<const std::string_view> views, More)
{
    std::array<WSABUF, 64> buffers;
    const std::size_t count = std::min(views.size(), buffers.size());
    for (std::size_t i = 0; i < count; ++i)
        buffers[i] = {static_cast<ULONG>(views[i].size()), const_cast<char *>(views[i].data())};
    DWORD sent = 0;
    if (::WSASend(handleOf(descriptor), buffers.data(), static_cast<DWORD>(count), &sent, 0, nullptr, nullptr)
        != 0)
        return failure();
    return {IoStatus::Done, sent, 0};
}

IoResult sendPages(int, int, std::uint64_t, std::size_t)
{
    return {IoStatus::Failed, 0, ENOTSUP};
}

IoResult readFile(int file, std::uint64_t offset, std::span<char> buffer)
{
    if (::_lseeki64(file, static_cast<__int64>(offset), SEEK_SET) < 0)
        return {IoStatus::Failed, 0, errno};
    const int count = ::_read(file, buffer.data(), static_cast<unsigned>(buffer.size()));
    if (count <= 0)
        return {IoStatus::Failed, 0, count == 0 ? ENODATA : errno};
    return {IoStatus::Done, static_cast<std::size_t>(count), 0};
}

void setSendQueue(int, SendQueue)
{
    // Winsock sizes its queue by what the peer takes.
}

std::uint64_t unacknowledgedBytes(int)
{
    return 0;
}

void blockBrokenPipeSignal()
{
    // There is no such signal.
}

void shutdownWrite(int descriptor)
{
    ::shutdown(handleOf(descriptor), SD_SEND);
}

void close(int descriptor)
{
    ::closesocket(handleOf(descriptor));
}

void abort(int descriptor)
{
    const linger now{1, 0};
    ::setsockopt(
        handleOf(descriptor), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char *>(&now), sizeof now);
    ::closesocket(handleOf(descriptor));
}

} // namespace platform

} // namespace servelab::net
