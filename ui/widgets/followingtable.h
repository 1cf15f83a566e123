// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace servelab::ui {

/// A table whose rows come at its end and leave at its beginning. While its end is in sight it stays there;
/// else the rows one looks at keep their place.
class FollowingTable : public QTableView
{
    Q_OBJECT
public:
    explicit FollowingTable(QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override; ///< once

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    bool isAtEnd() const;
    void fitRows();

    bool m_follows = true;
};

} // namespace servelab::ui
