// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace servelab::cli {

/// How systems and browsers are told to trust an authority, and how they are told not to any more.
QString trustText(const QString &authorityFile, bool isNew);

} // namespace servelab::cli
