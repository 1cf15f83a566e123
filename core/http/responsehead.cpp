// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responsehead.h"

#include "core/http/octets.h"
#include "core/http/status.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>
#include <limits>

namespace servelab::http {

namespace {

/// What std::string::append() does, without a call for each of the short texts that a head is made of.
inline void put(std::string &out, std::string_view text)
{
    const std::size_t before = out.size();
    out.resize_and_overwrite(before + text.size(), [&](char *bytes, std::size_t size) {
        std::memcpy(bytes + before, text.data(), text.size());
        return size;
    });
}

void putNumber(std::string &out, std::uint64_t value)
{
    std::array<char, std::numeric_limits<std::uint64_t>::digits10 + 1> digits;
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    put(out, {digits.data(), result.ptr});
}

} // namespace

ResponseHeadWriter &ResponseHeadWriter::status(int status)
{
    assert(status >= 100 && status <= 999);
    if (status == 200) {
        put(m_out, "HTTP/1.1 200 OK\r\n");
        return *this;
    }
    put(m_out, "HTTP/1.1 ");
    putNumber(m_out, static_cast<std::uint64_t>(status));
    put(m_out, " ");
    put(m_out, reasonPhrase(status));
    put(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::field(std::string_view name, std::string_view value)
{
    assert(isToken(name));
    assert(isFieldValue(value));
    put(m_out, name);
    put(m_out, ": ");
    put(m_out, value);
    put(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::field(std::string_view name, std::uint64_t value)
{
    assert(isToken(name));
    put(m_out, name);
    put(m_out, ": ");
    putNumber(m_out, value);
    put(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::date(const HttpDate &date)
{
    put(m_out, "Date: ");
    put(m_out, {date.data(), date.size()});
    put(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::contentRange(
    std::uint64_t first, std::uint64_t last, std::uint64_t length)
{
    assert(first <= last && last < length);
    put(m_out, "Content-Range: bytes ");
    putNumber(m_out, first);
    put(m_out, "-");
    putNumber(m_out, last);
    put(m_out, "/");
    putNumber(m_out, length);
    put(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::unsatisfiedRange(std::uint64_t length)
{
    put(m_out, "Content-Range: bytes */");
    putNumber(m_out, length);
    put(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::prepared(std::string_view fieldLines)
{
    assert(fieldLines.empty() || fieldLines.ends_with("\r\n"));
    put(m_out, fieldLines);
    return *this;
}

void ResponseHeadWriter::end()
{
    put(m_out, "\r\n");
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
