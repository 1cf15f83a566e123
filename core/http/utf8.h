// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// Checks UTF-8 that comes in pieces (RFC 3629; Unicode 15, table 3-7): shortest forms only, no surrogates,
/// nothing above U+10FFFF. Says no at the first byte that cannot be part of it.
class Utf8Checker
{
public:
    /// False once anything given so far is not, and will never be, UTF-8.
    bool feed(std::string_view bytes);

    /// Whether what was given ends with a whole character.
    bool isComplete() const { return m_missing == 0; }

    void reset() { *this = {}; }

private:
    bool take(unsigned char byte);
    bool begin(unsigned char lead);

    std::uint8_t m_missing = 0; ///< continuation bytes to come
    std::uint8_t m_least = 0x80; ///< that the next one may be
    std::uint8_t m_greatest = 0xbf;
};

bool isUtf8(std::string_view text);

} // namespace servelab::http
