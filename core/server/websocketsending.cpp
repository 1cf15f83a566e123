// SPDX-License-Identifier: GPL-3.0-or-later
// What a WebSocket's handler may say, and how it gets to the client.
#include "core/server/websocketconnection.h"
#include "core/server/worker.h"

namespace servelab::server {

namespace {

using http::CloseCode;
using http::Opcode;

/// Payloads up to this size are copied beside their frame's head.
constexpr std::size_t copiedPayloadBytes = 16 * 1024;

} // namespace

SendStatus WebSocketConnection::sendText(std::string_view message)
{
    return send(Opcode::Text, message);
}

SendStatus WebSocketConnection::sendBinary(std::string_view message)
{
    return send(Opcode::Binary, message);
}

SendStatus WebSocketConnection::ping(std::string_view payload)
{
    return send(Opcode::Ping, payload.substr(0, http::largestControlPayload));
}

SendStatus WebSocketConnection::send(Opcode opcode, std::string_view payload)
{
    if (!maySend() || m_isOverrun)
        return SendStatus::Gone;
    if (!m_inTurn) // called for another connection of this thread: the gather holds its bytes
        return channel()->send(opcode, payload);
    append(opcode, payload);
    const std::uint64_t buffered = bufferedBytes();
    m_isOverrun = buffered > m_options.largestBufferBytes;
    if (m_isOverrun)
        return SendStatus::Gone;
    const bool isMuch = buffered >= WebSocketChannel::highWater;
    m_owesDrained |= isMuch;
    return isMuch ? SendStatus::Wait : SendStatus::GoOn;
}

void WebSocketConnection::append(Opcode opcode, std::string_view payload)
{
    net::Gather &gather = m_worker.gather();
    if (payload.size() <= copiedPayloadBytes) {
        http::appendFrame(gather.head(), opcode, payload);
        gather.commitHead();
        return;
    }
    http::appendFrameHead(gather.head(), {.opcode = opcode, .mask = {}, .payloadBytes = payload.size()});
    gather.commitHead();
    std::string_view kept;
    net::Keeper keeper = AnswerBytes(payload).keep(kept);
    gather.append(kept, std::move(keeper));
}

void WebSocketConnection::close(CloseCode code, std::string_view reason)
{
    if (!maySend())
        return;
    if (!m_inTurn) {
        channel()->close(code, reason);
        return;
    }
    const bool isWire = http::isWireCloseCode(static_cast<std::uint16_t>(code));
    sayClose(isWire ? code : CloseCode::NoStatus, reason);
    m_phase = Phase::Closing;
    m_phaseBegan = base::Clock::now();
}

std::uint64_t WebSocketConnection::bufferedBytes() const
{
    return (m_waiting ? m_waiting->pendingBytes() : 0) + (m_inTurn ? m_worker.gather().pendingBytes() : 0);
}

WebSocketHandle WebSocketConnection::handle()
{
    return WebSocketHandle(channel());
}

const std::shared_ptr<WebSocketChannel> &WebSocketConnection::channel()
{
    if (!m_channel) {
        m_channel = std::make_shared<WebSocketChannel>(
            Waker(m_worker.wakeUps(), Sleeper::handle()), m_options.largestBufferBytes);
        if (!maySend())
            m_channel->disconnect();
    }
    return m_channel;
}

/// Nothing is sent behind it. Only one is ever said.
void WebSocketConnection::sayClose(CloseCode code, std::string_view reason)
{
    if (!maySend())
        return;
    http::appendCloseFrame(m_worker.gather().head(), code, reason);
    m_worker.gather().commitHead();
}

} // namespace servelab::server
