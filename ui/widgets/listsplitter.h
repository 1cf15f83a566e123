// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace servelab::ui {

/// A list at the left of what is chosen in it. Where both have no room the list goes.
class ListSplitter : public QSplitter
{
    Q_OBJECT
public:
    static constexpr int leastWidth = 900 - 72; ///< with the list: a window of 900 pixels, without its rail

    ListSplitter(QWidget *list, QWidget *detail, int listWidth, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;
};

} // namespace servelab::ui
