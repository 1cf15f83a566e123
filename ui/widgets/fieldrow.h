// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"

#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;

namespace servelab::ui {

/// A setting in a form: its name at the left, the editor at the right, under it a quiet hint or, while there
/// is one, what is wrong with it. A setting that differs from its default has a mark and a way back.
class FieldRow : public QWidget
{
    Q_OBJECT
public:
    /// The row owns `editor`. Without a term the label explains nothing.
    FieldRow(const QString &label, std::optional<Term> term, QWidget *editor, QWidget *parent = nullptr);

    void setHint(const QString &hint);
    void setProblem(const QString &problem); ///< empty: none
    bool hasProblem() const { return m_hasProblem; }

    /// Whether the setting differs from `defaultText`.
    void setChanged(bool changed, const QString &defaultText);
    bool isChanged() const { return m_isChanged; }

Q_SIGNALS:
    void resetRequested();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void showMessage();
    void fitName();
    QToolButton *createReset(const QString &label);

    QWidget *m_editor;
    QLabel *m_name;
    QLabel *m_message;
    QToolButton *m_reset;
    QString m_hint;
    QString m_problem;
    bool m_hasProblem = false;
    bool m_isChanged = false;
};

} // namespace servelab::ui
