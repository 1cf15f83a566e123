// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/target.h"

#include "core/http/authority.h"
#include "core/http/octets.h"
#include "core/http/utf8.h"

#include <algorithm>
#include <optional>

namespace servelab::http {

namespace {

/// Length of "http://" or "https://" at the front, in any case; 0 for anything else.
std::size_t schemeLength(std::string_view target)
{
    for (const std::string_view scheme : {std::string_view("http://"), std::string_view("https://")}) {
        if (equalsIgnoringCase(target.substr(0, scheme.size()), scheme))
            return scheme.size();
    }
    return 0;
}

void splitQuery(std::string_view pathAndQuery, Target &out)
{
    const std::size_t mark = pathAndQuery.find('?');
    out.rawPath = pathAndQuery.substr(0, mark);
    out.hasQuery = mark != std::string_view::npos;
    out.query = out.hasQuery ? pathAndQuery.substr(mark + 1) : std::string_view();
}

TargetError parseAbsolute(std::string_view target, Target &out)
{
    const std::size_t authorityBegin = schemeLength(target);
    if (authorityBegin == 0)
        return TargetError::BadForm;
    const std::size_t authorityEnd = std::min(target.find_first_of("/?", authorityBegin), target.size());
    out.form = TargetForm::Absolute;
    out.authority = target.substr(authorityBegin, authorityEnd - authorityBegin);
    splitQuery(target.substr(authorityEnd), out);
    if (out.rawPath.empty())
        out.rawPath = "/";
    return isValidAuthority(out.authority) ? TargetError::None : TargetError::BadForm;
}

TargetError parseAuthorityForm(std::string_view target, Target &out)
{
    out.form = TargetForm::Authority;
    out.authority = target;
    const bool hasPort = !splitAuthority(target).port.empty();
    return hasPort && isValidAuthority(target) ? TargetError::None : TargetError::BadForm;
}

/// The byte that "%XX" at the front of `text` stands for; empty where there is no such escape.
std::optional<char> decodeEscape(std::string_view text)
{
    if (text.size() < 3)
        return std::nullopt;
    const int high = octets::hexValue(text[1]);
    const int low = octets::hexValue(text[2]);
    if (high < 0 || low < 0)
        return std::nullopt;
    return static_cast<char>(high << 4 | low);
}

/// One key or value of a form-encoded query.
std::string decodeQueryText(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto escaped = text[i] == '%' ? decodeEscape(text.substr(i)) : std::nullopt;
        if (escaped)
            i += 2;
        out += escaped.value_or(text[i] == '+' ? ' ' : text[i]);
    }
    return out;
}

} // namespace

TargetError parseTarget(std::string_view target, Method method, Target &out)
{
    out = {};
    if (method == Method::Connect)
        return parseAuthorityForm(target, out);
    if (target.starts_with('/')) {
        splitQuery(target, out);
        return TargetError::None;
    }
    if (target == "*" && method == Method::Options) {
        out.form = TargetForm::Asterisk;
        return TargetError::None;
    }
    return parseAbsolute(target, out);
}

TargetError decodePath(std::string_view rawPath, std::string &out)
{
    out.clear();
    for (std::size_t i = 0; i < rawPath.size();) {
        const std::size_t plainEnd = std::min(rawPath.find('%', i), rawPath.size());
        out.append(rawPath, i, plainEnd - i);
        i = plainEnd;
        if (i == rawPath.size())
            break;
        const auto escaped = decodeEscape(rawPath.substr(i));
        if (!escaped)
            return TargetError::BadEscape;
        out += *escaped;
        i += 3;
    }
    if (out.find('\0') != std::string::npos)
        return TargetError::NulByte;
    return isUtf8(out) ? TargetError::None : TargetError::BadEscape;
}

QueryParameters QueryParameters::parse(std::string_view query)
{
    QueryParameters result;
    while (auto parameter = takeFirst(query))
        result.append(std::move(*parameter));
    return result;
}

std::optional<QueryParameters::Parameter> QueryParameters::takeFirst(std::string_view &query)
{
    while (query.starts_with('&'))
        query.remove_prefix(1);
    if (query.empty())
        return {};
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(pair.size());
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    return Parameter{decodeQueryText(pair.substr(0, equals)), decodeQueryText(value)};
}

std::vector<std::string_view> QueryParameters::values(std::string_view key) const
{
    std::vector<std::string_view> found;
    for (const Parameter &parameter : m_parameters) {
        if (parameter.key == key)
            found.push_back(parameter.value);
    }
    return found;
}

std::string_view QueryParameters::first(std::string_view key) const
{
    const auto found = std::ranges::find(m_parameters, key, &Parameter::key);
    return found != m_parameters.end() ? std::string_view(found->value) : std::string_view();
}

} // namespace servelab::http
