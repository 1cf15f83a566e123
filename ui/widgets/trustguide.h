// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/trust.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace servelab::ui {

/// How systems and browsers are told to trust an authority: one at a time, its commands ready to be copied.
class TrustGuide : public QWidget
{
    Q_OBJECT
public:
    explicit TrustGuide(QWidget *parent = nullptr);

    void setAuthority(const QString &file);

Q_SIGNALS:
    void copied(const QString &text); ///< what was put on the clipboard, for the person

protected:
    void changeEvent(QEvent *event) override;

private:
    void showStep();
    void fitCommands();
    void copy();

    QList<certificates::TrustStep> m_steps;
    QString m_authority;
    QComboBox *m_where;
    QPlainTextEdit *m_commands;
    QLabel *m_note;
    QPushButton *m_copy;
};

} // namespace servelab::ui
