// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tray.h"

#include "ui/mainwindow.h"
#include "ui/models/sitelistmodel.h"
#include "ui/widgets/icons.h"

#include <QMenu>

namespace servelab::ui {

using namespace Qt::StringLiterals;

Tray::Tray(SiteCollection &sites, MainWindow &window)
    : QObject(&window)
    , m_sites(sites)
    , m_window(window)
    , m_menu(std::make_unique<QMenu>())
    , m_icon(applicationIcon())
{
    m_icon.setContextMenu(m_menu.get());
    m_icon.setToolTip(u"Servelab"_s);
    connect(m_menu.get(), &QMenu::aboutToShow, this, &Tray::fillMenu);
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick)
            m_window.present();
    });
    fillMenu(); // some desktops show an empty menu never
    m_icon.show();
}

Tray::~Tray() = default;

bool Tray::isAvailable()
{
    return QSystemTrayIcon::isSystemTrayAvailable();
}

void Tray::fillMenu()
{
    m_menu->clear();
    connect(m_menu->addAction(tr("Show window")), &QAction::triggered, &m_window, &MainWindow::present);
    m_menu->addSeparator();
    for (int row = 0; row < m_sites.count(); ++row) {
        SiteSession *site = m_sites.at(row);
        QAction *action = m_menu->addAction(
            u"%1: %2"_s.arg(QString(site->name()).replace(u'&', u"&&"_s), statusText(statusOf(*site))));
        action->setCheckable(true);
        action->setChecked(site->isWanted());
        connect(action, &QAction::triggered, site, [site](bool on) { on ? site->start() : site->stop(); });
    }
    m_menu->addSeparator();
    connect(m_menu->addAction(tr("Stop all sites")), &QAction::triggered, &m_sites, &SiteCollection::stopAll);
    connect(m_menu->addAction(tr("Quit")), &QAction::triggered, &m_window, &QWidget::close);
}

} // namespace servelab::ui
