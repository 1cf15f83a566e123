// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/mailbox.h"
#include "core/base/threadpool.h"
#include "core/lab/resultdocument.h"
#include "ui/sessions/resultentry.h"

#include <QFileSystemWatcher>
#include <QFuture>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

class QUndoStack;

namespace servelab::ui {

struct ResultScan;

/// Every result of the window, newest first: one file each in one folder, which others may write to as well.
///
/// Documents are what was measured and are never written again; what a person adds, titles and notes, stands
/// in one small index beside them, together with what the list shows of each document. So the list of a
/// thousand results is one file to read. The index is written whole or not at all; one that cannot be read is
/// kept beside under another name, and the list is made anew from the documents.
///
/// Lives on the window's thread; files are read and written on others.
class ResultLibrary : public QObject
{
    Q_OBJECT
public:
    using Document = std::shared_ptr<const lab::ResultDocument>;

    /// Changes go onto `undoStack`, which outlives the library.
    ResultLibrary(QString folder, QUndoStack &undoStack, QObject *parent = nullptr);
    ~ResultLibrary() override; ///< waits for what is being written

    /// Reads the list; restored() follows.
    void restore();
    bool isRestored() const { return m_isRestored; }

    int count() const { return static_cast<int>(m_entries.size()); }
    const ResultEntry &at(int row) const { return m_entries[row]; }
    int rowOf(const QString &id) const; ///< -1 where there is none
    QString pathOf(const QString &id) const;

    /// Takes a new result into the list at once and into the folder soon; failed() tells where that cannot
    /// be. Its id.
    QString add(const lab::ResultDocument &document);

    /// Copies the results that the files hold into the library, but for those it has already; opened() and
    /// failed() follow.
    void openFiles(const QStringList &paths);

    /// What the file of an entry holds, read on another thread.
    QFuture<base::Expected<Document>> read(const QString &id);

    // With a way back.
    void rename(const QString &id, const QString &title); ///< empty: the experiment's title again
    void setNote(const QString &id, const QString &note);
    void remove(const QStringList &ids);

    /// Looks at the folder again; what others put there or took away follows in the list.
    void rescan();

    /// Returns when everything is written.
    void flush();

Q_SIGNALS:
    void restored();
    void aboutToReset();
    void reset();
    void aboutToInsert(int row);
    void inserted(int row);
    void aboutToRemove(int row);
    void removed(int row);
    void changed(int row);
    void opened(const QStringList &ids); ///< in the order of the files
    void failed(const servelab::base::Error &error);

private:
    friend class RemoveResultsCommand;
    friend class ChangeResultCommand;

    struct Saved;
    /// What becomes of entries whose files were not found.
    enum class Missing { Leave, Stay };

    void insert(const ResultEntry &entry);
    ResultEntry take(int row);
    void replace(int row, const ResultEntry &entry);
    void putAside(const QStringList &ids);
    void bringBack(const QStringList &ids);
    QString findSame(const lab::ResultDocument &document) const;
    void save(const QString &id, const Document &document);
    void takeSaved(const QString &id, const Saved &saved);
    void saveIndex();
    void scan();
    void takeScan(int generation, const ResultScan &scan);
    void merge(const QList<ResultEntry> &found, Missing missing);
    void takeOpened(const QList<base::Expected<QList<lab::ResultDocument>>> &files);

    QString m_folder;
    QUndoStack &m_undoStack;
    QList<ResultEntry> m_entries;
    QHash<QString, Document> m_unsaved; ///< being written, or what could not be
    QHash<QString, std::weak_ptr<const lab::ResultDocument>> m_read; ///< what is in use somewhere
    QFileSystemWatcher m_watcher;
    QTimer m_scanning; ///< gathers changes of the folder that come together
    QTimer m_saving; ///< gathers changes of the index
    bool m_isRestored = false;
    bool m_isScanning = false;
    int m_generation = 0; ///< counts what this library did to the folder: an older scan is dropped
    base::Mailbox m_answers; ///< from the threads below to this one
    base::ThreadPool m_files{1}; ///< one after the other, in order
};

} // namespace servelab::ui
