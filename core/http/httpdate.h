// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace servelab::http {

/// "Sun, 06 Nov 1994 08:49:37 GMT": 29 bytes, no terminator (IMF-fixdate, RFC 9110 section 5.6.7).
using HttpDate = std::array<char, 29>;

/// `seconds` since 1970-01-01 UTC; years 0 to 9999.
HttpDate formatHttpDate(std::int64_t seconds);

/// Accepts IMF-fixdate, RFC 850 and asctime forms, nothing else. `now` decides the century of RFC 850 dates:
/// one more than 50 years ahead is taken as past.
std::optional<std::int64_t> parseHttpDate(std::string_view text, std::int64_t now);

} // namespace servelab::http
