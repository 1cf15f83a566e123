// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/base/process.h"
#include "ui/models/droppedfolders.h"
#include "ui/models/format.h"
#include "ui/pages/labpage.h"
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
    , m_sitesPage(new SitesPage(m_sites, m_siteModel))
    , m_labPage(new LabPage({m_places.sampleSite, m_places.contenders}, m_sites, m_lab))
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
        [this](const base::Error &error) { m_notice->warn(error.toString()); });
}

void MainWindow::createActions()
{
    m_sitesPlace = addPlace(tr("Go to Sites"), tr("Sites"), u"sites"_s, 1, m_sitesPage);
    addPlace(tr("Go to Lab"), tr("Lab"), u"lab"_s, 2, m_labPage);
    m_sitesPlace->trigger();
    for (QAction *action : m_sitesPage->siteActions() + m_labPage->labActions()) {
        addAction(action);
        m_commands.addAction(action);
    }
    m_menu->addAction(addCommand(tr("All commands..."), u"commands"_s, QKeySequence(Qt::CTRL | Qt::Key_K),
        [this] { m_palette->open(); }));
    m_menu->addSeparator();
    m_menu->addAction(
        addCommand(tr("Add folder..."), u"add-folder"_s, QKeySequence::New, [this] { chooseFolder(); }));
    m_menu->addAction(addCommand(tr("Open the sample site"), u"sample"_s, {}, [this] { openSampleSite(); }));
    m_menu->addAction(addCommand(tr("Start all sites"), u"start"_s,
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F5), [this] { m_sites.startAll(); }));
    m_menu->addAction(addCommand(tr("Stop all sites"), u"stop"_s, {}, [this] { m_sites.stopAll(); }));
    m_menu->addSeparator();
    m_menu->addActions(m_sitesPage->siteActions());
    m_menu->addSeparator();
    m_menu->addActions(m_labPage->labActions());
    m_menu->addSeparator();
    createUndo();
    createThemeActions();
    createTextSizeActions();
    createLoginAction();
    m_menu->addSeparator();
    m_menu->addAction(addCommand(tr("Quit"), u"close"_s, QKeySequence::Quit, [this] { close(); }));
}

QAction *MainWindow::addCommand(const QString &text, const QString &iconName, const QKeySequence &shortcut,
    const std::function<void()> &act)
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    m_commands.addAction(action);
    return action;
}

QAction *MainWindow::addPlace(
    const QString &text, const QString &shortText, const QString &iconName, int number, QWidget *page)
{
    m_pages->addWidget(page);
    const QKeySequence shortcut(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number));
    QAction *place = addCommand(text, iconName, shortcut, [this, page] { m_pages->setCurrentWidget(page); });
    place->setIconText(shortText);
    place->setData(iconName);
    place->setCheckable(true);
    m_placeGroup->addAction(place);
    m_rail->addPlace(place);
    return place;
}

void MainWindow::createUndo()
{
    QUndoStack &stack = m_sites.undoStack();
    QAction *undo = stack.createUndoAction(this, tr("Undo:"));
    undo->setShortcut(QKeySequence::Undo);
    undo->setIcon(icon(u"undo"_s));
    QAction *redo = stack.createRedoAction(this, tr("Redo:"));
    redo->setShortcut(QKeySequence::Redo);
    redo->setIcon(icon(u"redo"_s));
    for (QAction *action : {undo, redo}) {
        addAction(action);
        m_menu->addAction(action);
        m_commands.addAction(action);
    }
    m_menu->addSeparator();
    connect(&stack, &QUndoStack::indexChanged, this, &MainWindow::sayWhatChanged);
    connect(m_notice, &NoticeBar::undoRequested, &stack, &QUndoStack::undo);
}

void MainWindow::createThemeActions()
{
    m_appearance = m_menu->addMenu(icon(u"appearance"_s), tr("Appearance"));
    auto *group = new QActionGroup(this);
    const auto add = [this, group](const QString &text, Theme::Mode mode) {
        QAction *action = addCommand(text, u"appearance"_s, {}, [this, mode] { setThemeMode(mode); });
        action->setCheckable(true);
        action->setData(static_cast<int>(mode));
        group->addAction(action);
        m_appearance->addAction(action);
    };
    add(tr("Appearance: as the system"), Theme::Mode::System);
    add(tr("Appearance: light"), Theme::Mode::Light);
    add(tr("Appearance: dark"), Theme::Mode::Dark);
    connect(m_appearance, &QMenu::aboutToShow, group, [this, group] {
        for (QAction *action : group->actions())
            action->setChecked(action->data().toInt() == static_cast<int>(m_theme.mode()));
    });
}

void MainWindow::createTextSizeActions()
{
    m_appearance->addSeparator();
    auto *group = new QActionGroup(this);
    for (const int percent : {100, 125, 150, 175, 200}) {
        QAction *action = addCommand(tr("Text size: %1 %").arg(percent), u"appearance"_s, {},
            [this, percent] { setTextScale(percent); });
        action->setCheckable(true);
        action->setData(percent);
        group->addAction(action);
        m_appearance->addAction(action);
    }
    connect(m_appearance, &QMenu::aboutToShow, group, [this, group] {
        for (QAction *action : group->actions())
            action->setChecked(action->data().toInt() == m_theme.textScale());
    });
}

void MainWindow::setTextScale(int percent)
{
    m_theme.setTextScale(percent);
    m_settings.setValue(textScaleKey, m_theme.textScale());
}

void MainWindow::createLoginAction()
{
    if (m_places.configurationFolder.isEmpty() || !Autostart::isSupported())
        return;
    QAction *action = addCommand(tr("Start at login"), u"start"_s, {}, [] { });
    action->setCheckable(true);
    m_menu->addAction(action);
    const auto autostart
        = [this] { return Autostart(m_places.configurationFolder, QCoreApplication::applicationFilePath()); };
    connect(
        m_menu, &QMenu::aboutToShow, action, [action, autostart] { action->setChecked(autostart().isOn()); });
    connect(action, &QAction::triggered, this, [this, autostart](bool on) {
        if (const auto done = autostart().setOn(on); !done)
            m_notice->warn(done.error().toString());
        else
            m_notice->say(
                on ? tr("Servelab starts at login, minimized") : tr("Servelab does not start at login"));
    });
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
    m_settings.setValue(placeKey, m_pages->currentIndex());
    m_settings.setValue(siteKey, m_sitesPage->currentSite() ? m_sitesPage->currentSite()->id() : QString());
}

void MainWindow::restore()
{
    if (const auto trouble = m_sites.restore())
        m_notice->warn(trouble->toString());
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
        m_notice->warn(config.error().first().toString());
        return;
    }
    const QString id = m_sites.openSite(*config);
    m_sitesPlace->trigger();
    m_sitesPage->select(id);
    m_sites.find(id)->start();
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
    if (!foldersOf(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QString &folder : foldersOf(*event->mimeData()))
        openFolder(folder);
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
