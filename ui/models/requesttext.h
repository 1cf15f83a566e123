// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/requestlog.h"

#include <QByteArray>
#include <QString>

#include <deque>
#include <optional>

/// A recorded request in the forms that other programs and people take.
namespace servelab::ui {

/// Both heads as they were on the wire, as far as they are known; credentials stay "redacted".
QString requestHeadText(const server::AccessRecord &record);
QString answerHeadText(const server::AccessRecord &record);
/// What was recorded of the request's body, and in brackets what was not; empty where nothing was.
QString requestBodyText(const server::AccessRecord &record);

/// A command for a POSIX shell that sends the request again to `origin` ("http://127.0.0.1:8080").
/// Credentials were never kept, and bodies seldom: the command names what it lacks in a comment at its end.
QString toCurl(const server::AccessRecord &record, const QString &origin);

/// The requests as HTTP Archive 1.2; what is not known is -1, as the format wants it. Thread-safe.
QByteArray toHar(const std::deque<RequestEntry> &entries, const QString &origin);

/// One JSON object a line, as in the access log. Thread-safe.
QByteArray toNdjson(const std::deque<RequestEntry> &entries);

/// Whether the request had a body, recorded or not.
bool hadBody(const server::AccessRecord &record);

/// The body to send again, empty where there was none; nothing where it was not recorded whole.
std::optional<QByteArray> bodyToSend(const server::AccessRecord &record);

/// The fields of a record that can be sent again: credentials and what speaks of the connection or the body's
/// framing are left out.
QList<std::pair<QByteArray, QByteArray>> fieldsToSend(const server::AccessRecord &record);

} // namespace servelab::ui
