// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/stream.h"

#include <memory>
#include <string>

struct ssl_st;

namespace servelab::net {

class TlsClientContext;
class TlsServerContext;

/// TLS between one stream and its socket, from the first byte on (RFC 8446, RFC 5246). Owned by the stream.
///
/// The bytes of the wire go through buffers that all sessions of a thread share: what OpenSSL does not
/// consume of a read, and what the system does not take of a write, is all that a session keeps, and only as
/// long as it lasts. Records that are made together leave in one system call. A peer that sends much without
/// ever sending data of the application, or that takes nothing of what it makes the session answer, is
/// refused; so a session never keeps more than largestKept in either direction.
class TlsSession
{
public:
    static constexpr std::size_t largestKept = 256 * 1024;

    /// `firstBytes` have been read from the socket already.
    static std::unique_ptr<TlsSession> accept(
        int descriptor, std::shared_ptr<const TlsServerContext> context, std::string_view firstBytes);
    static std::unique_ptr<TlsSession> connect(
        int descriptor, std::shared_ptr<const TlsClientContext> context, const std::string &hostName);
    ~TlsSession();

    // As Stream has them.
    IoResult handshake();
    IoResult read(std::span<char> buffer);
    IoResult write(std::span<const std::string_view> views, More more);
    IoResult finishSending();
    void shutdownWrite();

    /// Tells the peer that nothing more comes, as far as the socket takes it: the descriptor is closed next.
    void sendNotice();

    bool isHandshaking() const { return m_state == State::Handshake; }
    bool hasFailed() const { return m_state == State::Failed; }
    bool isTruncated() const { return m_inputEnded && !m_noticeReceived; }
    bool isResumed() const;
    bool holdsInput() const { return m_holdsInput; }
    bool holdsUnsent() const { return !m_unsent.empty(); }
    std::size_t unsentBytes() const { return m_unsent.size(); }
    const std::string &problem() const { return m_problem; }

private:
    class Operation;
    friend class Operation;
    enum class State : std::uint8_t { Handshake, Open, Failed };
    enum class Step : std::uint8_t { Moved, Waits, Ended, Failed };

    TlsSession(int descriptor, std::shared_ptr<const void> context, ssl_st *ssl);

    friend struct BioCallbacks;
    static int readForOpenSsl(void *session, char *bytes, int size);
    static int writeForOpenSsl(void *session, const char *bytes, int size);

    bool refill();
    Step judge(int result);
    IoResult stopped(Step step) const;
    Step encrypt(std::string_view bytes);
    Step encryptViews(std::span<const std::string_view> views, std::size_t &taken);
    IoResult afterWrite(Step step, std::size_t taken, More more);
    bool mayWrite(IoResult &result);
    void noteHandshake();
    void send(More more);
    std::size_t sendBytes(std::string_view bytes, More more);
    void fail(std::string problem);
    IoResult discard();

    int m_descriptor;
    State m_state = State::Handshake;
    bool m_inputEnded = false; ///< the socket's
    bool m_noticeReceived = false; ///< close_notify
    bool m_holdsInput = false;
    bool m_noticeSent = false;
    bool m_endsAfterUnsent = false;
    int m_error = 0; ///< the socket's errno
    std::uint32_t m_unproductive = 0; ///< bytes read since the last data of the application
    ssl_st *m_ssl; ///< null once failed
    std::shared_ptr<const void> m_context; ///< its callbacks look into it
    std::string m_kept; ///< read, and not consumed
    std::string m_unsent; ///< made, and not taken by the system
    std::string m_problem;
};

} // namespace servelab::net
