// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace servelab::base {

/// The one of `known` that takes the fewest edits to get to from `word`, case aside; empty where there is
/// none. Dotted names are also compared by their last parts, so that one is found from outside its group.
QString nearestWord(const QString &word, const QStringList &known);

} // namespace servelab::base
