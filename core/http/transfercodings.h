// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// Reads the Transfer-Encoding lines of one message in their order (RFC 9112 section 6.1). Strict: whatever
/// could make two recipients see different bodies is Malformed.
class TransferCodings
{
public:
    enum class Result : std::uint8_t {
        Absent, ///< no line
        Chunked, ///< chunked alone
        Unknown, ///< well-formed, but with a coding other than chunked
        Malformed, ///< empty elements, chunked not last, twice, with parameters, or glued to other letters
    };

    void addLine(std::string_view value);
    Result result() const { return m_result; }

private:
    void addCoding(std::string_view coding);

    Result m_result = Result::Absent;
    bool m_chunkedSeen = false;
};

} // namespace servelab::http
