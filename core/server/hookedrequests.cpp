// SPDX-License-Identifier: GPL-3.0-or-later
// What a connection does with requests that hooks see.
#include "core/http/responsehead.h"
#include "core/http/websockethandshake.h"
#include "core/server/answerwriter.h"
#include "core/server/hookstream.h"
#include "core/server/httpconnection.h"
#include "core/server/websocketconnection.h"
#include "core/server/worker.h"

#include <utility>

namespace servelab::server {

/// A request as its connection has it while hooks look at it.
struct HttpConnection::Hooked
{
    const http::RequestHead &head;
    std::string_view bytes; ///< of the head
    std::string_view body;
    std::string *ownedBody; ///< null: the body only passes by
    DeploymentPointer deployment;

    const InstalledHooks &hooks() const { return *deployment->hooks; }
};

/// The call of a hook that sees a whole request: its answer can be written at once.
class HttpConnection::WholeCall final : public HookCall
{
public:
    WholeCall(HttpConnection &connection, const Hooked &request)
        : m_connection(connection)
        , m_request(request)
    {
    }

    void answer(const AnswerHead &head, AnswerBytes body) override
    {
        m_connection.sayWhole(m_request, planFraming(m_request.head), head, std::move(body));
        noteSaid();
    }

private:
    HttpConnection &m_connection;
    const Hooked &m_request;
};

/// What the head of a request calls for; how many bytes of the input, which begins with it, are done with.
std::size_t HttpConnection::takeHooked(const http::RequestHead &head, std::string_view input)
{
    const std::size_t length = m_parser.headLength();
    const Hooked request{head, input.substr(0, length), {}, nullptr, m_worker.deployment()};
    if (isRefusedUnseen(head, {*request.deployment->site, m_worker.scratch(), m_worker.now()})) {
        onHead(head);
        return length;
    }
    m_worker.counters().requestReceived();
    m_output.beginRecord(head, m_times.requestBegan(), m_stream);
    HookDecision decision = LeftToSite();
    if (request.hooks().interests.head) {
        HookCall call;
        callHook(*request.hooks().faults, "onHead", [&] {
            request.hooks().hooks->onHead(
                HookedRequest(head, {}, nullptr, m_stream, request.deployment->techniques), call.responder());
        });
        if (call.channel()) {
            keepUndecided(request, KeptRequest::Stage::HeadDecision, call.channel());
            return length;
        }
        decision = call.takeDecision();
    }
    return length + goOnBehindHead(request, input.substr(length), std::move(decision));
}

/// onHead() has decided. `rest` may have the body; how much of it is done with.
std::size_t HttpConnection::goOnBehindHead(
    const Hooked &request, std::string_view rest, HookDecision decision)
{
    const http::RequestHead &head = request.head;
    const bool isTooLarge = isBodyTooLarge(head, request.deployment->site->config());
    const bool isLeft = std::holds_alternative<LeftToSite>(decision);
    if (isTooLarge || (!isLeft && head.expectContinue && hasBody(head))) {
        AnswerPlan framing = planFraming(head);
        framing.skipRequestBody();
        if (isLeft)
            leaveToSite(request); // 413
        else
            apply(request, std::move(framing), std::move(decision));
        return 0;
    }
    const bool isCounted = head.framing == http::BodyFraming::ContentLength;
    if (hasBody(head) && !(isCounted && rest.size() >= head.contentLength)) {
        awaitHookedBody(request, std::move(decision));
        return 0;
    }
    Hooked whole = request;
    whole.body = rest.substr(0, static_cast<std::size_t>(isCounted ? head.contentLength : 0));
    if (const auto recorded = whole.body.empty() ? nullptr : m_output.recordBody())
        recorded->add(whole.body);
    finishHooked(whole, std::move(decision));
    return whole.body.size();
}

void HttpConnection::awaitHookedBody(const Hooked &request, HookDecision decision)
{
    const bool isWanted = std::holds_alternative<LeftToSite>(decision) && request.hooks().interests.request;
    awaitBody(request.head, planFraming(request.head));
    m_pending->deployment = request.deployment;
    m_pending->hooked = std::make_unique<KeptRequest>(KeptRequest::Stage::Body, request.bytes, asOwner());
    m_pending->hooked->keepsBody = isWanted;
    m_pending->hooked->decision = std::move(decision);
}

/// The body has come whole.
void HttpConnection::finishBody(const PendingRequest &pending)
{
    KeptRequest &kept = *pending.hooked;
    http::RequestParser().parse(kept.head, m_worker.head());
    finishHooked({m_worker.head(), kept.head, kept.body, &kept.body, pending.deployment},
        std::exchange(kept.decision, Said()));
}

/// The request is there whole: onRequest(), where onHead() has not answered.
void HttpConnection::finishHooked(const Hooked &request, HookDecision decision)
{
    if (std::holds_alternative<LeftToSite>(decision) && request.hooks().interests.request) {
        WholeCall call(*this, request);
        HookedRequest seen(
            request.head, request.body, request.ownedBody, m_stream, request.deployment->techniques);
        callHook(*request.hooks().faults, "onRequest",
            [&] { request.hooks().hooks->onRequest(seen, call.responder()); });
        if (call.channel()) {
            keepUndecided(request, KeptRequest::Stage::Decision, call.channel());
            return;
        }
        decision = call.takeDecision();
    }
    apply(request, planFraming(request.head), std::move(decision));
}

void HttpConnection::keepUndecided(
    const Hooked &request, KeptRequest::Stage stage, const std::shared_ptr<DecisionChannel> &channel)
{
    m_pending = std::make_unique<PendingRequest>(
        RequestBody(request.head, 0), planFraming(request.head), request.deployment, nullptr);
    m_pending->hooked = std::make_unique<KeptRequest>(stage, request.bytes, asOwner());
    m_pending->hooked->awaitDecision(channel, m_worker.wakeUps());
    m_times.begun = m_times.requestBegan();
}

/// True when a hook that has kept its Responder has decided.
bool HttpConnection::takeDecision()
{
    std::optional<HookDecision> decision = m_pending->hooked->takeDecision();
    if (!decision)
        return false;
    const std::unique_ptr<PendingRequest> pending = std::move(m_pending);
    http::RequestParser().parse(pending->hooked->head, m_worker.head());
    const Hooked request{m_worker.head(), pending->hooked->head, {}, nullptr, pending->deployment};
    if (pending->hooked->stage == KeptRequest::Stage::HeadDecision)
        goOnBehindHead(request, {}, std::move(*decision));
    else
        apply(request, std::move(pending->plan), std::move(*decision));
    return true;
}

/// It has taken as long as any silence may.
void HttpConnection::giveUpHook()
{
    m_pending->deployment->hooks->faults->add(
        {QStringLiteral("A hook has kept the Responder of a request and did not answer in time."),
            QStringLiteral("Answer sooner, or raise timeouts.inactivity."), {}});
    refuse(500, m_pending->plan.withoutBody);
}

void HttpConnection::apply(const Hooked &request, AnswerPlan framing, HookDecision decision)
{
    if (std::holds_alternative<LeftToSite>(decision)) {
        leaveToSite(request);
    } else if (auto *whole = std::get_if<WholeAnswer>(&decision)) {
        sayWhole(request, std::move(framing), whole->head, std::move(whole->body));
    } else if (auto *streamed = std::get_if<StreamedAnswer>(&decision)) {
        sayStreamed(request, std::move(framing), std::move(*streamed));
    } else if (auto *accepted = std::get_if<AcceptedWebSocket>(&decision)) {
        upgrade(request, std::move(framing), std::move(*accepted));
    } else if (std::holds_alternative<Unanswered>(decision)) {
        framing.refuse(500);
        answer(std::move(framing), request.deployment);
    }
}

void HttpConnection::leaveToSite(const Hooked &request)
{
    const bool isHooked = request.hooks().interests.beforeServe;
    AnswerPlan plan
        = planAnswer(request.head, {*request.deployment->site, m_worker.scratch(), m_worker.now(), isHooked});
    if (isHooked)
        serveThroughHook(request, std::move(plan));
    else
        answer(std::move(plan), request.deployment);
}

void HttpConnection::serveThroughHook(const Hooked &request, AnswerPlan plan)
{
    settlePersistence(plan);
    const AnswerContext context{request.deployment, m_worker.date()};
    ServedAnswer served(plan, context);
    const HookedRequest seen(request.head, request.body, nullptr, m_stream, request.deployment->techniques);
    const bool isDone = callHook(
        *request.hooks().faults, "beforeServe", [&] { request.hooks().hooks->beforeServe(seen, served); });
    if (isDone && served.problem().empty()) {
        addWritten(plan, [&served](net::Gather &gather) { served.write(gather); });
        return;
    }
    if (isDone)
        fault(request, QString::fromStdString(served.problem()),
            QStringLiteral("Correct what beforeServe() sets."));
    plan.refuse(500);
    plan.location.clear();
    answer(std::move(plan), request.deployment);
}

void HttpConnection::sayWhole(
    const Hooked &request, AnswerPlan framing, const AnswerHead &head, AnswerBytes body)
{
    if (!mayBeSaid(request, framing, head))
        return;
    const AnswerContext context{request.deployment, m_worker.date()};
    const auto write
        = [&](net::Gather &gather) { writeHookedAnswer(framing, head, std::move(body), context, gather); };
    addWritten(framing, std::ref(write));
}

void HttpConnection::sayStreamed(const Hooked &request, AnswerPlan framing, StreamedAnswer streamed)
{
    if (!streamed.length && framing.streamFraming == StreamFraming::ConnectionClose)
        framing.persistence = Persistence::Closed;
    if (!mayBeSaid(request, framing, streamed.head)) {
        streamed.body->disconnect();
        return;
    }
    const AnswerContext context{request.deployment, m_worker.date()};
    const auto write = [&](net::Gather &gather) {
        writeHookedHead(framing, streamed.head, streamed.length, context, gather);
    };
    addWritten(framing, std::ref(write));

    if (framing.withoutBody || !hasContent(framing.status)) {
        streamed.body->disconnect();
        return;
    }
    const bool isChunked = !streamed.length && framing.streamFraming == StreamFraming::Chunked;
    const auto kind = isChunked ? HookStream::Framing::Chunked : HookStream::Framing::AsItIs;
    m_output.goOnWith(
        std::make_unique<HookStream>(std::move(streamed.body), kind, m_worker.wakeUps(), asOwner()));
}

/// Settles what the answer does to the connection; where its head cannot be sent, answers with 500.
bool HttpConnection::mayBeSaid(const Hooked &request, AnswerPlan &framing, const AnswerHead &head)
{
    if (!head.problem().empty()) {
        fault(request,
            QString::fromUtf8(head.problem().data(), static_cast<qsizetype>(head.problem().size())),
            QStringLiteral("Correct the head of the hook's answer."));
        framing.refuse(500);
        answer(std::move(framing), request.deployment);
        return false;
    }
    framing.status = head.status();
    if (head.closesConnection())
        framing.persistence = Persistence::Closed;
    settlePersistence(framing);
    return true;
}

void HttpConnection::upgrade(const Hooked &request, AnswerPlan framing, AcceptedWebSocket accepted)
{
    framing.status = m_worker.isDraining() ? 503 : http::handshakeStatus(request.head);
    if (framing.status == 400 || framing.status == 503) {
        framing.refuse(framing.status);
        answer(std::move(framing), request.deployment);
        return;
    }
    settlePersistence(framing);
    const bool isAccepted = framing.status == 101;
    const auto write = [&](net::Gather &gather) {
        writeHandshake(request.head, accepted.options, m_worker.date(), gather);
    };
    addWritten(framing, std::ref(write));
    if (!isAccepted)
        return;
    m_isLastAnswer = false; // there is none behind it, but what the WebSocket says
    m_pending = std::make_unique<PendingRequest>(
        RequestBody(request.head, 0), std::move(framing), request.deployment, nullptr);
    m_pending->hooked = std::make_unique<KeptRequest>(KeptRequest::Stage::Upgrade, request.bytes, asOwner());
    m_pending->hooked->decision = std::move(accepted);
}

void HttpConnection::addWritten(const AnswerPlan &plan, const std::function<void(net::Gather &)> &write)
{
    m_output.addWritten(plan, m_stream, m_times, write);
    m_times.begun = {};
}

void HttpConnection::fault(const Hooked &request, QString message, QString remedy)
{
    request.hooks().faults->add({std::move(message), std::move(remedy),
        QString::fromUtf8(request.head.target.data(), static_cast<qsizetype>(request.head.target.size()))});
}

/// 101 has left: the connection is the handler's. What the client has sent behind its handshake goes along.
void HttpConnection::handOver()
{
    auto accepted = std::get<AcceptedWebSocket>(std::exchange(m_pending->hooked->decision, Said()));
    m_worker.loop().unwatch(m_stream.descriptor(), *this);
    m_worker.adopt(std::make_unique<WebSocketConnection>(m_worker, std::move(m_stream), std::move(accepted),
        m_pending->deployment->hooks->faults, std::string(m_input.kept())));
    release();
}

} // namespace servelab::server
