// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// Validators of the selected representation (RFC 9110 section 8.8).
struct Validators
{
    std::string_view entityTag; ///< with quotes and W/ where weak; empty: none
    std::int64_t lastModified = 0; ///< seconds since 1970 UTC
};

enum class PreconditionResult : std::uint8_t { Proceed, NotModified, Failed };

/// If-Match, If-Unmodified-Since, If-None-Match, If-Modified-Since in the order of RFC 9110 section 13.2.2.
/// For a representation that exists, GET and HEAD. `now` as in parseHttpDate.
PreconditionResult evaluatePreconditions(
    const RequestHead &head, const Validators &validators, std::int64_t now);

/// Whether If-Range lets a Range count (RFC 9110 section 13.1.5): no If-Range, a strong tag that is equal, or
/// a date that is exactly Last-Modified.
bool rangeApplies(const RequestHead &head, const Validators &validators, std::int64_t now);

/// Comparison of entity tags that ignores W/ (RFC 9110 section 8.8.3.2).
bool weakMatch(std::string_view a, std::string_view b);

} // namespace servelab::http
