// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/base/process.h"
#include "ui/models/coretext.h"
#include "ui/models/droppedfolders.h"
#include "ui/models/format.h"
#include "ui/pages/labpage.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/sitespage.h"
#include "ui/sessions/autostart.h"
#include "ui/tray.h"
#include "ui/widgets/commandpalette.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/rail.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMetaEnum>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>

namespace servelab::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr QSize firstSize(1280, 800);
constexpr auto figuresPeriod = 1s;

// Everything the window remembers of itself.
const QString geometryKey = u"window/geometry"_s;
const QString sitesSplitterKey = u"window/sitesSplitter"_s;
const QString labSplitterKey = u"window/labSplitter"_s;
const QString labFormKey = u"lab/experiment"_s;
const QString themeKey = u"window/theme"_s;
const QString textScaleKey = u"window/textScale"_s;
const QString placeKey = u"window/place"_s;
const QString siteKey = u"window/site"_s;
const QString resultsSplitterKey = u"window/resultsSplitter"_s;

QString resultsFolder(const WindowPlaces &places)
{
    return places.resultsFolder.isEmpty() ? QFileInfo(places.sitesFile).dir().filePath(u"results"_s)
                                          : places.resultsFolder;
}

} // namespace

MainWindow::MainWindow(WindowPlaces places, Theme &theme, QSettings &settings, QWidget *parent)
    : QMainWindow(parent)
    , m_places(std::move(places))
    , m_theme(theme)
    , m_settings(settings)
    , m_store(m_places.sitesFile)
    , m_sites(m_store)
    , m_siteModel(m_sites)
    , m_lab(m_places.measuredProgram)
    , m_results(resultsFolder(m_places), m_sites.undoStack())
    , m_sitesPage(new SitesPage(m_sites, m_siteModel))
    , m_labPage(new LabPage({m_places.sampleSite, m_places.contenders}, m_sites, m_lab))
    , m_resultsPage(new ResultsPage(m_results))
    , m_pages(new QStackedWidget)
    , m_notice(new NoticeBar)
    , m_menu(new QMenu(this))
    , m_rail(new Rail(m_menu))
    , m_placeGroup(new QActionGroup(this))
{
    setWindowTitle(u"Servelab"_s);
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(720, 520);
    arrange();
    createActions();
    connectPages();
    m_palette = new CommandPalette(m_commands, this);
    m_figures.setInterval(figuresPeriod);
    connect(&m_figures, &QTimer::timeout, this, &MainWindow::showFigures);
    m_figures.start();
    showFigures();
    restoreState();
}

MainWindow::~MainWindow()
{
    m_sites.disconnect(this);
    m_sites.undoStack().disconnect(this);
    delete takeCentralWidget(); // the pages look at what would die before them
}

void MainWindow::arrange()
{
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_pages, 1);
    right->addWidget(m_notice);
    auto *central = new QWidget;
    auto *layout = new QHBoxLayout(central);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(right, 1);
    setCentralWidget(central);
}

void MainWindow::connectPages()
{
    connect(m_sitesPage, &SitesPage::addFolderRequested, this, &MainWindow::chooseFolder);
    connect(m_sitesPage, &SitesPage::sampleRequested, this, &MainWindow::openSampleSite);
    connect(m_sitesPage, &SitesPage::said, m_notice, &NoticeBar::say);
    connect(m_labPage, &LabPage::said, m_notice, &NoticeBar::say);
    connect(&m_sites, &SiteCollection::said, m_notice, &NoticeBar::say);
    connect(&m_sites, &SiteCollection::noticed, this,
        [this](const base::Error &error) { m_notice->warn(coreText(error).toString()); });
    connect(m_resultsPage, &ResultsPage::said, m_notice, &NoticeBar::say);
    connect(m_resultsPage, &ResultsPage::labRequested, this, [this] { m_labPlace->trigger(); });
    connect(&m_results, &ResultLibrary::opened, this, [this] { m_resultsPlace->trigger(); });
    connect(&m_results, &ResultLibrary::failed, this,
        [this](const base::Error &error) { m_notice->warn(coreText(error).toString()); });
    connect(&m_lab, &LabSession::resultReady, this, &MainWindow::takeResult);
}

void MainWindow::setTextScale(int percent)
{
    m_theme.setTextScale(percent);
    m_settings.setValue(textScaleKey, m_theme.textScale());
}

void MainWindow::takeRequest(const SingleInstance::Request &request)
{
    for (const QString &folder : request.folders)
        openFolder(folder);
    if (request.sample)
        openSampleSite();
    if (!request.minimized)
        present();
}

void MainWindow::present()
{
    if (isMinimized())
        showNormal();
    show();
    raise();
    activateWindow();
}

void MainWindow::showTray()
{
    if (!m_tray && Tray::isAvailable())
        m_tray = new Tray(m_sites, *this);
}

void MainWindow::setThemeMode(Theme::Mode mode)
{
    m_theme.setMode(mode);
    m_settings.setValue(
        themeKey, QString::fromLatin1(QMetaEnum::fromType<Theme::Mode>().valueToKey(static_cast<int>(mode))));
}

