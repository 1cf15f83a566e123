// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>

namespace servelab::base {

/// What went wrong, in words for a person: what happened and to what, then what to do about it.
/// A value; may cross threads.
struct Error
{
    QString message; ///< "Port 8080 is already used by process 4242 (node)."
    QString remedy; ///< "Choose another port or stop that process."; empty where nothing helps
    QString where; ///< the field, file or address it is about; empty when the message says it all

    /// Message and remedy as one line of text.
    QString toString() const { return remedy.isEmpty() ? message : message + QLatin1Char(' ') + remedy; }

    friend bool operator==(const Error &, const Error &) = default;
};

template <typename T>
using Expected = std::expected<T, Error>;

/// For `return fail(...)` in a function that returns an Expected.
inline std::unexpected<Error> fail(QString message, QString remedy = {}, QString where = {})
{
    return std::unexpected(Error{std::move(message), std::move(remedy), std::move(where)});
}

} // namespace servelab::base
