// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace servelab::http {

/// RFC 6455 section 5.2; the values are those on the wire.
enum class Opcode : std::uint8_t {
    Continuation = 0x0,
    Text = 0x1,
    Binary = 0x2,
    Close = 0x8,
    Ping = 0x9,
    Pong = 0xa,
};

enum class MessageType : std::uint8_t { Text, Binary };

/// RFC 6455 section 7.4.1 and the registry of 2015; applications use 3000 to 4999.
enum class CloseCode : std::uint16_t {
    Normal = 1000,
    GoingAway = 1001,
    ProtocolError = 1002,
    UnsupportedData = 1003,
    NoStatus = 1005, ///< never on the wire: the close had no code
    Abnormal = 1006, ///< never on the wire: there was no close
    InvalidPayload = 1007,
    PolicyViolation = 1008,
    MessageTooBig = 1009,
    InternalError = 1011,
};

/// Whether a close frame may carry it.
bool isWireCloseCode(std::uint16_t code);

/// Who reads or writes: what a client sends is masked, what a server sends is not (RFC 6455 section 5.1).
enum class WebSocketRole : std::uint8_t { Server, Client };

using MaskKey = std::array<std::uint8_t, 4>;

inline constexpr std::size_t largestControlPayload = 125;
inline constexpr std::size_t largestCloseReason = largestControlPayload - 2;
inline constexpr std::size_t largestFrameHead = 14;

/// What stands before a frame's payload.
struct FrameHead
{
    Opcode opcode = Opcode::Text;
    bool isFinal = true;
    std::optional<MaskKey> mask;
    std::uint64_t payloadBytes = 0;
    std::size_t headBytes = 0; ///< of this head itself

    bool isControl() const { return opcode >= Opcode::Close; }
};

/// Every one of them is closed with 1002.
enum class FrameError : std::uint8_t {
    None,
    ReservedBits, ///< no extension was agreed on
    UnknownOpcode,
    FragmentedControl,
    LongControl, ///< more than 125 bytes
    LengthNotMinimal,
    LengthBeyond63Bits,
    NotMasked, ///< by a client
    Masked, ///< by a server
};

/// In words, for the reason of a close frame and for a log.
std::string_view describe(FrameError error);

enum class FrameStatus : std::uint8_t { Complete, Incomplete, Error };

struct FrameResult
{
    FrameStatus status = FrameStatus::Incomplete;
    FrameError error = FrameError::None;
};

/// Reads a frame's head off the front of `bytes`. What is wrong is said as soon as it can be seen. `reader`
/// is the side that reads.
FrameResult parseFrameHead(std::string_view bytes, WebSocketRole reader, FrameHead &head);

/// Masks or unmasks in place, eight bytes at a time. `offset` of the first byte in the frame's payload.
void applyMask(std::span<char> bytes, const MaskKey &key, std::uint64_t offset = 0);

/// Appends a frame's head. With a key the payload has to be masked with it.
void appendFrameHead(std::string &out, const FrameHead &head);

/// Appends a whole frame, masked where there is a key.
void appendFrame(std::string &out, Opcode opcode, std::string_view payload, bool isFinal = true,
    const std::optional<MaskKey> &mask = {});

/// Appends a close frame. NoStatus: without a code. The reason is cut to 123 bytes, between characters.
void appendCloseFrame(
    std::string &out, CloseCode code, std::string_view reason, const std::optional<MaskKey> &mask = {});

} // namespace servelab::http
