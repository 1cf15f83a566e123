// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/requesthead.h"

#include "core/http/octets.h"

#include <algorithm>

namespace servelab::http {

Method methodFromToken(std::string_view token)
{
    struct Known
    {
        std::string_view token;
        Method method;
    };
    static constexpr Known known[] = {
        {"GET", Method::Get},
        {"HEAD", Method::Head},
        {"POST", Method::Post},
        {"PUT", Method::Put},
        {"DELETE", Method::Delete},
        {"PATCH", Method::Patch},
        {"OPTIONS", Method::Options},
        {"TRACE", Method::Trace},
        {"CONNECT", Method::Connect},
    };
    for (const Known &entry : known) {
        if (entry.token == token)
            return entry.method;
    }
    return Method::Unknown;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
        return octets::toLower(x) == octets::toLower(y);
    });
}

std::optional<std::string_view> RequestHead::find(std::string_view name) const
{
    if (!hasNameOfLength(name.size()))
        return std::nullopt;
    for (const FieldLine &field : fields()) {
        if (equalsIgnoringCase(field.name, name))
            return field.value;
    }
    return std::nullopt;
}

int RequestHead::count(std::string_view name) const
{
    return static_cast<int>(std::ranges::count_if(
        fields(), [name](const FieldLine &field) { return equalsIgnoringCase(field.name, name); }));
}

} // namespace servelab::http
