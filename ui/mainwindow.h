// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/site/siteconfigjson.h"
#include "ui/models/commandmodel.h"
#include "ui/models/sitelistmodel.h"
#include "ui/sessions/labcatalogue.h"
#include "ui/sessions/labsession.h"
#include "ui/sessions/resultlibrary.h"
#include "ui/sessions/singleinstance.h"
#include "ui/sessions/sitecollection.h"
#include "ui/sessions/sitestore.h"
#include "ui/widgets/theme.h"

#include <QMainWindow>
#include <QTimer>

#include <functional>

class QActionGroup;
class QMenu;
class QSettings;
class QStackedWidget;

namespace servelab::ui {

class CommandPalette;
class LabPage;
class NoticeBar;
class Rail;
class ResultsPage;
class SitesPage;
class Tray;

/// Where the window finds what is not its own.
struct WindowPlaces
{
    QString sitesFile; ///< path of sites.json
    QString measuredProgram; ///< path of servelab-cli
    std::function<std::expected<site::SiteConfig, site::Problems>()> sampleSite;
    QString resultsFolder = {}; ///< where results are kept; empty: "results" beside the list of sites
    QString configurationFolder = {}; ///< the person's ("~/.config"), to start at login; empty: not offered
    ContenderPlaces contenders = {}; ///< other servers that the lab can compare with
};

/// The window: its places, what can be done everywhere, and the line that says what happened.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// `theme` and `settings` outlive the window.
    MainWindow(WindowPlaces places, Theme &theme, QSettings &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Reads the stored sites and starts those that ran.
    void restore();

    /// Adds a folder as a site, or finds it, and shows it.
    void openFolder(const QString &folder);
    /// Opens the sample site and starts it.
    void openSampleSite();

    /// Keeps what an experiment found, and shows it to whom has waited for it in the Lab.
    void takeResult(const lab::ResultDocument &document);
    /// Takes files into the library of results and shows them.
    void openResults(const QStringList &paths);

    /// What a later start of the program asked of this one: its folders, and to be seen.
    void takeRequest(const SingleInstance::Request &request);
    /// Brings the window to the front, also when it is minimized.
    void present();
    /// Shows an icon among the desktop's, where there is a place for it.
    void showTray();

    SiteCollection &sites() { return m_sites; }
    LabSession &lab() { return m_lab; }
    ResultLibrary &results() { return m_results; }

protected:
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void connectPages();
    void createActions();
    void createMenu();
    QAction *addCommand(const QString &text, const QString &iconName, const QKeySequence &shortcut,
        const std::function<void()> &act);
    QAction *addPlace(
        const QString &text, const QString &shortText, const QString &iconName, int number, QWidget *page);
    void createUndo();
    void createThemeActions();
    void createTextSizeActions();
    void createLanguageActions();
    void createLoginAction();
    void setTextScale(int percent);
    void arrange();
    void restoreState();
    void saveState();
    void chooseFolder();
    void sayWhatChanged(int undoIndex);
    void showFigures();
    void setThemeMode(Theme::Mode mode);

    WindowPlaces m_places;
    Theme &m_theme;
    QSettings &m_settings;
    SiteStore m_store;
    SiteCollection m_sites;
    SiteListModel m_siteModel;
    LabSession m_lab;
    ResultLibrary m_results; ///< dies before the undo stack of the sites, onto which its changes go
    CommandModel m_commands;
    SitesPage *m_sitesPage;
    LabPage *m_labPage;
    ResultsPage *m_resultsPage;
    QStackedWidget *m_pages;
    NoticeBar *m_notice;
    QMenu *m_menu;
    Rail *m_rail;
    CommandPalette *m_palette = nullptr;
    QActionGroup *m_placeGroup;
    QAction *m_sitesPlace = nullptr;
    QAction *m_labPlace = nullptr;
    QAction *m_resultsPlace = nullptr;
    QMenu *m_appearance = nullptr;
    Tray *m_tray = nullptr;
    QTimer m_figures;
    std::chrono::nanoseconds m_cpuTime{0}; ///< of this process, when the figures were shown last
    base::TimePoint m_shownAt;
    int m_undoIndex = 0;
};

} // namespace servelab::ui
