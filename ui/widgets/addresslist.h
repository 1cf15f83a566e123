// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QUrl>
#include <QWidget>

class QGridLayout;

namespace servelab::ui {

/// An address and for whom it is.
struct Address
{
    QUrl url;
    bool isForOthers = false; ///< machines of the network can open it: it has a QR code
    friend bool operator==(const Address &, const Address &) = default;
};

/// The addresses of a site, each with Open and Copy, and a QR code where a phone could use it.
class AddressList : public QWidget
{
    Q_OBJECT
public:
    explicit AddressList(QWidget *parent = nullptr);

    /// `reachable`: something answers there, so that opening makes sense.
    void setAddresses(const QList<Address> &addresses, bool reachable);

Q_SIGNALS:
    void openRequested(const QUrl &url);
    void copyRequested(const QUrl &url);

private:
    void addRow(int row, const Address &address);

    QGridLayout *m_grid;
    QList<Address> m_addresses;
    bool m_reachable = false;
};

} // namespace servelab::ui
