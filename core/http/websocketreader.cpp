// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/websocketreader.h"

#include <algorithm>
#include <utility>

namespace servelab::http {

namespace {

/// Capacity that stays for the next message in parts.
constexpr std::size_t keptMessageBytes = 4096;

/// Room that is made at once for a message whose length is announced: more only as it really comes.
constexpr std::uint64_t reservedAtOnce = 64 * 1024;

std::string_view viewOf(std::span<const char> bytes)
{
    return {bytes.data(), bytes.size()};
}

} // namespace

WebSocketReader::Step WebSocketReader::next(std::span<char> bytes)
{
    if (std::exchange(m_isHandedOut, false))
        forgetMessage();
    Step step;
    while (step.event == Event::NeedMore) {
        if (!m_inFrame)
            step.consumed += readHead(bytes.subspan(step.consumed), step);
        if (!m_inFrame)
            break;
        step.consumed += takePayload(bytes.subspan(step.consumed), step);
        if (m_inFrame)
            break;
    }
    return step;
}

/// Reads a frame's head, also one that comes in parts; m_inFrame afterwards where it is whole.
std::size_t WebSocketReader::readHead(std::span<char> bytes, Step &step)
{
    if (bytes.empty())
        return 0;
    const std::size_t held = m_heldHeadBytes;
    std::string_view input = viewOf(bytes);
    if (held > 0) {
        const std::size_t added = std::min(bytes.size(), m_heldHead.size() - held);
        std::copy_n(bytes.begin(), added, m_heldHead.begin() + static_cast<std::ptrdiff_t>(held));
        input = {m_heldHead.data(), held + added};
    }
    const FrameResult result = parseFrameHead(input, m_role, m_frame);
    if (result.status == FrameStatus::Error) {
        fail(step, CloseCode::ProtocolError, describe(result.error));
        return 0;
    }
    if (result.status == FrameStatus::Incomplete) {
        if (held == 0)
            std::copy(input.begin(), input.end(), m_heldHead.begin());
        m_heldHeadBytes = static_cast<std::uint8_t>(input.size());
        return bytes.size();
    }
    m_heldHeadBytes = 0;
    const Step begun = begin();
    if (begun.event == Event::Error)
        step = begun;
    return m_frame.headBytes - held;
}

/// Whether the frame may come here, and whether it fits.
WebSocketReader::Step WebSocketReader::begin()
{
    Step step;
    const bool isContinuation = m_frame.opcode == Opcode::Continuation;
    if (!m_frame.isControl() && isContinuation != m_inMessage) {
        fail(step, CloseCode::ProtocolError,
            isContinuation ? "continuation of no message" : "message inside another message");
        return step;
    }
    if (m_frame.payloadBytes > m_limits.frameBytes
        || (!m_frame.isControl() && m_frame.payloadBytes > m_limits.messageBytes - m_message.size())) {
        fail(step, CloseCode::MessageTooBig, "message over the limit");
        return step;
    }
    if (!m_frame.isControl() && !isContinuation) {
        m_type = m_frame.opcode == Opcode::Text ? MessageType::Text : MessageType::Binary;
        m_text.reset();
        m_inMessage = true;
    }
    m_inFrame = true;
    m_payloadTaken = 0;
    m_controlBytes = 0;
    return step;
}

std::size_t WebSocketReader::takePayload(std::span<char> bytes, Step &step)
{
    const std::uint64_t left = m_frame.payloadBytes - m_payloadTaken;
    const std::span<char> part
        = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size())));
    if (m_frame.mask)
        applyMask(part, *m_frame.mask, m_payloadTaken);
    m_payloadTaken += part.size();
    m_inFrame = m_payloadTaken < m_frame.payloadBytes;
    if (m_frame.isControl())
        takeControl(viewOf(part), step);
    else
        takeData(viewOf(part), step);
    return part.size();
}

void WebSocketReader::takeData(std::string_view payload, Step &step)
{
    checkText(payload, step);
    if (step.event == Event::Error)
        return;
    const bool isWhole = !m_inFrame && m_frame.isFinal;
    if (isWhole && m_message.empty()) {
        finishData(payload, step);
        return;
    }
    if (m_message.empty())
        m_message.reserve(static_cast<std::size_t>(std::min(m_frame.payloadBytes, reservedAtOnce)));
    m_message.append(payload);
    if (isWhole) {
        m_isHandedOut = true;
        finishData(m_message, step);
    }
}

void WebSocketReader::finishData(std::string_view whole, Step &step)
{
    m_inMessage = false;
    if (m_type == MessageType::Text && !m_text.isComplete()) {
        fail(step, CloseCode::InvalidPayload, "text is not UTF-8");
        return;
    }
    step.event = m_type == MessageType::Text ? Event::Text : Event::Binary;
    step.payload = whole;
}

void WebSocketReader::takeControl(std::string_view payload, Step &step)
{
    std::copy(payload.begin(), payload.end(), m_control.begin() + m_controlBytes);
    m_controlBytes = static_cast<std::uint8_t>(m_controlBytes + payload.size());
    if (m_inFrame)
        return;
    const std::string_view whole(m_control.data(), m_controlBytes);
    if (m_frame.opcode == Opcode::Close) {
        finishClose(whole, step);
        return;
    }
    step.event = m_frame.opcode == Opcode::Ping ? Event::Ping : Event::Pong;
    step.payload = whole;
}

void WebSocketReader::finishClose(std::string_view payload, Step &step)
{
    step.event = Event::Close;
    if (payload.empty())
        return;
    if (payload.size() == 1) {
        fail(step, CloseCode::ProtocolError, "close code of one byte");
        return;
    }
    const auto code = static_cast<std::uint16_t>(
        static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]));
    if (!isWireCloseCode(code)) {
        fail(step, CloseCode::ProtocolError, "close code that may not be sent");
    } else if (!isUtf8(payload.substr(2))) {
        fail(step, CloseCode::InvalidPayload, "close reason is not UTF-8");
    } else {
        step.code = static_cast<CloseCode>(code);
        step.payload = payload.substr(2);
    }
}

void WebSocketReader::checkText(std::string_view bytes, Step &step)
{
    if (m_type == MessageType::Text && !m_text.feed(bytes))
        fail(step, CloseCode::InvalidPayload, "text is not UTF-8");
}

void WebSocketReader::forgetMessage()
{
    if (m_message.capacity() > keptMessageBytes)
        std::string().swap(m_message);
    m_message.clear();
}

void WebSocketReader::fail(Step &step, CloseCode code, std::string_view reason)
{
    step.event = Event::Error;
    step.code = code;
    step.payload = reason;
}

} // namespace servelab::http
