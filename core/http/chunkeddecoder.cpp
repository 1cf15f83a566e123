// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/chunkeddecoder.h"

#include "core/http/octets.h"

#include <algorithm>

namespace servelab::http {

namespace {

constexpr std::uint8_t maximumSizeDigits = 16;
constexpr std::uint64_t largestChunk = (std::uint64_t(1) << 63) - 1;

} // namespace

enum class ChunkedDecoder::State : std::uint8_t {
    Size, ///< digits of a chunk size
    Extension, ///< behind ';' up to CR
    SizeLineEnd, ///< LF of the size line
    Data,
    DataEnd, ///< CR behind the data
    DataLineEnd, ///< LF behind the data
    TrailerStart, ///< first byte of a trailer line, or CR of the last line
    TrailerName,
    TrailerValue,
    TrailerLineEnd,
    LastLineEnd,
    Complete,
    Error,
};

ChunkedDecoder::Step ChunkedDecoder::next(std::string_view input)
{
    std::size_t position = 0;
    while (m_state < State::Complete) {
        if (position == input.size())
            return {Status::Incomplete, position, {}};
        if (m_state == State::Data)
            return takeData(input, position);
        m_state = stateBehind(input[position++]);
    }
    return {m_state == State::Complete ? Status::Complete : Status::Error, position, {}};
}

/// While digits of a size are missing it is not known, and the line may turn out to be malformed.
std::uint64_t ChunkedDecoder::pendingChunkBytes() const
{
    return m_state == State::Data ? m_remaining : 0;
}

ChunkedDecoder::Step ChunkedDecoder::takeData(std::string_view input, std::size_t position)
{
    const auto length
        = static_cast<std::size_t>(std::min<std::uint64_t>(m_remaining, input.size() - position));
    m_remaining -= length;
    if (m_remaining == 0)
        m_state = State::DataEnd;
    return {Status::Data, position + length, input.substr(position, length)};
}

ChunkedDecoder::State ChunkedDecoder::stateBehind(char c)
{
    const auto expect = [c](char wanted, State next) { return c == wanted ? next : State::Error; };
    switch (m_state) {
    case State::Size:
        return behindSize(c);
    case State::Extension:
        return behindContent(c, State::SizeLineEnd);
    case State::SizeLineEnd:
        return expect('\n', m_remaining > 0 ? State::Data : State::TrailerStart);
    case State::DataEnd:
        return expect('\r', State::DataLineEnd);
    case State::DataLineEnd:
        m_sizeDigits = 0;
        return expect('\n', State::Size);
    case State::TrailerStart:
        return c == '\r' ? State::LastLineEnd : behindTrailerName(c);
    case State::TrailerName:
        return c == ':' ? withOverhead(State::TrailerValue) : behindTrailerName(c);
    case State::TrailerValue:
        return behindContent(c, State::TrailerLineEnd);
    case State::TrailerLineEnd:
        return expect('\n', State::TrailerStart);
    case State::LastLineEnd:
        return expect('\n', State::Complete);
    default:
        return State::Error;
    }
}

ChunkedDecoder::State ChunkedDecoder::behindSize(char c)
{
    if (const int digit = octets::hexValue(c); digit >= 0) {
        if (m_sizeDigits == maximumSizeDigits || m_remaining > largestChunk >> 4)
            return State::Error;
        ++m_sizeDigits;
        m_remaining = m_remaining << 4 | static_cast<std::uint64_t>(digit);
        return State::Size;
    }
    if (m_sizeDigits == 0)
        return State::Error;
    if (c == ';')
        return withOverhead(State::Extension);
    return c == '\r' ? State::SizeLineEnd : State::Error;
}

ChunkedDecoder::State ChunkedDecoder::behindTrailerName(char c)
{
    return octets::isToken(c) ? withOverhead(State::TrailerName) : State::Error;
}

/// In an extension or a trailer value, which end with CR.
ChunkedDecoder::State ChunkedDecoder::behindContent(char c, State lineEnd)
{
    if (c == '\r')
        return lineEnd;
    return octets::isFieldContent(c) ? withOverhead(m_state) : State::Error;
}

/// Counts one byte that carries no body.
ChunkedDecoder::State ChunkedDecoder::withOverhead(State next)
{
    return ++m_overhead > maximumOverheadBytes ? State::Error : next;
}

} // namespace servelab::http
