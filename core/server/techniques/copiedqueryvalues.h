// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/target.h"

#include <string_view>
#include <utility>

namespace servelab::server {

/// The naive way beside QueryParameters::parse(): all that was found so far is copied for each further
/// parameter, so that the work grows with the square of their number.
inline http::QueryParameters parseCopyingOnEach(std::string_view query)
{
    http::QueryParameters result;
    while (auto parameter = http::QueryParameters::takeFirst(query)) {
        http::QueryParameters longer(result);
        longer.append(std::move(*parameter));
        result = std::move(longer);
    }
    return result;
}

} // namespace servelab::server
