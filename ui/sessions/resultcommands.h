// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/resultentry.h"

#include <QList>
#include <QUndoCommand>

namespace servelab::ui {

class ResultLibrary;

/// Takes results out of the list; their files are put aside and deleted at the end of the program.
class RemoveResultsCommand : public QUndoCommand
{
public:
    RemoveResultsCommand(ResultLibrary &library, QStringList ids);
    void redo() override;
    void undo() override;

private:
    ResultLibrary &m_library;
    QStringList m_ids;
    QList<ResultEntry> m_entries;
};

/// What a person wrote about a result. Several changes of the same text in a row are one command.
class ChangeResultCommand : public QUndoCommand
{
public:
    using Text = QString ResultEntry::*;

    ChangeResultCommand(ResultLibrary &library, QString id, Text text, QString after, const QString &said);
    void redo() override;
    void undo() override;
    int id() const override { return 2; }
    bool mergeWith(const QUndoCommand *next) override;

private:
    void apply(const QString &text);

    ResultLibrary &m_library;
    QString m_id;
    Text m_text;
    QString m_before;
    QString m_after;
};

} // namespace servelab::ui
