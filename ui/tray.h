// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSystemTrayIcon>

#include <memory>

class QMenu;

namespace servelab::ui {

class MainWindow;
class SiteCollection;

/// The program's icon among those of the desktop: what is served, and the way to the window. Nothing can be
/// done only here.
class Tray : public QObject
{
    Q_OBJECT
public:
    /// Both outlive the tray; the window owns it.
    Tray(SiteCollection &sites, MainWindow &window);
    ~Tray() override;

    /// Whether the desktop has a place for it. May ask another program, and so take a moment.
    static bool isAvailable();

private:
    void fillMenu();

    SiteCollection &m_sites;
    MainWindow &m_window;
    std::unique_ptr<QMenu> m_menu;
    QSystemTrayIcon m_icon;
};

} // namespace servelab::ui
