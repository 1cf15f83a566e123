// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/uniquefd.h"

#include <QHostAddress>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

/// How much the system takes of a connection before it is under way to the peer (that itself does not count).
enum class SendQueue : std::uint8_t {
    Short, ///< 128 KiB: what a peer that does not read keeps of our memory
    Long, ///< 1 MiB, for fewer and larger sends to one that reads as fast as we write
};

class TlsClientContext;
class TlsSession;
struct TlsAcceptor;

/// Why TLS has come to its end before its time. The stream can still be read, to nothing, and closed.
enum class TlsFailure : std::uint8_t {
    None,
    PlainPeer, ///< the client speaks without TLS: what is written from now on reaches it in clear
    Refused, ///< what came is no TLS, or none that is taken here; the peer has been told
};

/// Bytes in and out of one TCP connection, never blocking. Owns the descriptor. The one place that knows
/// whether there is TLS between the bytes and the wire. One thread.
///
/// With TLS everything that is written here holds, but for this:
/// - A read may find nothing to hand out (WouldBlock) although bytes have come, and one that gives fewer
/// bytes
///   than asked for has drained the socket only where holdsInput() is false.
/// - What has been written may not have left: while holdsUnsent(), call finishSending() at each writable
///   readiness. Output and Gather see to it for what goes through them.
/// - Failed with EPROTO: see tlsFailure().
///
/// A client: connectTo(), await writable readiness, connectError(), then startTlsClient(). From there on,
/// while isHandshaking(), call handshake() at once and at each readiness of either kind; when it says Done,
/// go on as with a plain stream that has just become readable and writable. (A read or a write goes on with
/// the handshake too, and says WouldBlock until it has ended.)
class Stream
{
public:
    Stream();

    /// Takes over a connected, non-blocking descriptor. Nagle's algorithm is off on what a Listener accepts,
    /// by inheritance from its socket.
    explicit Stream(base::UniqueFd descriptor);
    Stream(Stream &&other) noexcept;
    Stream &operator=(Stream &&other) noexcept;
    ~Stream();

    /// Begins to connect; writable readiness tells the end of it, connectError() its result.
    static base::Expected<Stream> connectTo(const QHostAddress &address, quint16 port);

    /// Result of a connection attempt: 0, or an errno.
    int connectError() const;

    /// What comes is TLS, of a client; before the first read. Until its first byte has come such a stream
    /// takes no more memory than a plain one. `acceptor` outlives the stream.
    void awaitTls(const TlsAcceptor &acceptor);

    /// Speaks TLS as a client from now on; on a stream that has connected. `hostName` is asked for (RFC 6066
    /// section 3) and, where the context verifies, has to be in the server's certificate; an address is not
    /// asked for.
    void startTlsClient(std::shared_ptr<const TlsClientContext> context, const std::string &hostName);

    bool isSecured() const { return m_layer != Layer::Plain; } ///< with TLS, begun or not
    bool isHandshaking() const { return m_layer == Layer::Tls && isSessionHandshaking(); }
    /// Done when it has ended, or there is none; else as a read.
    IoResult handshake();
    bool isResumed() const; ///< the session was begun on an earlier connection

    TlsFailure tlsFailure() const { return m_failure; }
    std::string tlsProblem() const; ///< why it was refused, in OpenSSL's words

    /// The peer ended its side without saying so within TLS: an answer that only its end delimits may have
    /// been cut (RFC 9112 section 9.8).
    bool isTruncated() const;

    bool holdsInput() const { return m_layer == Layer::Tls && sessionHoldsInput(); }
    bool holdsUnsent() const { return m_layer == Layer::Tls && unsentBytes() > 0; }
    /// Done when nothing is left, else WouldBlock or Failed.
    IoResult finishSending();

    bool isOpen() const { return m_descriptor.isValid(); }
    int descriptor() const { return m_descriptor.get(); }

    IoResult read(std::span<char> buffer);

    /// Writes the views one behind the other with one system call; at most 64 of them, and with TLS 64 KiB:
    /// the rest does not count.
    IoResult write(std::span<const std::string_view> views, More more = More::No);

    /// Whether writePages() does; else they are written as what they are, bytes in memory.
    bool takesPages() const { return m_layer == Layer::Plain; }
    /// Writes bytes of base::FileMemory by its file and offset, without a copy. They must never change.
    IoResult writePages(int file, std::uint64_t offset, std::size_t bytes);

    /// A stream begins with a short one.
    void setSendQueue(SendQueue queue);

    /// Ends this side (close_notify, FIN) once everything written has left; reading goes on.
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
    enum class Layer : std::uint8_t { Plain, AwaitingTls, Tls };

    IoResult readTls(std::span<char> buffer);
    IoResult beginTls(std::span<char> buffer);
    IoResult noted(IoResult result);
    bool isSessionHandshaking() const;
    bool sessionHoldsInput() const;
    std::size_t unsentBytes() const;
    void dropTls();

    base::UniqueFd m_descriptor;
    Layer m_layer = Layer::Plain;
    TlsFailure m_failure = TlsFailure::None;
    const TlsAcceptor *m_acceptor = nullptr; ///< while AwaitingTls
    std::unique_ptr<TlsSession> m_tls;
};

} // namespace servelab::net
