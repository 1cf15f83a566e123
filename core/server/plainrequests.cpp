// SPDX-License-Identifier: GPL-3.0-or-later
// How a connection takes requests off its input and answers them.
#include "core/server/httpconnection.h"
#include "core/server/worker.h"

#include <utility>

namespace servelab::server {

/// What the first bytes of a head say that is not, or never will be, complete.
bool HttpConnection::beginsWithHead(std::string_view bytes)
{
    const std::size_t start = bytes.find_first_not_of("\r\n");
    return start != std::string_view::npos && bytes.substr(start).starts_with("HEAD ");
}

/// Takes requests, and bodies of requests, off the front of the input; says how many bytes are done with.
std::size_t HttpConnection::consume(std::string_view input, Slice &slice)
{
    std::size_t used = 0;
    while (used < input.size() && mayTakeRequests() && slice.requests > 0
        && m_worker.gather().pendingBytes() < slice.bytes) {
        const std::string_view rest = input.substr(used);
        const std::size_t taken = m_pending ? takeBody(rest) : takeHead(rest, slice);
        if (taken == 0)
            break;
        used += taken;
    }
    if (!m_isLastAnswer)
        return used;
    m_clientCloses = m_clientCloses && used == input.size(); // else it does send more
    return input.size();
}

/// 0 where the head is not complete.
std::size_t HttpConnection::takeHead(std::string_view input, Slice &slice)
{
    http::RequestHead &head = m_worker.head();
    switch (m_parser.parse(input, head)) {
    case http::RequestParser::Status::Incomplete:
        m_times.begun = m_times.requestBegan();
        return 0;
    case http::RequestParser::Status::Error:
        m_worker.counters().requestReceived();
        refuse(http::statusOf(m_parser.error()), beginsWithHead(input));
        return input.size();
    case http::RequestParser::Status::Complete:
        break;
    }
    --slice.requests;
    m_worker.updateDeployment();
    if (m_worker.deployment()->hooks) [[unlikely]]
        return takeHooked(head, input);
    const std::size_t length = m_parser.headLength();
    onHead(head);
    return length;
}

void HttpConnection::onHead(const http::RequestHead &head)
{
    m_worker.counters().requestReceived();
    const DeploymentPointer &deployment = m_worker.deployment();
    m_output.beginRecord(head, m_times.requestBegan(), m_stream);
    AnswerPlan plan = planAnswer(head, {*deployment->site, m_worker.scratch(), m_worker.now()});
    m_clientCloses = head.closeRequested && !plan.skipsRequestBody;
    if (hasBody(head) && !plan.skipsRequestBody)
        awaitBody(head, std::move(plan));
    else
        answer(std::move(plan), deployment);
}

void HttpConnection::awaitBody(const http::RequestHead &head, AnswerPlan plan)
{
    const DeploymentPointer &deployment = m_worker.deployment();
    const auto limit = static_cast<std::uint64_t>(deployment->site->config().maximumBodyBytes);
    m_pending = std::make_unique<PendingRequest>(
        RequestBody(head, limit), std::move(plan), deployment, nullptr, m_output.recordBody());
    m_times.begun = m_times.requestBegan();
    if (head.expectContinue && head.minorVersion > 0)
        m_output.addContinue();
}

std::size_t HttpConnection::takeBody(std::string_view input)
{
    std::size_t consumed = 0;
    switch (m_pending->body.take(input, consumed, m_pending->receivers())) {
    case RequestBody::Status::Incomplete:
        return consumed;
    case RequestBody::Status::Complete:
        answerPending();
        return consumed;
    case RequestBody::Status::Malformed:
        refuse(400, m_pending->plan.withoutBody);
        break;
    case RequestBody::Status::TooLarge:
        refuse(413, m_pending->plan.withoutBody);
        break;
    }
    return input.size();
}

void HttpConnection::answerPending()
{
    const std::unique_ptr<PendingRequest> pending = std::move(m_pending);
    if (pending->hooked)
        finishBody(*pending);
    else
        answer(std::move(pending->plan), pending->deployment);
}

void HttpConnection::refuse(int status, bool withoutBody)
{
    const std::unique_ptr<PendingRequest> pending = std::move(m_pending);
    m_clientCloses = false; // what it sends on is not read
    answer(planRefusal(status, withoutBody), pending ? pending->deployment : m_worker.deployment());
}

void HttpConnection::answer(AnswerPlan &&plan, const DeploymentPointer &deployment)
{
    settlePersistence(plan);
    m_output.add(std::move(plan), deployment, m_stream, m_times, *this);
    m_times.begun = {};
}

void HttpConnection::settlePersistence(AnswerPlan &plan)
{
    if (m_worker.isDraining())
        plan.persistence = Persistence::Closed;
    m_isLastAnswer = plan.persistence == Persistence::Closed;
    m_hasAnswered = true;
}

} // namespace servelab::server
