// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/httpdate.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::http {

/// Appends a response head (RFC 9112 section 4) to one buffer: status line, field lines, empty line.
/// The caller keeps the buffer and its capacity, so writing into a warm buffer allocates nothing.
/// Asserts that names are tokens and that values hold no CR, LF or NUL: a value that came from outside is
/// checked with isFieldValue() before it gets here.
class ResponseHeadWriter
{
public:
    explicit ResponseHeadWriter(std::string &out)
        : m_out(out)
    {
    }

    ResponseHeadWriter &status(int status); ///< "HTTP/1.1 200 OK"
    ResponseHeadWriter &field(std::string_view name, std::string_view value);
    ResponseHeadWriter &field(std::string_view name, std::uint64_t value);
    ResponseHeadWriter &date(const HttpDate &date); ///< Date
    ResponseHeadWriter &contentRange(std::uint64_t first, std::uint64_t last, std::uint64_t length);
    ResponseHeadWriter &unsatisfiedRange(std::uint64_t length); ///< Content-Range: bytes */length
    ResponseHeadWriter &prepared(std::string_view fieldLines); ///< whole lines, each with its CRLF
    void end();

private:
    std::string &m_out;
};

bool isToken(std::string_view text); ///< RFC 9110 section 5.6.2
bool isFieldValue(std::string_view text); ///< no controls but HTAB; RFC 9110 section 5.5

} // namespace servelab::http
