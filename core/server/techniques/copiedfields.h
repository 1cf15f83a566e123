// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/octets.h"
#include "core/http/requesthead.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace servelab::server {

/// The naive way beside RequestHead::find(): a table of every field, names in lower case, names and values
/// copied, made before anybody asks.
class CopiedFields
{
public:
    explicit CopiedFields(const http::RequestHead &head)
    {
        for (const http::FieldLine &field : head.fields())
            m_fields.emplace(lowerCased(field.name), field.value); // the first of a name stays
    }

    std::optional<std::string_view> find(std::string_view name) const
    {
        const auto found = m_fields.find(lowerCased(name));
        return found == m_fields.end() ? std::nullopt : std::optional<std::string_view>(found->second);
    }

private:
    static std::string lowerCased(std::string_view name)
    {
        std::string lower(name);
        std::ranges::transform(lower, lower.begin(), http::octets::toLower);
        return lower;
    }

    std::unordered_map<std::string, std::string> m_fields;
};

} // namespace servelab::server
