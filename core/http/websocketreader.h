// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/utf8.h"
#include "core/http/websocketframe.h"

#include <span>
#include <string>
#include <string_view>

namespace servelab::http {

struct WebSocketLimits
{
    std::uint64_t messageBytes = 16 * 1024 * 1024;
    std::uint64_t frameBytes = 16 * 1024 * 1024;
};

/// Makes messages out of the bytes of one direction of a WebSocket (RFC 6455 sections 5 and 8.1): puts
/// fragments together, hands out control frames between them, checks UTF-8 as it comes and limits as soon as
/// a length is known. The result does not depend on where the bytes were cut.
///
/// A message that is there in one frame is unmasked where it lies and not copied; memory is taken only for
/// messages that come in parts, and given back behind them. One for each direction, on its thread.
class WebSocketReader
{
public:
    enum class Event : std::uint8_t {
        NeedMore, ///< everything given was taken
        Text,
        Binary,
        Ping,
        Pong,
        Close, ///< nothing that follows counts
        Error, ///< close with `code`; nothing that follows counts
    };

    struct Step
    {
        Event event = Event::NeedMore;
        std::size_t consumed = 0; ///< bytes that are done with
        std::string_view payload; ///< of a message, ping or pong; reason of a close or error. Valid until the
                                  ///< next call, while the bytes given to this one stay where they are
        CloseCode code = CloseCode::NoStatus; ///< of a close or error
    };

    explicit WebSocketReader(WebSocketRole reader, const WebSocketLimits &limits = {})
        : m_role(reader)
        , m_limits(limits)
    {
    }

    /// Takes bytes off the front of `bytes`, unmasking them there, up to the end of the next event. To be
    /// called with the rest until it needs more. Not again after Close or Error.
    Step next(std::span<char> bytes);

    /// Whether a frame or a message has begun and not ended.
    bool isMidway() const { return m_inFrame || m_heldHeadBytes > 0 || m_inMessage; }

private:
    std::size_t readHead(std::span<char> bytes, Step &step);
    Step begin();
    std::size_t takePayload(std::span<char> bytes, Step &step);
    void takeData(std::string_view payload, Step &step);
    void takeControl(std::string_view payload, Step &step);
    void finishData(std::string_view whole, Step &step);
    void finishClose(std::string_view payload, Step &step);
    void checkText(std::string_view bytes, Step &step);
    void forgetMessage();
    static void fail(Step &step, CloseCode code, std::string_view reason);

    WebSocketRole m_role;
    WebSocketLimits m_limits;
    FrameHead m_frame; ///< the one whose payload is read
    std::uint64_t m_payloadTaken = 0; ///< of it
    bool m_inFrame = false;
    bool m_inMessage = false; ///< a data frame has begun a message that has not ended
    bool m_isHandedOut = false; ///< m_message was the payload of the step before
    std::uint8_t m_heldHeadBytes = 0; ///< of a frame's head that came in parts
    std::uint8_t m_controlBytes = 0;
    MessageType m_type = MessageType::Text;
    Utf8Checker m_text;
    std::string m_message; ///< what came so far of a message in parts
    std::array<char, largestFrameHead> m_heldHead;
    std::array<char, largestControlPayload> m_control;
};

} // namespace servelab::http
