// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

/// Small text files of the kernel (/proc, /sys): they have no size, and a field is `Name: value`.
namespace servelab::base::linux_system {

/// The whole text, trimmed; empty optional where it cannot be read.
std::optional<QByteArray> readText(const QString &path);

/// What stands after `name` and its separator (':', '=' or a tab) on the first line that begins with `name`.
QByteArray field(const QByteArray &text, QByteArrayView name, char separator = ':');

/// A field that the kernel writes in kB, in bytes; 0 where there is none.
qint64 kilobytesField(const QByteArray &text, QByteArrayView name);

} // namespace servelab::base::linux_system
