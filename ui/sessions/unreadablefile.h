// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace servelab::ui {

/// Copies a file that could not be understood beside itself, before it is overwritten: "sites.json" becomes
/// "sites.unreadable-20300131-120000.json". The name of the copy; empty: no copy could be made.
QString keepUnreadable(const QString &path);

} // namespace servelab::ui
