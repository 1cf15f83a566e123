// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/representation.h"

#include <string_view>

namespace servelab::site {

/// Weak tag of size, modification time and coding, with quotes.
std::string entityTagOf(
    const FileIdentity &identity, http::ContentCoding coding = http::ContentCoding::Identity);

/// Fills validators and prepared field lines from identity, media type, coding, `codable` and `varies`. A
/// file that holds a coding has a tag of its own. `cacheControl` is the whole line with CRLF, or empty.
void prepareFields(Representation &representation, std::string_view cacheControl);

/// Bytes that were made for one answer and lead back to no file, chosen by what the client accepts.
RepresentationPointer madeRepresentation(
    std::string_view mediaType, std::string_view bytes, std::string_view cacheControl);

/// What a variant of `source` in `coding` is, without its bytes and length. Its tag is that of the source,
/// which a weak one may be (RFC 9110 section 8.8.3.3).
Representation codedHead(const Representation &source, http::ContentCoding coding);

} // namespace servelab::site
