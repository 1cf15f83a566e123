// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/resultlibrary.h"

#include "core/lab/resultset.h"
#include "ui/sessions/background.h"
#include "ui/sessions/resultcommands.h"
#include "ui/sessions/resultfolder.h"

#include <QDir>
#include <QUndoStack>

#include <algorithm>

namespace servelab::ui {

using namespace std::chrono_literals;

namespace {

constexpr auto savingDelay = 300ms;
constexpr auto scanningDelay = 200ms;

using Opened = base::Expected<QList<lab::ResultDocument>>;

} // namespace

/// How the writing of a document ended.
struct ResultLibrary::Saved
{
    base::Expected<void> written;
    qint64 bytes = 0;
    qint64 writtenAt = 0;
};

ResultLibrary::ResultLibrary(QString folder, QUndoStack &undoStack, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_undoStack(undoStack)
{
    m_saving.setInterval(savingDelay);
    m_saving.setSingleShot(true);
    connect(&m_saving, &QTimer::timeout, this, &ResultLibrary::saveIndex);
    m_scanning.setInterval(scanningDelay);
    m_scanning.setSingleShot(true);
    connect(&m_scanning, &QTimer::timeout, this, &ResultLibrary::scan);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &ResultLibrary::rescan);
}

ResultLibrary::~ResultLibrary()
{
    if (m_saving.isActive())
        saveIndex();
    if (m_isRestored)
        m_files.start([folder = m_folder] { deleteRemovedResults(folder); });
    flush();
}

void ResultLibrary::restore()
{
    scan();
}

void ResultLibrary::rescan()
{
    m_scanning.start();
}

void ResultLibrary::flush()
{
    if (m_saving.isActive()) {
        m_saving.stop();
        saveIndex();
    }
    m_files.waitForDone();
}

int ResultLibrary::rowOf(const QString &id) const
{
    const auto found = std::ranges::find(m_entries, id, &ResultEntry::id);
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

QString ResultLibrary::pathOf(const QString &id) const
{
    return resultPath(m_folder, id);
}

QString ResultLibrary::add(const lab::ResultDocument &document)
{
    QString id = newResultId(document);
    while (rowOf(id) >= 0)
        id = newResultId(document);
    const auto shared = std::make_shared<const lab::ResultDocument>(document);
    m_unsaved.insert(id, shared);
    save(id, shared);
    insert(entryOf(id, document));
    return id;
}

void ResultLibrary::save(const QString &id, const Document &document)
{
    m_files.start([this, id, document, folder = m_folder] {
        QDir().mkpath(folder);
        Saved saved{document->save(resultPath(folder, id))};
        ResultEntry entry;
        entry.id = id;
        stamp(folder, entry);
        saved.bytes = entry.bytes;
        saved.writtenAt = entry.writtenAt;
        m_answers.post([this, id, saved] { takeSaved(id, saved); });
    });
}

/// What could not be written stays in memory, where it can still be exported to another place.
void ResultLibrary::takeSaved(const QString &id, const Saved &saved)
{
    if (!saved.written) {
        Q_EMIT failed(saved.written.error());
        return;
    }
    ++m_generation;
    m_read.insert(id, m_unsaved.take(id));
    if (const int row = rowOf(id); row >= 0) {
        ResultEntry entry = m_entries[row];
        entry.bytes = saved.bytes;
        entry.writtenAt = saved.writtenAt;
        replace(row, entry);
    }
}

void ResultLibrary::openFiles(const QStringList &paths)
{
    inBackground<QList<Opened>>([paths] {
        QList<Opened> files;
        for (const QString &path : paths)
            files.append(lab::loadResults(path));
        return files;
    }).then(this, [this](const QList<Opened> &files) { takeOpened(files); });
}

void ResultLibrary::takeOpened(const QList<Opened> &files)
{
    QStringList ids;
    for (const Opened &file : files) {
        if (!file) {
            Q_EMIT failed(file.error());
            continue;
        }
        for (const lab::ResultDocument &document : *file) {
            const QString same = findSame(document);
            ids.append(same.isEmpty() ? add(document) : same);
        }
    }
    if (!ids.isEmpty())
        Q_EMIT opened(ids);
}

QString ResultLibrary::findSame(const lab::ResultDocument &document) const
{
    const ResultEntry wanted = entryOf({}, document);
    const auto found = std::ranges::find_if(m_entries, [&wanted](const ResultEntry &entry) {
        return !entry.damage && wanted.startedAt.isValid() && entry.startedAt == wanted.startedAt
            && entry.experiment == wanted.experiment && entry.variants == wanted.variants;
    });
    return found == m_entries.end() ? QString() : found->id;
}

QFuture<base::Expected<ResultLibrary::Document>> ResultLibrary::read(const QString &id)
{
    using Read = base::Expected<Document>;
    Document document = m_unsaved.value(id);
    if (!document)
        document = m_read.value(id).lock();
    if (document)
        return QtFuture::makeReadyFuture(Read(document));

    // Behind what happens to the files now, but beside it: reading takes long.
    QPromise<void> turn;
    turn.start();
    QFuture<void> itsTurn = turn.future();
    m_files.start([turn = std::move(turn)]() mutable { turn.finish(); });
    return itsTurn
        .then(this,
            [path = pathOf(id)] {
                return inBackground<Read>([path]() -> Read {
                    auto read = lab::ResultDocument::load(path);
                    if (!read)
                        return std::unexpected(read.error());
                    return std::make_shared<const lab::ResultDocument>(std::move(*read));
                });
            })
        .unwrap()
        .then(this, [this, id](const Read &read) {
            if (read)
                m_read.insert(id, *read);
            return read;
        });
}

void ResultLibrary::rename(const QString &id, const QString &title)
{
    const int row = rowOf(id);
    if (row < 0 || title == m_entries[row].title())
        return;
    const QString name = title == m_entries[row].experimentTitle ? QString() : title;
    m_undoStack.push(new ChangeResultCommand( // the stack owns it
        *this, id, &ResultEntry::name, name, tr("Renamed %1").arg(m_entries[row].title())));
}

void ResultLibrary::setNote(const QString &id, const QString &note)
{
    const int row = rowOf(id);
    if (row >= 0 && note != m_entries[row].note)
        m_undoStack.push(new ChangeResultCommand( // the stack owns it
            *this, id, &ResultEntry::note, note, tr("Changed the note of %1").arg(m_entries[row].title())));
}

void ResultLibrary::remove(const QStringList &ids)
{
    QStringList present = ids;
    present.removeIf([this](const QString &id) { return rowOf(id) < 0; });
    if (!present.isEmpty())
        m_undoStack.push(new RemoveResultsCommand(*this, present)); // the stack owns it
}

void ResultLibrary::insert(const ResultEntry &entry)
{
    ++m_generation;
    const auto place = std::ranges::lower_bound(m_entries, entry, isNewer);
    const int row = static_cast<int>(place - m_entries.begin());
    Q_EMIT aboutToInsert(row);
    m_entries.insert(row, entry);
    Q_EMIT inserted(row);
    m_saving.start();
}

ResultEntry ResultLibrary::take(int row)
{
    ++m_generation;
    Q_EMIT aboutToRemove(row);
    ResultEntry entry = m_entries.takeAt(row);
    Q_EMIT removed(row);
    m_saving.start();
    return entry;
}

void ResultLibrary::replace(int row, const ResultEntry &entry)
{
    if (m_entries[row] == entry)
        return;
    m_entries[row] = entry;
    Q_EMIT changed(row);
    m_saving.start();
}

void ResultLibrary::putAside(const QStringList &ids)
{
    m_files.start([this, ids, folder = m_folder] {
        if (const auto done = putResultsAside(folder, ids); !done)
            m_answers.post([this, error = done.error()] { Q_EMIT failed(error); });
    });
}

void ResultLibrary::bringBack(const QStringList &ids)
{
    m_files.start([this, ids, folder = m_folder] {
        if (const auto done = bringResultsBack(folder, ids); !done)
            m_answers.post([this, error = done.error()] { Q_EMIT failed(error); });
    });
}

/// An index that was not read yet is not overwritten.
void ResultLibrary::saveIndex()
{
    if (!m_isRestored)
        return;
    m_files.start([this, entries = m_entries, folder = m_folder] {
        if (const auto done = writeResultIndex(folder, entries); !done)
            m_answers.post([this, error = done.error()] { Q_EMIT failed(error); });
    });
}

void ResultLibrary::scan()
{
    if (std::exchange(m_isScanning, true)) {
        rescan();
        return;
    }
    std::optional<QList<ResultEntry>> known;
    if (m_isRestored)
        known = m_entries;
    m_files.start([this, known, folder = m_folder, generation = m_generation] {
        const ResultScan found = scanResults(folder, known);
        m_answers.post([this, generation, found] { takeScan(generation, found); });
    });
}

/// What was done since makes a scan stale, but for the first one, whose index would not be read again.
void ResultLibrary::takeScan(int generation, const ResultScan &scan)
{
    m_isScanning = false;
    const bool isFirst = !m_isRestored;
    const bool isStale = generation != m_generation;
    if (!scan.isComplete || isStale)
        rescan();
    if (isStale && !isFirst)
        return;
    m_isRestored = true;
    merge(scan.entries, isStale ? Missing::Stay : Missing::Leave);
    if (!isFirst)
        return;
    m_watcher.addPath(m_folder);
    if (scan.trouble)
        Q_EMIT failed(*scan.trouble);
    Q_EMIT restored();
}

void ResultLibrary::merge(const QList<ResultEntry> &found, Missing missing)
{
    if (m_entries.isEmpty()) {
        if (found.isEmpty())
            return;
        Q_EMIT aboutToReset();
        m_entries = found;
        Q_EMIT reset();
        m_saving.start();
        return;
    }
    QHash<QString, ResultEntry> byId;
    for (const ResultEntry &entry : found)
        byId.insert(entry.id, entry);
    for (int row = count() - 1; row >= 0; --row) {
        const ResultEntry old = m_entries[row];
        ResultEntry now = byId.take(old.id);
        if (now.id.isEmpty()) {
            if (missing == Missing::Leave && !m_unsaved.contains(old.id))
                take(row);
            continue;
        }
        now.name = old.name;
        now.note = old.note;
        replace(row, now);
    }
    for (const ResultEntry &entry : std::as_const(byId))
        insert(entry);
}

} // namespace servelab::ui
