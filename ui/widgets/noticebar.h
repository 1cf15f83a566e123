// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;

namespace servelab::ui {

/// The line at the bottom of the window: what just happened, with a way back for eight seconds where there is
/// one.
class NoticeBar : public QFrame
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds offerTime{8};

    explicit NoticeBar(QWidget *parent = nullptr);

    void say(const QString &text);
    void offerUndo(const QString &text);
    void warn(const QString &text); ///< stays until something else is said or it is closed
    void withdrawUndo();
    void setFigures(const QString &text); ///< at the right, always there

    QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

Q_SIGNALS:
    void undoRequested();

private:
    void show(const QString &text, const QString &iconName);
    void setText(const QString &text);

    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_undo;
    QPushButton *m_close;
    QLabel *m_figures;
    QString m_offered;
    QTimer m_offer;
};

} // namespace servelab::ui
