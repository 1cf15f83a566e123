// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responsehead.h"

#include "core/base/append.h"
#include "core/http/octets.h"
#include "core/http/status.h"

#include <algorithm>
#include <cassert>

namespace servelab::http {

using base::append;

ResponseHeadWriter &ResponseHeadWriter::status(int status)
{
    assert(status >= 100 && status <= 999);
    if (status == 200) {
        append(m_out, "HTTP/1.1 200 OK\r\n");
        return *this;
    }
    append(m_out, "HTTP/1.1 ");
    append(m_out, static_cast<std::uint64_t>(status));
    append(m_out, " ");
    append(m_out, reasonPhrase(status));
    append(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::field(std::string_view name, std::string_view value)
{
    assert(isToken(name));
    assert(isFieldValue(value));
    append(m_out, name);
    append(m_out, ": ");
    append(m_out, value);
    append(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::field(std::string_view name, std::uint64_t value)
{
    assert(isToken(name));
    append(m_out, name);
    append(m_out, ": ");
    append(m_out, value);
    append(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::date(const HttpDate &date)
{
    append(m_out, "Date: ");
    append(m_out, std::string_view(date.data(), date.size()));
    append(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::contentRange(
    std::uint64_t first, std::uint64_t last, std::uint64_t length)
{
    assert(first <= last && last < length);
    append(m_out, "Content-Range: bytes ");
    append(m_out, first);
    append(m_out, "-");
    append(m_out, last);
    append(m_out, "/");
    append(m_out, length);
    append(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::unsatisfiedRange(std::uint64_t length)
{
    append(m_out, "Content-Range: bytes */");
    append(m_out, length);
    append(m_out, "\r\n");
    return *this;
}

ResponseHeadWriter &ResponseHeadWriter::prepared(std::string_view fieldLines)
{
    assert(fieldLines.empty() || fieldLines.ends_with("\r\n"));
    append(m_out, fieldLines);
    return *this;
}

void ResponseHeadWriter::end()
{
    append(m_out, "\r\n");
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
