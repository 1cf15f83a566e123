// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requestparser.h"
#include "core/net/eventloop.h"
#include "core/net/stream.h"
#include "core/server/connectioninput.h"
#include "core/server/connectionoutput.h"
#include "core/server/pendingrequest.h"

#include <memory>

namespace servelab::server {

class Worker;

/// One connection: reads requests, answers them in order, ends. Owned by its worker, used on its thread.
/// Small and without any buffer while it is idle; what it needs for its work it borrows from the worker.
///
/// Back-pressure: while an answer waits for the client or for an encoder, nothing more is read. Fairness: a
/// turn takes only so many requests and bytes. Every answer that ends the connection is followed by a
/// lingering close, so that no reset over bytes nobody read destroys it (RFC 9112 section 9.6).
class HttpConnection final : public net::PollHandler, private net::Deadline, private AnswerSource::Owner
{
public:
    HttpConnection(Worker &worker, net::Stream stream, std::size_t place);
    ~HttpConnection() override;

    /// Begins to watch the socket. May close at once.
    void begin();
    /// Another slice, after Worker::continueLater().
    void goOn();
    /// The server is ending: answers what has arrived, closes when there is nothing.
    void drain();
    /// Ends at once, whatever is under way.
    void cut();

    bool isContinuing() const { return m_isContinuing; }

    /// Where the worker keeps it.
    std::size_t place() const { return m_place; }
    void setPlace(std::size_t place) { m_place = static_cast<std::uint32_t>(place); }

private:
    /// What one turn may still take.
    struct Slice
    {
        int steps = 16; ///< a read, or what was kept of one
        int requests = 128;
        std::uint64_t bytes = 1024 * 1024; ///< to be sent

        bool isSpent() const { return steps == 0 || requests == 0 || bytes == 0; }
    };
    enum class Phase : std::uint8_t { Open, Lingering, Closed };

    void onReady(net::Readiness readiness) override;
    void onDeadline() override;
    void onAnswerProgress() override;

    // The course of a turn.
    void advance();
    bool step(Slice &slice);
    bool send(Slice &slice);
    void settle(Slice &slice);
    void endInput(Slice &slice);
    void endOutput();
    void beginLingering();
    void setDeadline();

    bool noteInput(const ConnectionInput::Part &part);
    void noteFailure();
    void noteHandshake();

    // Requests (plainrequests.cpp).
    static bool beginsWithHead(std::string_view bytes);
    std::size_t consume(std::string_view input, Slice &slice);
    std::size_t takeHead(std::string_view input, Slice &slice);
    std::size_t takeBody(std::string_view input);
    void onHead(const http::RequestHead &head);
    void awaitBody(const http::RequestHead &head, AnswerPlan plan);
    void answerPending();
    void refuse(int status, bool withoutBody);
    void answer(AnswerPlan &&plan, const DeploymentPointer &deployment);
    void settlePersistence(AnswerPlan &plan);

    // Requests that hooks see (hookedrequests.cpp).
    struct Hooked;
    class WholeCall;
    std::size_t takeHooked(const http::RequestHead &head, std::string_view input);
    std::size_t goOnBehindHead(const Hooked &request, std::string_view rest, HookDecision decision);
    void awaitHookedBody(const Hooked &request, HookDecision decision);
    void finishHooked(const Hooked &request, HookDecision decision);
    void keepUndecided(
        const Hooked &request, KeptRequest::Stage stage, const std::shared_ptr<DecisionChannel> &channel);
    bool takeDecision();
    void finishBody(const PendingRequest &pending);
    void giveUpHook();
    void apply(const Hooked &request, AnswerPlan framing, HookDecision decision);
    void leaveToSite(const Hooked &request);
    void serveThroughHook(const Hooked &request, AnswerPlan plan);
    void sayWhole(const Hooked &request, AnswerPlan framing, const AnswerHead &head, AnswerBytes body);
    void sayStreamed(const Hooked &request, AnswerPlan framing, StreamedAnswer answer);
    void upgrade(const Hooked &request, AnswerPlan framing, AcceptedWebSocket accepted);
    bool mayBeSaid(const Hooked &request, AnswerPlan &framing, const AnswerHead &head);
    void addWritten(const AnswerPlan &plan, const std::function<void(net::Gather &)> &write);
    void fault(const Hooked &request, QString message, QString remedy);
    void handOver();

    AnswerSource::Owner &asOwner() { return *this; }

    // Its end.
    void close();
    void breakOff();
    void release();

    // State.
    bool isClosed() const { return m_phase == Phase::Closed; }
    bool isAtItsEnd() const;
    bool mayTakeRequests() const
    {
        return m_phase == Phase::Open && !m_isLastAnswer && !m_output.isAnswering()
            && !(m_pending && m_pending->stopsInput());
    }
    bool isUndecided() const { return m_pending && m_pending->isUndecided(); }
    bool goesOnWithoutEvent(const Slice &slice) const;
    Awaited awaited() const;

    Worker &m_worker;
    net::Stream m_stream;
    std::uint32_t m_place;
    http::RequestParser m_parser;
    ConnectionInput m_input;

    std::unique_ptr<PendingRequest> m_pending; ///< its body, or a hook's decision, is still to come
    ConnectionOutput m_output;
    ConnectionTimes m_times;

    Phase m_phase = Phase::Open;
    bool m_isLastAnswer : 1 = false; ///< no request is read any more
    bool m_clientCloses : 1 = false; ///< it has said that nothing follows the request that was read last
    bool m_hasAnswered : 1 = false;
    bool m_isHandshaking : 1 = false; ///< when it was looked at last
    bool m_isContinuing : 1 = false;
};

static_assert(sizeof(HttpConnection) < 256, "an idle connection is this and nothing more");

} // namespace servelab::server
