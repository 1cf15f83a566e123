// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/responder.h"

#include "core/server/hookdecision.h"

#include <utility>

namespace servelab::server {

BodyWriter::BodyWriter(std::shared_ptr<BodyChannel> channel)
    : m_channel(std::move(channel))
{
}

BodyWriter &BodyWriter::operator=(BodyWriter &&other) noexcept
{
    if (m_channel && this != &other)
        m_channel->cut();
    m_channel = std::move(other.m_channel);
    return *this;
}

BodyWriter::~BodyWriter()
{
    if (m_channel)
        m_channel->cut();
}

BodyWriter::Status BodyWriter::write(AnswerBytes piece)
{
    return m_channel ? m_channel->write(std::move(piece)) : Status::Gone;
}

std::uint64_t BodyWriter::bufferedBytes() const
{
    return m_channel ? m_channel->bufferedBytes() : 0;
}

void BodyWriter::onReady(std::function<void()> ready)
{
    if (m_channel)
        m_channel->onReady(std::move(ready));
}

void BodyWriter::end() &&
{
    if (const auto channel = std::exchange(m_channel, nullptr))
        channel->end();
}

Responder::Responder(HookCall &call)
    : m_call(&call)
{
}

Responder::Responder(Responder &&other) noexcept
    : m_channel(other.m_call ? std::exchange(other.m_call, nullptr)->keep() : std::move(other.m_channel))
{
}

Responder &Responder::operator=(Responder &&other) noexcept
{
    Responder moved(std::move(other));
    drop();
    m_channel = std::move(moved.m_channel);
    return *this;
}

Responder::~Responder()
{
    drop();
}

void Responder::drop()
{
    decide(Unanswered());
}

template <typename Decision>
void Responder::decide(Decision decision)
{
    if (HookCall *call = std::exchange(m_call, nullptr))
        call->decide(std::move(decision));
    else if (const auto channel = std::exchange(m_channel, nullptr))
        channel->decide(std::move(decision));
}

void Responder::answer(const AnswerHead &head, AnswerBytes body) &&
{
    if (HookCall *call = std::exchange(m_call, nullptr))
        call->answer(head, std::move(body));
    else if (m_channel)
        decide(WholeAnswer{head, std::move(body).owned()});
}

BodyWriter Responder::begin(AnswerHead head, std::optional<std::uint64_t> contentLength) &&
{
    auto body = std::make_shared<BodyChannel>(contentLength);
    if (!m_call && !m_channel)
        body->disconnect();
    decide(StreamedAnswer{std::move(head), contentLength, body});
    return BodyWriter(std::move(body));
}

void Responder::serve() &&
{
    decide(LeftToSite());
}

void Responder::acceptWebSocket(std::unique_ptr<WebSocketHandler> handler, const WebSocketOptions &options) &&
{
    decide(AcceptedWebSocket{std::move(handler), options});
}

} // namespace servelab::server
