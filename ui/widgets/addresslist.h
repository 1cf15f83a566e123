// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QUrl>
#include <QWidget>

class QGridLayout;

namespace servelab::ui {

/// The addresses of a site, each with Open and Copy.
class AddressList : public QWidget
{
    Q_OBJECT
public:
    explicit AddressList(QWidget *parent = nullptr);

    /// `reachable`: something answers there, so that opening makes sense.
    void setAddresses(const QList<QUrl> &addresses, bool reachable);

Q_SIGNALS:
    void openRequested(const QUrl &url);
    void copyRequested(const QUrl &url);

private:
    void addRow(int row, const QUrl &url, bool reachable);

    QGridLayout *m_grid;
    QList<QUrl> m_addresses;
    bool m_reachable = false;
};

} // namespace servelab::ui
