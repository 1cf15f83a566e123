// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QAction;
class QMenu;
class QVBoxLayout;

namespace servelab::ui {

/// The places of the window at its left edge, icon over text, and the menu at its foot.
class Rail : public QFrame
{
    Q_OBJECT
public:
    static constexpr int railWidth = 72; ///< at least; more where the text is large

    explicit Rail(QMenu *menu, QWidget *parent = nullptr);

    void addPlace(QAction *place); ///< checkable; the caller owns it

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_places;
};

} // namespace servelab::ui
