// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/fieldline.h"

#include "core/http/octets.h"

#include <cassert>
#include <charconv>

namespace servelab::http {

LineEnd findLineEnd(std::string_view bytes, std::size_t from)
{
    const char *end = bytes.data() + bytes.size();
    const char *found = octets::findLineBreak(bytes.data() + from, end);
    const auto position = static_cast<std::size_t>(found - bytes.data());
    if (found == end)
        return {LineEnd::Kind::Missing, bytes.size()};
    if (*found == '\n')
        return {LineEnd::Kind::BareLineFeed, position};
    if (found + 1 == end)
        return {LineEnd::Kind::Missing, bytes.size()};
    return {found[1] == '\n' ? LineEnd::Kind::Complete : LineEnd::Kind::BareCarriageReturn, position};
}

FieldLineError readFieldLine(std::string_view &lines, FieldLine &field)
{
    assert(lines.ends_with("\r\n"));
    const char *const begin = lines.data();
    const char *const end = begin + lines.size();

    const char *colon = begin;
    while (octets::isToken(*colon))
        ++colon;
    if (colon == begin || *colon != ':')
        return FieldLineError::BadName;

    const char *valueBegin = colon + 1;
    while (octets::isBlank(*valueBegin))
        ++valueBegin;
    const char *lineEnd = octets::findControl(valueBegin, end);
    while (*lineEnd == '\t')
        lineEnd = octets::findControl(lineEnd + 1, end);
    if (*lineEnd != '\r')
        return FieldLineError::BadValue;
    const char *valueEnd = lineEnd;
    while (valueEnd != valueBegin && octets::isBlank(valueEnd[-1]))
        --valueEnd;

    field = {{begin, colon}, {valueBegin, valueEnd}};
    lines.remove_prefix(static_cast<std::size_t>(lineEnd - begin) + 2);
    return FieldLineError::None;
}

std::optional<std::string_view> ListReader::next()
{
    if (m_atEnd)
        return std::nullopt;
    const std::size_t comma = m_rest.find(',');
    const std::string_view element = octets::trimBlanks(m_rest.substr(0, comma));
    m_atEnd = comma == std::string_view::npos;
    if (!m_atEnd)
        m_rest.remove_prefix(comma + 1);
    return element;
}

std::optional<std::uint64_t> parseDecimal(std::string_view digits)
{
    std::uint64_t value = 0;
    const char *end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value); // takes neither sign nor blanks
    if (error != std::errc() || rest != end)
        return std::nullopt;
    return value;
}

} // namespace servelab::http
