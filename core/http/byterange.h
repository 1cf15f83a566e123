// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// What a Range field asks of a representation of known length (RFC 9110 section 14).
struct ByteRange
{
    enum class Kind : std::uint8_t {
        Whole, ///< no usable Range: malformed, another unit, or several ranges; answer 200
        Partial, ///< answer 206 with [first, last]
        Unsatisfiable, ///< answer 416
    };
    Kind kind = Kind::Whole;
    std::uint64_t first = 0; ///< offset of the first byte
    std::uint64_t last = 0; ///< offset of the last byte, inclusive

    std::uint64_t length() const { return last - first + 1; }
};

/// The unit is compared without case; numbers beyond 64 bits saturate; "bytes=5-2" is unsatisfiable.
ByteRange parseRange(std::string_view value, std::uint64_t length);

} // namespace servelab::http
