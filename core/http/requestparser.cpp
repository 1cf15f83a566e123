// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/requestparser.h"

#include "core/http/fieldline.h"
#include "core/http/headreader.h"
#include "core/http/octets.h"

#include <algorithm>
#include <cassert>

namespace servelab::http {

namespace {

constexpr std::size_t lineEndBytes = 2;
constexpr std::uint32_t maximumLimit = 1U << 30;
constexpr std::uint32_t maximumEmptyLines = 255;
constexpr std::string_view http2Preface = "PRI * HTTP/2.0"; // its first line; RFC 9113 section 3.4

/// Bytes from the start of a request line to where it is too long: room for a whole line and its CRLF.
std::size_t requestLineWindow(const HeadLimits &limits)
{
    return std::min(limits.requestLineBytes, maximumLimit) + lineEndBytes;
}

} // namespace

int statusOf(ParseError error)
{
    switch (error) {
    case ParseError::UnsupportedVersion:
        return 505;
    case ParseError::TargetTooLong:
        return 414;
    case ParseError::HeadTooLarge:
        return 431;
    case ParseError::UnknownTransferCoding:
        return 501;
    default:
        return 400;
    }
}

RequestParser::Status RequestParser::parse(
    std::string_view buffer, RequestHead &head, const HeadLimits &limits)
{
    assert(buffer.size() >= m_scanned);
    if (m_error != ParseError::None)
        return Status::Error;

    const bool crPending = m_scanned > m_lineStart && buffer[m_scanned - 1] == '\r';
    std::size_t from = m_scanned - (crPending ? 1 : 0);
    for (;;) {
        const std::string_view window = buffer.substr(0, windowEnd(limits));
        if (m_lines == 0 && !beginsLikeMethod(window))
            return fail(ParseError::BadMethod);

        const LineEnd end = findLineEnd(window, std::min(from, window.size()));
        switch (end.kind) {
        case LineEnd::Kind::BareLineFeed:
            return fail(ParseError::BareLineFeed);
        case LineEnd::Kind::BareCarriageReturn:
            return fail(ParseError::BareCarriageReturn);
        case LineEnd::Kind::Missing:
            return waitForMore(window.size(), limits);
        case LineEnd::Kind::Complete:
            break;
        }

        const std::string_view line = window.substr(m_lineStart, end.position - m_lineStart);
        from = end.position + lineEndBytes;
        m_scanned = static_cast<std::uint32_t>(from);
        if (line.empty() && m_lines > 0)
            return finish(buffer, head);
        if (const ParseError error = takeLine(line, limits); error != ParseError::None)
            return fail(error);
        m_lineStart = m_scanned;
    }
}

RequestParser::Status RequestParser::fail(ParseError error)
{
    m_error = error;
    return Status::Error;
}

/// How far the scan may look: whatever is still unfinished there is over a limit.
std::size_t RequestParser::windowEnd(const HeadLimits &limits) const
{
    const std::size_t headEnd = m_emptyLines * lineEndBytes + std::min(limits.headBytes, maximumLimit);
    return m_lines > 0 ? headEnd : std::min(headEnd, m_lineStart + requestLineWindow(limits));
}

/// Whether the first byte of the request line, where it is there, may begin a method or a line end.
bool RequestParser::beginsLikeMethod(std::string_view window) const
{
    if (window.size() <= m_lineStart)
        return true;
    const char first = window[m_lineStart];
    return octets::isToken(first) || first == '\r' || first == '\n';
}

/// At the end of the scan without an end of the line: over a limit where the whole window was looked at.
RequestParser::Status RequestParser::waitForMore(std::size_t scanned, const HeadLimits &limits)
{
    m_scanned = static_cast<std::uint32_t>(scanned);
    if (scanned < windowEnd(limits))
        return Status::Incomplete;
    const bool lineIsFull = m_lines == 0 && scanned == m_lineStart + requestLineWindow(limits);
    return fail(lineIsFull ? ParseError::TargetTooLong : ParseError::HeadTooLarge);
}

/// Takes any line but the empty one that ends the head.
ParseError RequestParser::takeLine(std::string_view line, const HeadLimits &limits)
{
    if (line.empty()) {
        if (m_emptyLines == std::min(limits.leadingEmptyLines, maximumEmptyLines))
            return ParseError::BadRequestLine;
        ++m_emptyLines;
        return ParseError::None;
    }
    if (m_lines == 0 && line == http2Preface)
        return ParseError::BadRequestLine;
    constexpr std::uint32_t capacity = RequestHead::maximumFieldLines;
    if (m_lines > std::min(limits.fieldLines, capacity)) // the request line is one of them
        return ParseError::HeadTooLarge;
    ++m_lines;
    return ParseError::None;
}

RequestParser::Status RequestParser::finish(std::string_view buffer, RequestHead &head)
{
    const std::size_t headStart = m_emptyLines * lineEndBytes;
    const ParseError error = HeadReader(head).read(buffer.substr(headStart, m_scanned - headStart));
    if (error != ParseError::None)
        return fail(error);
    const std::uint32_t headLength = m_scanned;
    reset();
    m_headLength = headLength;
    return Status::Complete;
}

} // namespace servelab::http
