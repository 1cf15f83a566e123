// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responseparser.h"

#include "core/http/fieldline.h"
#include "core/http/octets.h"
#include "core/http/status.h"
#include "core/http/transfercodings.h"

#include <algorithm>
#include <cassert>

namespace servelab::http {

namespace {

constexpr std::string_view versionPrefix = "HTTP/1.";
constexpr std::size_t lineEndBytes = 2;
constexpr std::uint64_t largestLength = (std::uint64_t(1) << 63) - 1;
constexpr int switchingProtocols = 101;

bool beginsLikeAnswer(std::string_view bytes)
{
    const std::size_t length = std::min(bytes.size(), versionPrefix.size());
    return bytes.substr(0, length) == versionPrefix.substr(0, length);
}

/// Fills a ResponseHead from one complete head. Every function says whether it found no fault.
class ResponseHeadReader
{
public:
    explicit ResponseHeadReader(ResponseHead &head)
        : m_head(head)
    {
        m_head = {};
    }

    /// `bytes`: status line, field lines and the empty line.
    bool read(std::string_view bytes)
    {
        const std::size_t lineEnd = bytes.find('\r');
        m_head.lines = bytes.substr(lineEnd + lineEndBytes);
        m_head.lines.remove_suffix(lineEndBytes);
        return readStatusLine(bytes.substr(0, lineEnd)) && readFieldLines() && settle();
    }

private:
    /// HTTP-version SP 3DIGIT, then a phrase that nobody needs.
    bool readStatusLine(std::string_view line)
    {
        constexpr std::size_t shortest = std::string_view("HTTP/1.1 200").size();
        if (line.size() < shortest || (line.size() > shortest && line[shortest] != ' '))
            return false;
        const std::string_view digits = line.substr(shortest - 3, 3);
        if (!line.starts_with(versionPrefix) || !octets::isDigit(line[7]) || line[8] != ' '
            || !std::ranges::all_of(digits, octets::isDigit) || digits[0] == '0')
            return false;
        m_head.minorVersion = line[7] == '0' ? 0 : 1;
        m_head.status = (digits[0] - '0') * 100 + (digits[1] - '0') * 10 + (digits[2] - '0');
        return true;
    }

    bool readFieldLines()
    {
        FieldLine field;
        for (std::string_view rest = m_head.lines; !rest.empty();) {
            if (readFieldLine(rest, field) != FieldLineError::None || !readField(field))
                return false;
        }
        return true;
    }

    /// The fields that decide about framing and connection differ in the length of their names.
    bool readField(const FieldLine &field)
    {
        const auto isNamed = [&field](std::string_view name) { return equalsIgnoringCase(field.name, name); };
        switch (field.name.size()) {
        case 10:
            if (isNamed("Connection"))
                readConnection(field.value);
            return true;
        case 14:
            return !isNamed("Content-Length") || readContentLength(field.value);
        case 16:
            if (m_head.contentEncoding.empty() && isNamed("Content-Encoding"))
                m_head.contentEncoding = field.value;
            return true;
        case 17:
            if (isNamed("Transfer-Encoding"))
                m_codings.addLine(field.value);
            return true;
        default:
            return true;
        }
    }

    void readConnection(std::string_view value)
    {
        ListReader options(value);
        while (const auto option = options.next()) {
            m_head.closes |= equalsIgnoringCase(*option, "close");
            m_keepsAlive |= equalsIgnoringCase(*option, "keep-alive");
        }
    }

    bool readContentLength(std::string_view value)
    {
        const auto length = parseDecimal(value);
        if (m_head.hasLength || !length || *length > largestLength)
            return false;
        m_head.hasLength = true;
        m_head.contentLength = *length;
        return true;
    }

    bool settle()
    {
        m_head.closes |= m_head.minorVersion == 0 && !m_keepsAlive;
        if (m_codings.result() == TransferCodings::Result::Absent)
            return true;
        m_head.chunked = m_codings.result() == TransferCodings::Result::Chunked;
        return m_head.chunked && !m_head.hasLength && m_head.minorVersion == 1;
    }

