// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace servelab::http {

/// Weights are counted in thousandths.
constexpr int fullWeight = 1000;

/// qvalue of RFC 9110 section 12.4.2; empty where the text is none.
std::optional<int> parseWeight(std::string_view text);

} // namespace servelab::http
