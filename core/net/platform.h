// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/nativeloop.h"
#include "core/net/stream.h"

#include <span>
#include <string_view>

/// The system calls of the network layer. One implementation for each platform: platform_linux.cpp,
/// platform_macos.cpp, platform_windows.cpp (the last two have not been tried yet). Errors are errno values.
namespace servelab::net::platform {

/// Whether several listening sockets may share an address, with the system spreading connections over them.
inline constexpr bool sharesListening =
#ifdef __linux__
    true;
#else
    false;
#endif

/// A TCP socket, non-blocking, without Nagle's algorithm, with a short send queue (what it accepts has both,
/// too), closed on exec. Invalid with errno set on failure.
base::UniqueFd openTcpSocket(bool ipv6);

void makeNonBlocking(int descriptor);
void allowReuse(int descriptor); ///< of an address in TIME_WAIT
bool shareListening(int descriptor); ///< SO_REUSEPORT
void acceptBothFamilies(int descriptor); ///< an IPv6 socket also takes IPv4

/// 0 or an errno. connect answers EINPROGRESS when it goes on in the background.
int bind(int descriptor, const QHostAddress &address, quint16 port);
int listen(int descriptor);
int connect(int descriptor, const QHostAddress &address, quint16 port);
int pendingError(int descriptor); ///< SO_ERROR

/// A connection that waited, non-blocking and closed on exec, or an errno: EAGAIN when none waits.
struct Accepted
{
    base::UniqueFd descriptor;
    int error = 0;
};
Accepted accept(int descriptor);

struct Endpoint
{
    QHostAddress address;
    quint16 port = 0;
};
Endpoint localEndpoint(int descriptor);
Endpoint peerEndpoint(int descriptor);

IoResult receive(int descriptor, std::span<char> buffer);
IoResult send(int descriptor, std::span<const std::string_view> views, More more);

/// Hands pages of base::FileMemory to the system, which sends them without a copy. Only where there is such
/// memory: Linux.
IoResult sendPages(int descriptor, int file, std::uint64_t offset, std::size_t bytes);

/// Reads a part of a file without moving its own position, where the system can. Fewer bytes than asked for
/// are no error; none at all is Failed with ENODATA: the file has become shorter.
IoResult readFile(int file, std::uint64_t offset, std::span<char> buffer);

/// Nothing happens where the system has no such limit.
void setSendQueue(int descriptor, SendQueue queue);

/// Bytes written that the peer's system has not acknowledged yet; 0 where the system does not tell.
std::uint64_t unacknowledgedBytes(int descriptor);

/// From now on a write to a connection that the peer has closed is an error on the calling thread, never a
/// signal.
void blockBrokenPipeSignal();

void shutdownWrite(int descriptor);
/// For `return failure()` right behind a call that failed: WouldBlock, or Failed with errno.
IoResult failure();

void close(int descriptor);
void abort(int descriptor);

} // namespace servelab::net::platform
