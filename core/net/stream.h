// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/uniquefd.h"

#include <QHostAddress>

#include <cstdint>
#include <span>
#include <string_view>

namespace servelab::net {

enum class IoStatus : std::uint8_t {
    Done, ///< `bytes` were moved; for a read, fewer than asked for means drained
    WouldBlock, ///< nothing can be moved now; readiness will be told
    EndOfInput, ///< the peer has ended its side
    Failed, ///< `error` holds the errno; the stream is of no more use
};

struct IoResult
{
    IoStatus status = IoStatus::Done;
    std::size_t bytes = 0;
    int error = 0;
};

/// Whether more bytes follow a write at once, so that they may travel together.
enum class More : std::uint8_t { No, Follows };

/// Bytes in and out of one TCP connection, never blocking. Owns the descriptor. The one place that will know
/// whether there is TLS between the bytes and the wire. One thread.
class Stream
{
public:
    Stream() = default;

    /// Takes over a connected, non-blocking descriptor. Nagle's algorithm is off on what a Listener accepts,
    /// by inheritance from its socket.
    explicit Stream(base::UniqueFd descriptor);
    Stream(Stream &&other) noexcept = default;
    Stream &operator=(Stream &&other) noexcept;
    ~Stream() { close(); }

    /// Begins to connect; writable readiness tells the end of it, connectError() its result.
    static base::Expected<Stream> connectTo(const QHostAddress &address, quint16 port);

    /// Result of a connection attempt: 0, or an errno.
    int connectError() const;

    bool isOpen() const { return m_descriptor.isValid(); }
    int descriptor() const { return m_descriptor.get(); }

    IoResult read(std::span<char> buffer);

    /// Writes the views one behind the other with one system call; at most 64 of them, the rest does not
    /// count.
    IoResult write(std::span<const std::string_view> views, More more = More::No);

    /// Sends bytes of a file from its offset without moving that file's own position. A file that has become
    /// shorter is Failed with ENODATA.
    IoResult sendFile(int file, std::uint64_t offset, std::size_t bytes);

    /// Ends this side (FIN) once everything written has left; reading goes on.
    void shutdownWrite();

    /// Bytes written that the peer's system has not acknowledged yet: while it shrinks, the peer reads. 0
    /// where the system does not tell.
    std::uint64_t unacknowledgedBytes() const;

    void close();

    /// Closes with RST: what was not delivered is lost on purpose.
    void abort();

    QHostAddress peerAddress() const;
    quint16 peerPort() const;

private:
    base::UniqueFd m_descriptor;
};

} // namespace servelab::net
