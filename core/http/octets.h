// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// Classes of octets that HTTP's grammar names, and searches for the first octet of a class. The searches
/// look at eight octets at a time; the tables answer for one.
namespace servelab::http::octets {

namespace detail {

enum Class : std::uint8_t { Token = 1, FieldContent = 2, TargetText = 4, RegName = 8, PathText = 16 };

constexpr bool isAlphanumeric(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

constexpr std::array<std::uint8_t, 256> makeClasses()
{
    std::array<std::uint8_t, 256> classes{};
    for (unsigned c = 0; c < 256; ++c) {
        if (isAlphanumeric(static_cast<unsigned char>(c)))
            classes[c] |= Token | RegName | PathText;
        if (c == '\t' || (c >= ' ' && c != 0x7f))
            classes[c] |= FieldContent;
        if (c > ' ' && c < 0x7f && c != '#')
            classes[c] |= TargetText;
    }
    for (const char c : std::string_view("!#$%&'*+-.^_`|~"))
        classes[static_cast<unsigned char>(c)] |= Token;
    for (const char c : std::string_view("-._~!$&'()*+;="))
        classes[static_cast<unsigned char>(c)] |= RegName;
    for (const char c : std::string_view("-._~!$&'()*+,;=:@/"))
        classes[static_cast<unsigned char>(c)] |= PathText;
    return classes;
}

inline constexpr std::array<std::uint8_t, 256> classes = makeClasses();

constexpr bool has(char c, Class wanted)
{
    return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

constexpr std::uint64_t everyOctet(std::uint8_t value)
{
    return 0x0101010101010101U * value;
}

/// Marks the high bit of octets that are zero. Above the first zero octet marks may be false.
constexpr std::uint64_t markZero(std::uint64_t word)
{
    return (word - everyOctet(0x01)) & ~word & everyOctet(0x80);
}

/// Marks octets below `limit` (at most 0x80). Above the first one marks may be false.
constexpr std::uint64_t markBelow(std::uint64_t word, std::uint8_t limit)
{
    return (word - everyOctet(limit)) & ~word & everyOctet(0x80);
}

/// The eight octets at `bytes`, the first one lowest.
inline std::uint64_t load(const char *bytes)
{
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, bytes, sizeof word);
    } else {
        for (unsigned i = 0; i < sizeof word; ++i)
            word |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return word;
}

/// First octet in [begin, end) that `mark` marks in its word, or `end`.
template <typename Mark>
const char *findFirst(const char *begin, const char *end, Mark mark)
{
    for (; end - begin >= 8; begin += 8) {
        if (const std::uint64_t marks = mark(load(begin)))
            return begin + std::countr_zero(marks) / 8;
    }
    for (; begin != end; ++begin) {
        if (mark(everyOctet(static_cast<std::uint8_t>(*begin))))
            return begin;
    }
    return end;
}

} // namespace detail

/// tchar.
constexpr bool isToken(char c)
{
    return detail::has(c, detail::Token);
}

/// HTAB, SP, VCHAR, obs-text.
constexpr bool isFieldContent(char c)
{
    return detail::has(c, detail::FieldContent);
}

/// VCHAR without '#'.
constexpr bool isTargetText(char c)
{
    return detail::has(c, detail::TargetText);
}

/// Of reg-name (RFC 3986 section 3.2.2) without the escapes; a comma is left out because in a Host field it
/// is what two joined lines look like.
constexpr bool isRegName(char c)
{
    return detail::has(c, detail::RegName);
}

/// pchar without the escapes, and '/' (RFC 3986 section 3.3).
constexpr bool isPathText(char c)
{
    return detail::has(c, detail::PathText);
}

/// One octet of OWS.
constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr char toLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// 0 to 15, or -1.
constexpr int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = toLower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// First CR or LF, or `end`.
inline const char *findLineBreak(const char *begin, const char *end)
{
    return detail::findFirst(begin, end, [](std::uint64_t word) {
        return detail::markZero(word ^ detail::everyOctet('\r'))
            | detail::markZero(word ^ detail::everyOctet('\n'));
    });
}

/// First control octet or DEL (HTAB too), or `end`.
inline const char *findControl(const char *begin, const char *end)
{
    return detail::findFirst(begin, end, [](std::uint64_t word) {
        return detail::markBelow(word, 0x20) | detail::markZero(word ^ detail::everyOctet(0x7f));
    });
}

inline bool isAllToken(std::string_view text)
{
    return std::ranges::all_of(text, isToken);
}

inline bool isAllTargetText(std::string_view text)
{
    return std::ranges::all_of(text, isTargetText);
}

inline std::string_view trimBlanks(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace servelab::http::octets
