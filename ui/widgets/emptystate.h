// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace servelab::ui {

/// What an empty page shows: one picture, one sentence, one button, and at most one quiet one more.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    struct Content
    {
        QString picture;
        QString title;
        QString sentence;
        QString button; ///< empty: none
        QString buttonIcon;
        QString quietButton; ///< empty: none
    };

    explicit EmptyState(const Content &content, QWidget *parent = nullptr);

Q_SIGNALS:
    void chosen();
    void quietlyChosen();

protected:
    void changeEvent(QEvent *event) override;

private:
    void fitSentence();

    QLabel *m_sentence;
};

} // namespace servelab::ui
