// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QList>

#include <chrono>

/// What people type as values of options, and what is shown to them. Errors say what was typed and what is
/// expected.
namespace servelab::cli {

base::Expected<qint64> readWholeNumber(const QString &text, qint64 lowest, qint64 highest);

/// A number and a unit: "500ms", "1.5s", "10s", "2m", "1h"; "0" without one.
base::Expected<std::chrono::milliseconds> readDuration(const QString &text);

/// The same; a number without a unit is in milliseconds, as in a configuration file.
base::Expected<std::chrono::milliseconds> readTimeout(const QString &text);

/// Bytes: "4096", "64KiB", "1MiB", "2GiB".
base::Expected<qint64> readSize(const QString &text);

/// Numbers and ranges with commas between them: "0", "0,2", "1-3".
base::Expected<QList<int>> readCoreList(const QString &text);

/// Rounded, in the largest two units: "850 ms", "12 s", "2 min 5 s".
QString toText(std::chrono::milliseconds duration);

} // namespace servelab::cli
