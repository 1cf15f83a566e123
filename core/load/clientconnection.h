// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/answerreader.h"
#include "core/load/loadreport.h"
#include "core/net/eventloop.h"
#include "core/net/stream.h"

#include <string_view>

namespace servelab::load {

class ClientGroup;

/// One closed-loop client: connects, sends the plan's request, follows the answer to its last byte, sends the
/// next. Reports every outcome to its group and opens a new connection where the old one is of no more use.
/// Nothing is allocated, and one write and one read made, for an answer that fits the read buffer. Used on
/// the group's thread.
///
/// Who closes: an answer that announces the end of the connection leaves that to the server for a moment, so
/// that the port in TIME_WAIT is the server's and this side does not run out of them. A connection that the
/// client has to end itself, because the server would keep it, is closed as usual; only once the system had
/// no port left, such connections end with a reset from then on, which leaves nothing behind.
class ClientConnection final : public net::PollHandler, private net::Deadline
{
public:
    explicit ClientConnection(ClientGroup &group);
    ~ClientConnection() override;
    ClientConnection(const ClientConnection &) = delete;
    ClientConnection &operator=(const ClientConnection &) = delete;

    /// Begins the next request, on a new connection where none is open; does nothing when no request is left.
    void begin(base::TimePoint now);

    /// Gives up what is under way without an outcome.
    void close();

    bool isConnected() const { return m_state == State::Exchanging || m_state == State::AwaitingClose; }
    bool hasRequest() const { return m_state == State::Connecting || m_state == State::Exchanging; }

    /// The part of the run that the request under way counts in: 0 warm-up, 1 measured.
    int phase() const { return m_phase; }
    void setPhase(int phase) { m_phase = static_cast<std::uint8_t>(phase); }

    void onReady(net::Readiness readiness) override;

private:
    enum class State : std::uint8_t {
        Waiting, ///< nothing open, no request
        Connecting,
        Exchanging, ///< the request leaves, the answer comes
        AwaitingClose, ///< the answer was whole; the server closes
    };

    enum class Ending : std::uint8_t { Close, Reset };

    void onDeadline() override;

    void open(base::TimePoint now);
    void connectToNext();
    int connectTo(const QHostAddress &address);
    void nextAddress();
    void finishConnecting();

    void send(base::TimePoint now);
    void writeRequest();

    void read(bool peerClosed);
    /// Whether the connection goes on reading.
    bool take(std::string_view bytes, bool peerClosed);
    bool isTooLong() const;
    void endOfInput();
    void finishAnswer(bool peerClosed);
    void countAnswer(base::TimePoint now);
    void proceed(base::TimePoint now, bool peerClosed);

    void failTooLong();
    void failMalformed(std::string_view bytes);
    void failSurplus(std::string_view bytes);
    template <typename Sample>
    void fail(LoadErrorKind kind, int systemError, Sample sample);
    void end(Ending ending);
    void release(Ending ending);
    net::EventLoop &loop() const;

    ClientGroup &m_group;
    net::Stream m_stream;
    AnswerReader m_answer;
    std::string_view m_unsent; ///< of the request
    base::TimePoint m_sentAt;
    qsizetype m_address = 0; ///< the target's that is tried or connected
    qsizetype m_attemptsLeft = 0; ///< addresses to try, this one included
    State m_state = State::Waiting;
    std::uint8_t m_phase = 0;
};

} // namespace servelab::load
