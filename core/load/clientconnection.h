// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/answerreader.h"
#include "core/load/bodydigest.h"
#include "core/load/echosocket.h"
#include "core/load/loadreport.h"
#include "core/load/pipeline.h"
#include "core/load/plannedrequest.h"
#include "core/net/eventloop.h"
#include "core/net/stream.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace servelab::load {

class ClientGroup;
class SlowLine;
struct RunRequest;

/// One client: connects, takes requests from its group, sends them, follows each answer to its last byte and
/// takes the next; at most the plan's pipeline depth at a time. Reports every outcome to its group and opens
/// a new connection where the old one is of no more use. Nothing is allocated, and one write and one read
/// made, for answers that fit the read buffer. Used on the group's thread.
///
/// What becomes of the requests that wait behind the one whose answer fails: where the server broke the
/// connection or said nothing in time, they have failed the same way. Where the server announced the end of
/// the connection, or this side ends it because of one wrong answer, they are sent again on the next one.
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

    /// Begins to work: opens a connection, for a request where one is needed for that. Does nothing when no
    /// request is left.
    void begin(base::TimePoint now);

    /// Whether one more request could be given to it now.
    bool canTake() const;
    /// Takes one request of the group's and sends it; canTake() holds.
    void takeOne(base::TimePoint now);

    /// Gives up what is under way without an outcome.
    void close();

    bool isConnected() const { return m_state == State::Open || m_state == State::AwaitingClose; }

    /// Lets every request under way count in this phase of the run; returns their number.
    std::uint32_t moveToPhase(std::uint8_t phase);

    void onReady(net::Readiness readiness) override;

    bool isQueued = false; ///< for the group: it stands in the row of those that want a request

private:
    enum class State : std::uint8_t {
        Waiting, ///< nothing open; the group or a deadline lets it begin
        Resting, ///< nothing open; a request lets it begin
        Connecting,
        Securing, ///< connected; the TLS handshake goes on
        Upgrading, ///< the opening handshake of a WebSocket does
        Open,
        AwaitingClose, ///< the answer was whole; the server closes
    };

    enum class Ending : std::uint8_t { Close, Reset };

    void onDeadline() override;

    void open(base::TimePoint now);
    void connectToNext();
    int connectTo(const QHostAddress &address);
    void nextAddress();
    void finishConnecting();
    void startWork();
    void secure();
    void beginUse();
    void startUsing();

    void upgrade();
    void sendHandshake();
    bool takeHandshake(std::span<char> bytes);
    bool takeFrames(std::span<char> bytes);
    void failHandshake(int status);
    bool takeStep(const http::WebSocketReader::Step &step, base::TimePoint now);
    bool takeEcho(const http::WebSocketReader::Step &step, base::TimePoint now);
    std::optional<LoadErrorKind> faultOf(const http::WebSocketReader::Step &echo) const;
    QString describe(const http::WebSocketReader::Step &echo) const;
    void failFrames(const http::WebSocketReader::Step &step);
    bool sendControl();
    void sayGoodbye();

    bool takeRequest(base::TimePoint now);
    void work(base::TimePoint now);
    void flush(base::TimePoint now);
    std::size_t gatherUnsent(std::span<std::string_view> views, base::TimePoint now);
    void noteWritten(std::size_t bytes, base::TimePoint now);
    void setAnswerDeadline();

    void sendMore();
    friend class SlowLine;
    void read(bool peerClosed);
    std::span<char> readable();
    bool isReading() const { return m_state == State::Open || m_state == State::Upgrading; }
    bool take(std::string_view bytes, bool peerClosed);
    void beginAnswer(base::TimePoint now);
    bool isTooLong() const;
    void endOfInput();
    void breakOff(int systemError);
    void failWithTls(int systemError);
    void countAnswer(base::TimePoint now);
    std::optional<LoadErrorKind> faultOf(const Expectation &expectation);
    QString describe(LoadErrorKind fault, const Expectation &expectation) const;
    bool proceed(base::TimePoint now, bool serverEnds, bool peerClosed);
    void reopen(base::TimePoint now);
    void reopenLater();

    void failTooLong();
    void failMalformed(std::string_view bytes);
    void failSurplus(std::string_view surplus);
    template <typename Sample>
    void fail(LoadErrorKind kind, int systemError, Sample sample);
    void end(Ending ending);
    void release(Ending ending);
    net::EventLoop &loop() const;
    const RunRequest &request() const; ///< of the first exchange

    ClientGroup &m_group;
    net::Stream m_stream;
    AnswerReader m_answer; ///< to the first exchange
    std::unique_ptr<BodyDigest> m_digest; ///< made when a body is to be checked
    std::unique_ptr<EchoSocket> m_echo; ///< over WebSockets: of this connection
    std::unique_ptr<SlowLine> m_line; ///< where the plan limits how fast it reads
    Pipeline m_pipeline;
    base::TimePoint m_connectBegin; ///< of the handshake while there is one
    qsizetype m_address = 0; ///< the target's that is tried or connected
    qsizetype m_attemptsLeft = 0; ///< addresses to try, this one included
    State m_state = State::Waiting;
    bool m_isAnswering = false; ///< the first byte of the answer has come
    bool m_isProven = false; ///< the connection has had an answer
};

} // namespace servelab::load
