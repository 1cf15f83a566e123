// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/resultcommands.h"

#include "ui/sessions/resultlibrary.h"

namespace servelab::ui {

namespace {

QString removalText(const ResultLibrary &library, const QStringList &ids)
{
    if (ids.size() != 1)
        return ResultLibrary::tr("Removed %n results", nullptr, static_cast<int>(ids.size()));
    return ResultLibrary::tr("Removed %1").arg(library.at(library.rowOf(ids.first())).title());
}

} // namespace

RemoveResultsCommand::RemoveResultsCommand(ResultLibrary &library, QStringList ids)
    : QUndoCommand(removalText(library, ids))
    , m_library(library)
    , m_ids(std::move(ids))
{
}

void RemoveResultsCommand::redo()
{
    m_entries.clear();
    for (const QString &id : m_ids) {
        if (const int row = m_library.rowOf(id); row >= 0)
            m_entries.append(m_library.take(row));
    }
    m_library.putAside(m_ids);
}

void RemoveResultsCommand::undo()
{
    m_library.bringBack(m_ids);
    for (const ResultEntry &entry : m_entries)
        m_library.insert(entry);
}

ChangeResultCommand::ChangeResultCommand(
    ResultLibrary &library, QString id, Text text, QString after, const QString &said)
    : QUndoCommand(said)
    , m_library(library)
    , m_id(std::move(id))
    , m_text(text)
    , m_before(library.at(library.rowOf(m_id)).*text)
    , m_after(std::move(after))
{
}

void ChangeResultCommand::redo()
{
    apply(m_after);
}

void ChangeResultCommand::undo()
{
    apply(m_before);
}

bool ChangeResultCommand::mergeWith(const QUndoCommand *next)
{
    const auto *other = static_cast<const ChangeResultCommand *>(next); // same id(), so the same class
    if (other->m_id != m_id || other->m_text != m_text)
        return false;
    m_after = other->m_after;
    setObsolete(m_after == m_before);
    return true;
}

/// Another program may have taken the file away meanwhile.
void ChangeResultCommand::apply(const QString &text)
{
    const int row = m_library.rowOf(m_id);
    if (row < 0)
        return;
    ResultEntry entry = m_library.at(row);
    entry.*m_text = text;
    m_library.replace(row, entry);
}

} // namespace servelab::ui
