// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

namespace servelab::http {

/// What the Accept lines of a request say (RFC 9110 section 12.5.1). The range that names a type most
/// precisely decides on it; a malformed weight counts as none given. Absent field: anything is acceptable.

/// Whether the client would show a page: text/html is acceptable to it.
bool acceptsHtml(const RequestHead &head);

/// Whether application/json weighs more than text/html, or as much and is named where text/html is not.
bool prefersJson(const RequestHead &head);

} // namespace servelab::http
