// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

/// Sizes and durations as people type them in a setting: exact, unlike what format.h writes.
namespace servelab::ui {

/// "64 MiB", "1.5 KiB", "512" (bytes); B, KB, MB and GB are taken as their binary likes. Empty: no size.
std::optional<qint64> parseBytes(const QString &text);
/// In the largest unit that leaves a whole number: "64 MiB", "1000 B".
QString writeBytes(qint64 bytes);

/// Milliseconds of "30 s", "1.5 min", "250 ms", "2 h", "500" (milliseconds). Empty: no duration.
std::optional<qint64> parseDuration(const QString &text);
/// In the largest unit that leaves a whole number: "30 s", "1500 ms".
QString writeDuration(qint64 milliseconds);

} // namespace servelab::ui
