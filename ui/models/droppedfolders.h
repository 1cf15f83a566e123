// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;

namespace servelab::ui {

/// Paths of the folders of this machine among what is dragged; files and other addresses are left
/// out.
QStringList foldersOf(const QMimeData &data);

/// The same of files that may hold results, by their ending: ".json".
QStringList resultFilesOf(const QMimeData &data);

} // namespace servelab::ui
