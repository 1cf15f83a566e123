// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace servelab::ui {

/// A setting in a form: its name at the left, the editor at the right, under it a quiet hint or, while there
/// is one, what is wrong with it.
class FieldRow : public QWidget
{
    Q_OBJECT
public:
    static constexpr int labelWidth = 144;

    /// The row owns `editor`. Without a term the label explains nothing.
    FieldRow(const QString &label, std::optional<Term> term, QWidget *editor, QWidget *parent = nullptr);

    void setHint(const QString &hint);
    void setProblem(const QString &problem); ///< empty: none
    bool hasProblem() const { return m_hasProblem; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void showMessage();

    QWidget *m_editor;
    QLabel *m_message;
    QString m_hint;
    QString m_problem;
    bool m_hasProblem = false;
};

} // namespace servelab::ui
