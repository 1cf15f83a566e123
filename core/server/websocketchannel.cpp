// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/websocketchannel.h"

#include <utility>

namespace servelab::server {

WebSocketChannel::WebSocketChannel(Waker waker, std::uint64_t largestBytes)
    : m_largestBytes(largestBytes)
    , m_waker(std::move(waker))
{
    m_waker.arm();
}

SendStatus WebSocketChannel::send(http::Opcode opcode, std::string_view payload)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isClosed || m_waiting.frames.size() + payload.size() > m_largestBytes)
        return SendStatus::Gone;
    http::appendFrame(m_waiting.frames, opcode, payload);
    m_waker.wake();
    const bool isMuch = m_waiting.frames.size() >= highWater;
    m_waiting.toldToWait |= isMuch;
    return isMuch ? SendStatus::Wait : SendStatus::GoOn;
}

void WebSocketChannel::close(http::CloseCode code, std::string_view reason)
{
    const std::scoped_lock lock(m_mutex);
    if (std::exchange(m_isClosed, true))
        return;
    m_waiting.close = Close{code, std::string(reason)};
    m_waker.wake();
}

std::uint64_t WebSocketChannel::bufferedBytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_waiting.frames.size();
}

WebSocketChannel::Taken WebSocketChannel::take()
{
    const std::scoped_lock lock(m_mutex);
    m_waker.arm();
    return std::exchange(m_waiting, {});
}

void WebSocketChannel::disconnect()
{
    const std::scoped_lock lock(m_mutex);
    m_isClosed = true;
    m_waiting = {};
}

WebSocketHandle::WebSocketHandle(std::shared_ptr<WebSocketChannel> channel)
    : m_channel(std::move(channel))
{
}

SendStatus WebSocketHandle::sendText(std::string_view message) const
{
    return m_channel ? m_channel->send(http::Opcode::Text, message) : SendStatus::Gone;
}

SendStatus WebSocketHandle::sendBinary(std::string_view message) const
{
    return m_channel ? m_channel->send(http::Opcode::Binary, message) : SendStatus::Gone;
}

void WebSocketHandle::close(http::CloseCode code, std::string_view reason) const
{
    if (m_channel)
        m_channel->close(code, reason);
}

std::uint64_t WebSocketHandle::bufferedBytes() const
{
    return m_channel ? m_channel->bufferedBytes() : 0;
}

} // namespace servelab::server
