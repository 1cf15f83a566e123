// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/byterange.h"

#include "core/http/octets.h"
#include "core/http/requesthead.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace servelab::http {

namespace {

/// 1*DIGIT; a number beyond 64 bits is the largest one.
std::optional<std::uint64_t> parseSaturating(std::string_view digits)
{
    if (digits.empty() || !std::ranges::all_of(digits, octets::isDigit))
        return std::nullopt;
    std::uint64_t value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return result.ec == std::errc() ? value : std::numeric_limits<std::uint64_t>::max();
}

ByteRange suffixRange(std::uint64_t suffixLength, std::uint64_t length)
{
    if (suffixLength == 0 || length == 0)
        return {ByteRange::Kind::Unsatisfiable};
    return {ByteRange::Kind::Partial, length - std::min(suffixLength, length), length - 1};
}

ByteRange boundedRange(std::uint64_t first, std::uint64_t last, std::uint64_t length)
{
    if (first > last || first >= length)
        return {ByteRange::Kind::Unsatisfiable};
    return {ByteRange::Kind::Partial, first, std::min(last, length - 1)};
}

} // namespace

ByteRange parseRange(std::string_view value, std::uint64_t length)
{
    constexpr std::string_view unit = "bytes=";
    if (!equalsIgnoringCase(value.substr(0, unit.size()), unit))
        return {};
    const std::string_view range = value.substr(unit.size());
    const std::size_t dash = range.find('-');
    if (dash == std::string_view::npos)
        return {};

    const std::string_view firstDigits = range.substr(0, dash);
    const std::string_view lastDigits = range.substr(dash + 1);
    const auto first = parseSaturating(firstDigits);
    const auto last = parseSaturating(lastDigits);
    if (firstDigits.empty() && last)
        return suffixRange(*last, length);
    if (!first || (!last && !lastDigits.empty()))
        return {};
    return boundedRange(*first, last.value_or(std::numeric_limits<std::uint64_t>::max()), length);
}

} // namespace servelab::http
