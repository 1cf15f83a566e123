// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QJsonObject>

namespace servelab::lab {

/// The object a file holds. Errors name the file, and the line where the JSON itself is broken or ends too
/// early.
base::Expected<QJsonObject> readJsonFile(const QString &path);

/// Written whole or not at all.
base::Expected<void> writeJsonFile(const QString &path, const QJsonObject &object);

} // namespace servelab::lab
