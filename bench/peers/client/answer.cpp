// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/peers/client/answer.h"

#include <strings.h>

#include <algorithm>
#include <charconv>

namespace servelab::bench {

namespace {

template <typename Number>
bool parse(std::string_view text, Number &number, int base)
{
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return read.ec == std::errc() && read.ptr != text.data();
}

} // namespace

std::size_t AnswerReader::take(std::string_view bytes)
{
    std::size_t used = 0;
    while (used < bytes.size() && !isComplete() && !isMalformed())
        used += takePart(bytes.substr(used));
    m_wireBytes += used;
    return used;
}

bool AnswerReader::endOfInput()
{
    if (m_part == Part::UntilEnd)
        m_part = Part::Complete;
    return isComplete();
}

std::size_t AnswerReader::takePart(std::string_view bytes)
{
    switch (m_part) {
    case Part::Head:
        return takeHead(bytes);
    case Part::Length:
    case Part::UntilEnd:
    case Part::ChunkData:
        return takeBody(bytes);
    default:
        return takeLine(bytes);
    }
}

std::size_t AnswerReader::takeHead(std::string_view bytes)
{
    const std::size_t before = m_head.size();
    m_head.append(bytes);
    const std::size_t searched = before < 3 ? 0 : before - 3;
    const std::size_t end = m_head.find("\r\n\r\n", searched);
    if (end == std::string::npos)
        return bytes.size();
    m_head.resize(end + 4);
    beginBody();
    return m_head.size() - before;
}

void AnswerReader::beginBody()
{
    const std::string length = field("Content-Length");
    if (!m_head.starts_with("HTTP/1.") || !parse(std::string_view(m_head).substr(9, 3), m_status, 10))
        m_part = Part::Malformed;
    else if (!m_hasBody)
        m_part = Part::Complete;
    else if (strcasecmp(field("Transfer-Encoding").c_str(), "chunked") == 0)
        m_part = Part::ChunkLine;
    else if (length.empty())
        m_part = Part::UntilEnd;
    else if (!parse(std::string_view(length), m_left, 10))
        m_part = Part::Malformed;
    else
        m_part = m_left == 0 ? Part::Complete : Part::Length;
}

std::size_t AnswerReader::takeBody(std::string_view bytes)
{
    const std::size_t count = m_part == Part::UntilEnd
        ? bytes.size()
        : static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), m_left));
    if (m_keep == Keep::Body)
        m_body.append(bytes.substr(0, count));
    m_bodyBytes += count;
    if (m_part == Part::UntilEnd)
        return count;
    m_left -= count;
    if (m_left == 0)
        m_part = m_part == Part::Length ? Part::Complete : Part::ChunkEnd;
    return count;
}

std::size_t AnswerReader::takeLine(std::string_view bytes)
{
    const std::size_t end = bytes.find('\n');
    m_line.append(bytes.substr(0, end));
    if (end == std::string_view::npos)
        return bytes.size();
    onLine();
    m_line.clear();
    return end + 1;
}

void AnswerReader::onLine()
{
    if (m_part == Part::ChunkEnd) {
        m_part = m_line == "\r" ? Part::ChunkLine : Part::Malformed;
    } else if (m_part == Part::Trailer) {
        if (m_line == "\r")
            m_part = Part::Complete;
    } else if (!parse(std::string_view(m_line), m_left, 16)) {
        m_part = Part::Malformed;
    } else {
        m_part = m_left == 0 ? Part::Trailer : Part::ChunkData;
    }
}

std::string AnswerReader::field(std::string_view name) const
{
    std::size_t at = 0;
    while ((at = m_head.find("\r\n", at)) != std::string::npos) {
        at += 2;
        if (strncasecmp(m_head.c_str() + at, name.data(), name.size()) != 0
            || m_head[at + name.size()] != ':')
            continue;
        const std::size_t start = m_head.find_first_not_of(' ', at + name.size() + 1);
        return m_head.substr(start, m_head.find("\r\n", start) - start);
    }
    return {};
}

} // namespace servelab::bench
