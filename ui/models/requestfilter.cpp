// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requestfilter.h"

#include <algorithm>

namespace servelab::ui {

namespace {

char lowered(char character)
{
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character + ('a' - 'A')) : character;
}

bool contains(std::string_view text, std::string_view lowerNeedle)
{
    return !std::ranges::search(text, lowerNeedle, {}, lowered).empty();
}

bool containsText(const server::AccessRecord &record, const QString &text)
{
    const std::string needle = text.toLower().toStdString();
    const auto has = [&needle](std::string_view part) { return contains(part, needle); };
    return has(record.target) || has(record.method) || has(record.host) || has(record.client)
        || has(record.userAgent) || has(record.referer) || has(record.fieldLines) || has(record.answerHead)
        || has(std::to_string(record.status));
}

/// The host of "[::1]:8080" is "[::1]".
std::string_view withoutPort(std::string_view authority)
{
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.rfind(':');
    const bool hasPort
        = colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
    return hasPort ? authority.substr(0, colon) : authority;
}

bool hasCoding(const server::AccessRecord &record, const QString &coding)
{
    const QLatin1StringView token(record.coding.data(), static_cast<qsizetype>(record.coding.size()));
    return coding == QLatin1StringView("identity") ? token.isEmpty() : coding == token;
}

} // namespace

QString hostOf(const server::AccessRecord &record)
{
    const std::string_view host = withoutPort(record.host);
    return QString::fromLatin1(host.data(), static_cast<qsizetype>(host.size())).toLower();
}

bool RequestFilter::matches(const server::AccessRecord &record) const
{
    return (statusClass == 0 || record.status / 100 == statusClass)
        && (coding.isEmpty() || hasCoding(record, coding)) && (host.isEmpty() || hostOf(record) == host)
        && (text.isEmpty() || containsText(record, text));
}

} // namespace servelab::ui
