// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/preconditions.h"

#include "core/http/httpdate.h"
#include "core/http/octets.h"

#include <optional>

namespace servelab::http {

namespace {

constexpr std::string_view weakPrefix = "W/";

std::string_view opaqueTag(std::string_view tag)
{
    return tag.starts_with(weakPrefix) ? tag.substr(weakPrefix.size()) : tag;
}

/// RFC 9110 section 8.8.3.2: equal, and neither is weak.
bool strongMatch(std::string_view a, std::string_view b)
{
    return a == b && !a.empty() && !a.starts_with(weakPrefix);
}

/// Cuts one entity tag off the front of a list, skipping commas and white space; empty at the end and where
/// the list is malformed.
std::string_view takeEntityTag(std::string_view &list)
{
    while (!list.empty() && (list.front() == ',' || octets::isBlank(list.front())))
        list.remove_prefix(1);
    const std::size_t open = list.starts_with(weakPrefix) ? weakPrefix.size() : 0;
    const std::size_t close = list.find('"', open + 1);
    if (open >= list.size() || list[open] != '"' || close == std::string_view::npos)
        return {};
    const std::string_view tag = list.substr(0, close + 1);
    list.remove_prefix(tag.size());
    return tag;
}

using Match = bool (*)(std::string_view, std::string_view);

bool listHolds(std::string_view list, std::string_view entityTag, Match match)
{
    if (list == "*")
        return true;
    for (std::string_view tag = takeEntityTag(list); !tag.empty(); tag = takeEntityTag(list)) {
        if (match(tag, entityTag))
            return true;
    }
    return false;
}

enum class TagCondition : std::uint8_t { Absent, Matches, Differs };

/// Looks through every line of If-Match or If-None-Match.
TagCondition compareTags(
    const RequestHead &head, std::string_view name, std::string_view entityTag, Match match)
{
    TagCondition result = TagCondition::Absent;
    if (!head.hasNameOfLength(name.size()))
        return result;
    for (const FieldLine &field : head.fields()) {
        if (!equalsIgnoringCase(field.name, name))
            continue;
        if (listHolds(field.value, entityTag, match))
            return TagCondition::Matches;
        result = TagCondition::Differs;
    }
    return result;
}

/// The date of a field that may be there once only; what is no HTTP-date counts as absent.
std::optional<std::int64_t> findDate(const RequestHead &head, std::string_view name, std::int64_t now)
{
    const auto value = head.find(name);
    if (!value || head.count(name) > 1)
        return std::nullopt;
    return parseHttpDate(*value, now);
}

/// Steps 1 and 2 of RFC 9110 section 13.2.2.
bool hasFailed(const RequestHead &head, const Validators &validators, std::int64_t now)
{
    const TagCondition match = compareTags(head, "If-Match", validators.entityTag, strongMatch);
    if (match != TagCondition::Absent)
        return match == TagCondition::Differs;
    const auto date = findDate(head, "If-Unmodified-Since", now);
    return date && validators.lastModified > *date;
}

/// Steps 3 and 4.
bool isNotModified(const RequestHead &head, const Validators &validators, std::int64_t now)
{
    const TagCondition match = compareTags(head, "If-None-Match", validators.entityTag, weakMatch);
    if (match != TagCondition::Absent)
        return match == TagCondition::Matches;
    const auto date = findDate(head, "If-Modified-Since", now);
    return date && validators.lastModified <= *date;
}

} // namespace

PreconditionResult evaluatePreconditions(
    const RequestHead &head, const Validators &validators, std::int64_t now)
{
    if (hasFailed(head, validators, now))
        return PreconditionResult::Failed;
    return isNotModified(head, validators, now) ? PreconditionResult::NotModified
                                                : PreconditionResult::Proceed;
}

bool rangeApplies(const RequestHead &head, const Validators &validators, std::int64_t now)
{
    const auto value = head.find("If-Range");
    if (!value)
        return true;
    if (head.count("If-Range") > 1)
        return false;
    if (value->ends_with('"'))
        return strongMatch(*value, validators.entityTag);
    return parseHttpDate(*value, now) == validators.lastModified;
}

bool weakMatch(std::string_view a, std::string_view b)
{
    return !a.empty() && opaqueTag(a) == opaqueTag(b);
}

} // namespace servelab::http
