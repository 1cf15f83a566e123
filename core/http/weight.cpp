// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/weight.h"

#include "core/http/octets.h"

#include <algorithm>

namespace servelab::http {

std::optional<int> parseWeight(std::string_view text)
{
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1'))
        return std::nullopt;
    if (text.size() > 1 && text[1] != '.')
        return std::nullopt;
    int weight = (text[0] - '0') * fullWeight;
    int unit = fullWeight;
    for (const char c : text.substr(std::min<std::size_t>(2, text.size()))) {
        if (!octets::isDigit(c))
            return std::nullopt;
        unit /= 10;
        weight += (c - '0') * unit;
    }
    return weight <= fullWeight ? std::optional(weight) : std::nullopt;
}

} // namespace servelab::http
