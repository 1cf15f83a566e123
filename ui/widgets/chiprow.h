// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QPushButton;

namespace servelab::ui {

/// Numbers to choose several of, side by side.
class ChipRow : public QWidget
{
    Q_OBJECT
public:
    ChipRow(int first, int last, int perRow, QWidget *parent = nullptr);

    QList<int> chosen() const; ///< ascending
    void choose(const QList<int> &numbers);

Q_SIGNALS:
    void changed();

private:
    int m_first;
    QList<QPushButton *> m_chips;
};

} // namespace servelab::ui