    ResponseHead &m_head;
    TransferCodings m_codings;
    bool m_keepsAlive = false;
};

} // namespace

ResponseParser::Status ResponseParser::parseHead(std::string_view buffer, ResponseHead &head)
{
    assert(buffer.size() >= m_scanned);
    const std::string_view window = buffer.substr(0, maximumHeadBytes);
    const bool crPending = m_scanned > m_lineStart && window[m_scanned - 1] == '\r';
    std::size_t from = m_scanned - (crPending ? 1 : 0);
    while (!m_failed && beginsLikeAnswer(window.substr(m_headStart))) {
        const LineEnd end = findLineEnd(window, from);
        if (end.kind == LineEnd::Kind::Missing && window.size() < maximumHeadBytes) {
            m_scanned = static_cast<std::uint32_t>(window.size());
            return Status::Incomplete;
        }
        if (end.kind != LineEnd::Kind::Complete)
            return fail();

        const bool isEmpty = end.position == m_lineStart;
        from = end.position + lineEndBytes;
        m_scanned = m_lineStart = static_cast<std::uint32_t>(from);
        if (!isEmpty)
            continue;
        if (!ResponseHeadReader(head).read(window.substr(m_headStart, from - m_headStart))
            || (head.status == switchingProtocols && !m_expectsUpgrade)) // nobody asked for it
            return fail();
        if (head.status >= 200 || head.status == switchingProtocols)
            return finish();
        m_headStart = m_lineStart;
    }
    return fail();
}

ResponseParser::Status ResponseParser::fail()
{
    m_failed = true;
    return Status::Error;
}

ResponseParser::Status ResponseParser::finish()
{
    const std::uint32_t headLength = m_scanned;
    reset();
    m_headLength = headLength;
    return Status::HeadComplete;
}

void BodyReader::begin(const ResponseHead &head, bool requestWasHead)
{
    *this = {};
    if (requestWasHead || isBodiless(head.status))
        m_framing = Framing::None;
    else if (head.chunked)
        m_framing = Framing::Chunked;
    else
        m_framing = head.hasLength ? Framing::Length : Framing::Close;
    m_remaining = m_framing == Framing::Length ? head.contentLength : 0;
}

BodyReader::Status BodyReader::take(std::string_view input, std::size_t &consumed)
{
    consumed = 0;
    for (;;) {
        const ChunkedDecoder::Step step = next(input.substr(consumed));
        consumed += step.consumed;
        if (step.status == ChunkedDecoder::Status::Complete)
            return Status::Complete;
        if (step.status == ChunkedDecoder::Status::Error)
            return Status::Error;
        if (step.status == ChunkedDecoder::Status::Incomplete)
            return Status::Incomplete;
    }
}

ChunkedDecoder::Step BodyReader::next(std::string_view input)
{
    const ChunkedDecoder::Step step
        = m_framing == Framing::Chunked ? m_chunked.next(input) : nextPlain(input);
    m_bodyBytes += step.data.size();
    return step;
}

/// The step of a body that is not chunked.
ChunkedDecoder::Step BodyReader::nextPlain(std::string_view input)
{
    const bool isOpenEnded = m_framing == Framing::Close;
    if (!isOpenEnded && m_remaining == 0)
        return {ChunkedDecoder::Status::Complete, 0, {}};
    if (input.empty())
        return {ChunkedDecoder::Status::Incomplete, 0, {}};
    if (isOpenEnded)
        return {ChunkedDecoder::Status::Data, input.size(), input};
    const std::string_view data = input.substr(0, std::min<std::uint64_t>(m_remaining, input.size()));
    m_remaining -= data.size();
    return {ChunkedDecoder::Status::Data, data.size(), data};
}

} // namespace servelab::http
