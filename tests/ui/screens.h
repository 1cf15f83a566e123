// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/inlanguage.h"
#include "ui/mainwindow.h"

#include <QSettings>
#include <QTemporaryDir>

#include <functional>
#include <memory>

/// What the tests that take pictures of the window share.
namespace servelab::ui::testing {

/// The columns "size", "mode", "textScale" and "language", with a row for each kind of window that pictures
/// are taken of.
void addSizesAndThemes();

/// A window as the current row has it, visible and active, with the contenders of the project. Nothing that
/// it keeps outlives it.
class ScreenWindow
{
public:
    ScreenWindow();
    ~ScreenWindow();

    MainWindow &operator*() { return *m_window; }
    QString folder() const { return m_folder.path(); }

private:
    InLanguage m_language;
    QTemporaryDir m_folder;
    QSettings m_settings;
    std::unique_ptr<MainWindow> m_window;
};

/// "screens" beside the programs; made when it is missing.
QString screensFolder();

/// A picture named after `name` and the current row; fails where a text is cut off. `last` comes just before
/// it, behind everything the window would do on its own.
void takeScreen(MainWindow &window, const QString &name, const std::function<void()> &last = [] { });

void goTo(MainWindow &window, Qt::Key place);

/// main() of such a test: its own folder for certificates, one locale.
int runScreens(int argc, char **argv, const std::function<std::unique_ptr<QObject>()> &makeTest);

} // namespace servelab::ui::testing
