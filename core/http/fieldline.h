// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace servelab::http {

/// What one search for the end of a line found (RFC 9112 section 2.2: CRLF and nothing else).
struct LineEnd
{
    enum class Kind : std::uint8_t {
        Complete, ///< CRLF
        Missing, ///< no line end yet; a last CR may become one
        BareLineFeed,
        BareCarriageReturn,
    };
    Kind kind = Kind::Missing;
    std::size_t position = 0; ///< of the CR or of the bare octet; Missing: the size of `bytes`
};

/// Looks for the first line end in `bytes` from `from` on. An octet that ended an earlier search as Missing
/// may be a CR: the caller begins at it again.
LineEnd findLineEnd(std::string_view bytes, std::size_t from);

enum class FieldLineError : std::uint8_t { None, BadName, BadValue };

/// Cuts one field line (RFC 9112 section 5) off the front of `lines` and fills `field`. Every CR in `lines`
/// is part of a CRLF, and `lines` ends with one: what findLineEnd() has made sure of.
FieldLineError readFieldLine(std::string_view &lines, FieldLine &field);

/// Walks a comma-separated list (RFC 9110 section 5.6.1) in place; hands out empty elements too.
class ListReader
{
public:
    explicit ListReader(std::string_view value)
        : m_rest(value)
    {
    }

    /// The next element without the white space around it; empty optional at the end. An empty list has one
    /// empty element.
    std::optional<std::string_view> next();

private:
    std::string_view m_rest;
    bool m_atEnd = false;
};

/// 1*DIGIT up to 2^64 - 1, else empty.
std::optional<std::uint64_t> parseDecimal(std::string_view digits);

} // namespace servelab::http
