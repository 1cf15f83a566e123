// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace servelab::http {

/// Reason phrase (RFC 9110 section 15, RFC 6585), empty for a code that no specification names.
std::string_view reasonPhrase(int status);

/// Whether an answer of that status has no body whatever its fields say: 1xx, 204, 304.
bool isBodiless(int status);

} // namespace servelab::http
