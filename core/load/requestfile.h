// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/load/plannedrequest.h"

#include <QUrl>

namespace servelab::load {

/// Requests from a file: an array of JSON objects, or one object a line (empty lines and lines that begin
/// with # are left out). Each may have
///
///     name      in the report; those of one name are reported together
///     method    GET where it is missing
///     path      path and query as they are sent; the only one that must be there
///     headers   {"Name": "value"}, or [["Name", "value"], ...] where a name occurs twice
///     body      text; or
///     bodyFile  the file that holds the body, from `folder` where it is relative
///     weight    how often it is sent beside the others; 1 where it is missing
///     expect    {"status": 200, "bytes": 123, "sha256": "hex digits"}, any of them
///
/// A key that is none of these is an error, so that a misspelt one is not overlooked. Errors name the request
/// by its line or its place in the array.
base::Expected<QList<PlannedRequest>> requestsFromJson(const QByteArray &text, const QString &folder);

enum class HarOrigins : std::uint8_t {
    OfTarget, ///< entries for the target's scheme, host and port only
    All, ///< every entry, sent to the target whatever its own origin
};

/// The requests of a HAR file (HTTP Archive 1.2), as browsers save them, in their order. Fields that belong
/// to the connection they were recorded on are left out (Host, Connection, Content-Length, those of HTTP/2
/// that begin with a colon, and the like).
base::Expected<QList<PlannedRequest>> requestsFromHar(
    const QByteArray &text, const QUrl &target, HarOrigins origins);

/// 32 bytes from 64 hexadecimal digits.
base::Expected<QByteArray> sha256FromHex(const QString &digits);

} // namespace servelab::load
