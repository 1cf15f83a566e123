// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "ui/pages/labpage.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/sitespage.h"
#include "ui/sessions/autostart.h"
#include "ui/sessions/language.h"
#include "ui/widgets/commandpalette.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/rail.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QStackedWidget>

/// The actions of the window: its places, its menu and what stands in the palette.
namespace servelab::ui {

using namespace Qt::StringLiterals;

void MainWindow::createActions()
{
    m_sitesPlace = addPlace(tr("Go to Sites"), tr("Sites"), u"sites"_s, 1, m_sitesPage);
    m_labPlace = addPlace(tr("Go to Lab"), tr("Lab"), u"lab"_s, 2, m_labPage);
    m_resultsPlace = addPlace(tr("Go to Results"), tr("Results"), u"results"_s, 3, m_resultsPage);
    m_sitesPlace->trigger();
    for (QAction *action :
        m_sitesPage->siteActions() + m_labPage->labActions() + m_resultsPage->resultActions()) {
        addAction(action);
        m_commands.addAction(action);
    }
    createMenu();
}

void MainWindow::createMenu()
{
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
    m_menu->addAction(addCommand(
        tr("Open results..."), u"folder"_s, QKeySequence::Open, [this] { m_resultsPage->chooseFile(); }));
    m_menu->addActions(m_resultsPage->resultActions());
    m_menu->addSeparator();
    createUndo();
    createThemeActions();
    createTextSizeActions();
    createLanguageActions();
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

/// Texts are put together once, so another language comes with the next start.
void MainWindow::createLanguageActions()
{
    auto *menu = m_menu->addMenu(icon(u"language"_s), tr("Language"));
    auto *group = new QActionGroup(this);
    const auto add = [this, menu, group](const QString &text, const QString &code, const QString &said) {
        QAction *action = addCommand(text, u"language"_s, {}, [this, code, said] {
            chooseLanguage(m_settings, code);
            m_notice->say(said);
        });
        action->setCheckable(true);
        action->setData(code);
        group->addAction(action);
        menu->addAction(action);
    };
    add(tr("Language: as the system"), {},
        tr("From the next start on Servelab speaks the language of the system"));
    for (const Language &language : languages())
        add(tr("Language: %1").arg(language.name), language.code,
            tr("From the next start on Servelab speaks this language: %1").arg(language.name));
    connect(menu, &QMenu::aboutToShow, group, [this, group] {
        for (QAction *action : group->actions())
            action->setChecked(action->data().toString() == chosenLanguage(m_settings));
    });
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

} // namespace servelab::ui
