// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/websocketframe.h"

#include <algorithm>
#include <cstring>

namespace servelab::http {

namespace {

constexpr unsigned finalBit = 0x80;
constexpr unsigned reservedBits = 0x70;
constexpr unsigned opcodeBits = 0x0f;
constexpr unsigned maskBit = 0x80;
constexpr unsigned lengthBits = 0x7f;
constexpr unsigned twoByteLength = 126;
constexpr unsigned eightByteLength = 127;

unsigned byteAt(std::string_view bytes, std::size_t i)
{
    return static_cast<unsigned char>(bytes[i]);
}

bool isKnown(unsigned opcode)
{
    return opcode <= unsigned(Opcode::Binary)
        || (opcode >= unsigned(Opcode::Close) && opcode <= unsigned(Opcode::Pong));
}

std::size_t lengthFieldBytes(unsigned shortLength)
{
    return shortLength == twoByteLength ? 2 : shortLength == eightByteLength ? 8 : 0;
}

std::uint64_t readBigEndian(std::string_view bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        number = number << 8 | byteAt(bytes, i);
    return number;
}

void appendBigEndian(std::string &out, std::uint64_t number, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        out += static_cast<char>(number >> shift & 0xff);
}

FrameError checkFirstByte(unsigned byte)
{
    if ((byte & reservedBits) != 0)
        return FrameError::ReservedBits;
    if (!isKnown(byte & opcodeBits))
        return FrameError::UnknownOpcode;
    const bool isControl = (byte & opcodeBits) >= unsigned(Opcode::Close);
    return isControl && (byte & finalBit) == 0 ? FrameError::FragmentedControl : FrameError::None;
}

FrameError checkSecondByte(unsigned byte, bool isControl, WebSocketRole reader)
{
    const bool isMasked = (byte & maskBit) != 0;
    if (isMasked != (reader == WebSocketRole::Server))
        return isMasked ? FrameError::Masked : FrameError::NotMasked;
    return isControl && (byte & lengthBits) > largestControlPayload ? FrameError::LongControl
                                                                    : FrameError::None;
}

FrameError checkLength(std::uint64_t length, std::size_t fieldBytes)
{
    if (length >> 63 != 0)
        return FrameError::LengthBeyond63Bits;
    const std::uint64_t least = fieldBytes == 8 ? 0x10000 : fieldBytes == 2 ? twoByteLength : 0;
    return length < least ? FrameError::LengthNotMinimal : FrameError::None;
}

FrameResult failed(FrameError error)
{
    return {FrameStatus::Error, error};
}

/// So much of it that no character is cut.
std::string_view cutReason(std::string_view reason)
{
    if (reason.size() <= largestCloseReason)
        return reason;
    std::size_t end = largestCloseReason;
    while (end > 0 && (byteAt(reason, end) & 0xc0) == 0x80)
        --end;
    return reason.substr(0, end);
}

} // namespace

bool isWireCloseCode(std::uint16_t code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

std::string_view describe(FrameError error)
{
    switch (error) {
    case FrameError::None:
        break;
    case FrameError::ReservedBits:
        return "reserved bits are set";
    case FrameError::UnknownOpcode:
        return "unknown opcode";
    case FrameError::FragmentedControl:
        return "fragmented control frame";
    case FrameError::LongControl:
        return "control frame over 125 bytes";
    case FrameError::LengthNotMinimal:
        return "length not in its shortest form";
    case FrameError::LengthBeyond63Bits:
        return "length beyond 63 bits";
    case FrameError::NotMasked:
        return "frame of a client without mask";
    case FrameError::Masked:
        return "frame of a server with mask";
    }
    return {};
}

FrameResult parseFrameHead(std::string_view bytes, WebSocketRole reader, FrameHead &head)
{
    if (bytes.empty())
        return {};
    const unsigned first = byteAt(bytes, 0);
    if (const FrameError error = checkFirstByte(first); error != FrameError::None)
        return failed(error);
    head.isFinal = (first & finalBit) != 0;
    head.opcode = static_cast<Opcode>(first & opcodeBits);
    if (bytes.size() < 2)
        return {};
    const unsigned second = byteAt(bytes, 1);
    if (const FrameError error = checkSecondByte(second, head.isControl(), reader); error != FrameError::None)
        return failed(error);

    const std::size_t fieldBytes = lengthFieldBytes(second & lengthBits);
    if (bytes.size() < 2 + fieldBytes)
        return {};
    head.payloadBytes = fieldBytes == 0 ? second & lengthBits : readBigEndian(bytes.substr(2, fieldBytes));
    if (const FrameError error = checkLength(head.payloadBytes, fieldBytes); error != FrameError::None)
        return failed(error);

    const std::size_t keyBytes = (second & maskBit) != 0 ? sizeof(MaskKey) : 0;
    head.headBytes = 2 + fieldBytes + keyBytes;
    if (bytes.size() < head.headBytes)
        return {};
    head.mask.reset();
    if (keyBytes > 0)
        std::memcpy(head.mask.emplace().data(), bytes.data() + 2 + fieldBytes, keyBytes);
    return {FrameStatus::Complete, FrameError::None};
}

void applyMask(std::span<char> bytes, const MaskKey &key, std::uint64_t offset)
{
    std::array<char, 8> turned; // the key as it stands at the first byte, twice
    for (std::size_t i = 0; i < turned.size(); ++i)
        turned[i] = static_cast<char>(key[(offset + i) % key.size()]);
    std::uint64_t keyWord = 0;
    std::memcpy(&keyWord, turned.data(), sizeof keyWord);
    char *at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= sizeof keyWord; at += sizeof keyWord, left -= sizeof keyWord) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        word ^= keyWord;
        std::memcpy(at, &word, sizeof word);
    }
    for (std::size_t i = 0; i < left; ++i)
        at[i] = static_cast<char>(at[i] ^ turned[i]);
}

void appendFrameHead(std::string &out, const FrameHead &head)
{
    const unsigned maskFlag = head.mask ? maskBit : 0;
    out += static_cast<char>((head.isFinal ? finalBit : 0) | unsigned(head.opcode));
    if (head.payloadBytes < twoByteLength) {
        out += static_cast<char>(maskFlag | static_cast<unsigned>(head.payloadBytes));
    } else if (head.payloadBytes < 0x10000) {
        out += static_cast<char>(maskFlag | twoByteLength);
        appendBigEndian(out, head.payloadBytes, 2);
    } else {
        out += static_cast<char>(maskFlag | eightByteLength);
        appendBigEndian(out, head.payloadBytes, 8);
    }
    if (head.mask)
        out.append(reinterpret_cast<const char *>(head.mask->data()), head.mask->size());
}

void appendFrame(std::string &out, Opcode opcode, std::string_view payload, bool isFinal,
    const std::optional<MaskKey> &mask)
{
    appendFrameHead(
        out, {.opcode = opcode, .isFinal = isFinal, .mask = mask, .payloadBytes = payload.size()});
    const std::size_t begin = out.size();
    out.append(payload);
    if (mask)
        applyMask(std::span(out).subspan(begin), *mask);
}

void appendCloseFrame(
    std::string &out, CloseCode code, std::string_view reason, const std::optional<MaskKey> &mask)
{
    std::string payload;
    if (code != CloseCode::NoStatus) {
        appendBigEndian(payload, static_cast<std::uint16_t>(code), 2);
        payload.append(cutReason(reason));
    }
    appendFrame(out, Opcode::Close, payload, true, mask);
}

} // namespace servelab::http
