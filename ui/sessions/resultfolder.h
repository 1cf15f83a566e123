// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"
#include "ui/sessions/resultentry.h"

#include <QHash>
#include <QList>

/// The folder of the library of results: documents, and the index that tells of them. Everything here blocks
/// on the disk and is for threads other than the window's.
namespace servelab::ui {

inline constexpr int resultIndexVersion = 1;

/// "ID.json" in the folder.
QString resultPath(const QString &folder, const QString &id);

/// An id that sorts by time and tells the experiment: "20300131-120000-brotli-3f9a".
QString newResultId(const lab::ResultDocument &document);

/// What the list shows of a document. Pure.
ResultEntry entryOf(const QString &id, const lab::ResultDocument &document);

/// Size and time of the file as it is now.
void stamp(const QString &folder, ResultEntry &entry);

/// What a look into the folder found.
struct ResultScan
{
    QList<ResultEntry> entries; ///< newest first
    bool isComplete = true; ///< false: documents are left that were not read yet; look again
    std::optional<base::Error> trouble; ///< of the index, and under which name the old one was kept
};

/// Tells of every document in the folder. Those that `known` has as they are now are not opened. Without
/// `known` the index is read for it, and what was removed before the last end of the program is deleted.
ResultScan scanResults(const QString &folder, const std::optional<QList<ResultEntry>> &known);

/// Written whole or not at all.
base::Expected<void> writeResultIndex(const QString &folder, const QList<ResultEntry> &entries);

/// Moves documents to where undo finds them, and back. An error names the first that could not be moved.
base::Expected<void> putResultsAside(const QString &folder, const QStringList &ids);
base::Expected<void> bringResultsBack(const QString &folder, const QStringList &ids);
/// Deletes what was put aside.
void deleteRemovedResults(const QString &folder);

/// Newest first; of the same time by id.
bool isNewer(const ResultEntry &one, const ResultEntry &other);

} // namespace servelab::ui
