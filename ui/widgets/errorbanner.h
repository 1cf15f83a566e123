// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace servelab::ui {

/// An error where its cause is: what happened, what to do, and where there is one the way out as a button.
class ErrorBanner : public QFrame
{
    Q_OBJECT
public:
    explicit ErrorBanner(QWidget *parent = nullptr);

    void showError(const base::Error &error);
    void setWayOut(const QString &text); ///< empty: no button

Q_SIGNALS:
    void wayOutChosen();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_message;
    QLabel *m_remedy;
    QPushButton *m_wayOut;
};

} // namespace servelab::ui
