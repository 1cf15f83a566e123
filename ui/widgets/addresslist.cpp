// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/addresslist.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/style.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

AddressList::AddressList(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setVerticalSpacing(0);
    m_grid->setColumnStretch(3, 1);
}

void AddressList::setAddresses(const QList<QUrl> &addresses, bool reachable)
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
        addRow(static_cast<int>(row), addresses[row], reachable);
}

void AddressList::addRow(int row, const QUrl &url, bool reachable)
{
    auto *text = new QLabel(url.toString());
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setForegroundRole(reachable ? QPalette::WindowText : QPalette::PlaceholderText);
    auto *open = new QPushButton(icon(u"open"_s, QPalette::Link), tr("Open"));
    open->setEnabled(reachable);
    open->setAccessibleName(tr("Open %1 in the browser").arg(url.toString()));
    auto *copy = new QPushButton(icon(u"copy"_s, QPalette::Link), tr("Copy"));
    copy->setAccessibleName(tr("Copy %1").arg(url.toString()));
    for (QPushButton *button : {open, copy})
        setButtonKind(button, ButtonKind::Quiet);
    connect(open, &QPushButton::clicked, this, [this, url] { Q_EMIT openRequested(url); });
    connect(copy, &QPushButton::clicked, this, [this, url] { Q_EMIT copyRequested(url); });
    m_grid->addWidget(text, row, 0);
    m_grid->addWidget(open, row, 1);
    m_grid->addWidget(copy, row, 2);
}

} // namespace servelab::ui
