// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/addresslist.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/qrview.h"
#include "ui/widgets/style.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QPushButton *makeButton(const QString &iconName, const QString &text)
{
    auto *button = new QPushButton(icon(iconName, QPalette::Link), text);
    setButtonKind(button, ButtonKind::Quiet);
    return button;
}

} // namespace

AddressList::AddressList(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setVerticalSpacing(0);
    m_grid->setColumnStretch(4, 1);
}

void AddressList::setAddresses(const QList<Address> &addresses, bool reachable)
{
    if (addresses == m_addresses && reachable == m_reachable)
        return;
    m_addresses = addresses;
    m_reachable = reachable;
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (qsizetype row = 0; row < addresses.size(); ++row)
        addRow(static_cast<int>(row), addresses[row]);
}

void AddressList::addRow(int row, const Address &address)
{
    const QUrl url = address.url;
    auto *text = new QLabel(url.toString());
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setForegroundRole(m_reachable ? QPalette::WindowText : QPalette::PlaceholderText);
    auto *open = makeButton(u"open"_s, tr("Open"));
    open->setEnabled(m_reachable);
    open->setAccessibleName(tr("Open %1 in the browser").arg(url.toString()));
    auto *copy = makeButton(u"copy"_s, tr("Copy"));
    copy->setAccessibleName(tr("Copy %1").arg(url.toString()));
    connect(open, &QPushButton::clicked, this, [this, url] { Q_EMIT openRequested(url); });
    connect(copy, &QPushButton::clicked, this, [this, url] { Q_EMIT copyRequested(url); });
    m_grid->addWidget(text, row, 0);
    m_grid->addWidget(open, row, 1);
    m_grid->addWidget(copy, row, 2);
    if (!address.isForOthers)
        return;
    auto *code = makeButton(u"qr"_s, tr("QR code"));
    code->setAccessibleName(tr("QR code of %1").arg(url.toString()));
    connect(code, &QPushButton::clicked, this, [url, code] { QrView::popUp(url, code); });
    m_grid->addWidget(code, row, 3);
}

} // namespace servelab::ui