void MainWindow::restoreState()
{
    if (!restoreGeometry(m_settings.value(geometryKey).toByteArray()))
        resize(firstSize);
    m_sitesPage->restoreSplitter(m_settings.value(sitesSplitterKey).toByteArray());
    m_labPage->restoreSplitter(m_settings.value(labSplitterKey).toByteArray());
    m_labPage->restoreForm(m_settings.value(labFormKey).toByteArray());
    m_resultsPage->restoreSplitter(m_settings.value(resultsSplitterKey).toByteArray());
    m_theme.setTextScale(m_settings.value(textScaleKey, 100).toInt());
    const int place = m_settings.value(placeKey).toInt();
    if (place > 0 && place < m_placeGroup->actions().size())
        m_placeGroup->actions().at(place)->trigger();
    bool known = false;
    const QByteArray mode = m_settings.value(themeKey).toString().toLatin1();
    const int value = QMetaEnum::fromType<Theme::Mode>().keyToValue(mode.constData(), &known);
    if (known)
        m_theme.setMode(static_cast<Theme::Mode>(value));
}

void MainWindow::saveState()
{
    m_settings.setValue(geometryKey, saveGeometry());
    m_settings.setValue(sitesSplitterKey, m_sitesPage->splitterState());
    m_settings.setValue(labSplitterKey, m_labPage->splitterState());
    m_settings.setValue(labFormKey, m_labPage->formState());
    m_settings.setValue(resultsSplitterKey, m_resultsPage->splitterState());
    m_settings.setValue(placeKey, m_pages->currentIndex());
    m_settings.setValue(siteKey, m_sitesPage->currentSite() ? m_sitesPage->currentSite()->id() : QString());
}

void MainWindow::restore()
{
    m_results.restore();
    if (const auto trouble = m_sites.restore())
        m_notice->warn(coreText(*trouble).toString());
    const QString site = m_settings.value(siteKey).toString();
    if (m_sites.rowOf(site) >= 0)
        m_sitesPage->select(site);
}

void MainWindow::openFolder(const QString &folder)
{
    if (!QFileInfo(folder).isDir()) {
        m_notice->warn(
            tr("%1 is not a folder. Choose a folder to serve.").arg(QDir::toNativeSeparators(folder)));
        return;
    }
    const QString id = m_sites.openFolder(folder);
    m_sitesPlace->trigger();
    m_sitesPage->select(id);
}

void MainWindow::openSampleSite()
{
    const auto config = m_places.sampleSite();
    if (!config) {
        m_notice->warn(coreText(config.error().first()).toString());
        return;
    }
    const QString id = m_sites.openSite(*config);
    m_sitesPlace->trigger();
    m_sitesPage->select(id);
    m_sites.find(id)->start();
}

void MainWindow::openResults(const QStringList &paths)
{
    m_results.openFiles(paths);
}

/// Whoever went on to something else is told, and nothing jumps.
void MainWindow::takeResult(const lab::ResultDocument &document)
{
    if (document.samples.isEmpty())
        return;
    const QString id = m_results.add(document);
    if (m_pages->currentWidget() == m_labPage) {
        m_resultsPlace->trigger();
        m_resultsPage->showResult(id);
    } else {
        m_notice->say(tr("The experiment has ended; its result is in Results"));
    }
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (!event->spontaneous())
        m_sitesPage->takeFocus();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!foldersOf(*event->mimeData()).isEmpty() || !resultFilesOf(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QString &folder : foldersOf(*event->mimeData()))
        openFolder(folder);
    if (const QStringList files = resultFilesOf(*event->mimeData()); !files.isEmpty())
        openResults(files);
    event->acceptProposedAction();
}

void MainWindow::chooseFolder()
{
    auto *dialog = new QFileDialog(this, tr("Choose the folder to serve"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFolder);
    dialog->open();
}

/// The index stays where a change was merged with the one before it.
void MainWindow::sayWhatChanged(int undoIndex)
{
    const bool isUndone = undoIndex < std::exchange(m_undoIndex, undoIndex);
    if (!isUndone)
        return m_notice->offerUndo(m_sites.undoStack().undoText());
    m_notice->withdrawUndo();
    m_notice->say(tr("Undone: %1").arg(m_sites.undoStack().redoText()));
}

/// What this program itself costs, and how many sites it serves.
void MainWindow::showFigures()
{
    const auto cpu = base::cpuTime(QCoreApplication::applicationPid());
    const base::TimePoint now = base::Clock::now();
    const std::chrono::duration<double> passed = now - std::exchange(m_shownAt, now);
    const std::chrono::duration<double> used = cpu.value_or(m_cpuTime) - m_cpuTime;
    m_cpuTime = cpu.value_or(m_cpuTime);
    m_notice->setFigures(
        tr("CPU %1 %   %n up", nullptr, m_sites.runningCount()).arg(qRound(used / passed * 100)));
}

} // namespace servelab::ui
