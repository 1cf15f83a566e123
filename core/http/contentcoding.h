// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace servelab::http {

/// Content codings this project makes (RFC 9110 section 8.4.1, RFC 7932 for br).
enum class ContentCoding : std::uint8_t { Identity, Gzip, Brotli };

/// "gzip", "br"; empty for Identity.
std::string_view contentCodingToken(ContentCoding coding);

/// The coding to answer with (RFC 9110 section 12.5.3): the acceptable one of highest weight; Brotli wins a
/// tie with gzip, both win over identity. Malformed elements are ignored. Absent field: Identity.
/// Every Accept-Encoding line counts.
ContentCoding negotiateContentCoding(const RequestHead &head);
ContentCoding negotiateContentCoding(std::string_view acceptEncoding);

/// Every coding that wins over identity by the same rules, the best first; Identity where there is no further
/// one.
using AcceptedCodings = std::array<ContentCoding, 2>;
AcceptedCodings acceptedContentCodings(const RequestHead &head);

} // namespace servelab::http
