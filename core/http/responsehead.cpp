// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responsehead.h"

#include "core/http/octets.h"
#include "core/http/status.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>

namespace servelab::http {

namespace {

void appendNumber(std::string &out, std::uint64_t value)
{
    std::array<char, std::numeric_limits<std::uint64_t>::digits10 + 1> digits;
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), result.ptr);
}

} // namespace

ResponseHeadWriter &ResponseHeadWriter::status(int status)
{
    assert(status >= 100 && status <= 999);
    if (status == 200) {
        m_out.append("HTTP/1.1 200 OK\r\n");
        return *this;
    }
    m_out.append("HTTP/1.1 ");
    appendNumber(m_out, static_cast<std::uint64_t>(status));
    m_out.append(" ").append(reasonPhrase(status)).append("\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::field(std::string_view name, std::string_view value)
{
    assert(isToken(name));
    assert(isFieldValue(value));
    m_out.append(name).append(": ").append(value).append("\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::field(std::string_view name, std::uint64_t value)
{
    assert(isToken(name));
    m_out.append(name).append(": ");
    appendNumber(m_out, value);
    m_out.append("\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::date(const HttpDate &date)
{
    m_out.append("Date: ").append(date.data(), date.size()).append("\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::contentRange(
    std::uint64_t first, std::uint64_t last, std::uint64_t length)
{
    assert(first <= last && last < length);
    m_out.append("Content-Range: bytes ");
    appendNumber(m_out, first);
    m_out.append("-");
    appendNumber(m_out, last);
    m_out.append("/");
    appendNumber(m_out, length);
    m_out.append("\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::unsatisfiedRange(std::uint64_t length)
{
    m_out.append("Content-Range: bytes */");
    appendNumber(m_out, length);
    m_out.append("\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::prepared(std::string_view fieldLines)
{
    assert(fieldLines.empty() || fieldLines.ends_with("\r\n"));
    m_out.append(fieldLines);
    return *this;
}

void ResponseHeadWriter::end()
{
    m_out.append("\r\n");
}

bool isToken(std::string_view text)
{
    return !text.empty() && octets::isAllToken(text);
}

bool isFieldValue(std::string_view text)
{
    return std::ranges::all_of(text, octets::isFieldContent);
}

} // namespace servelab::http
