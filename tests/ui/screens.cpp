// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/screens.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QTest>

namespace servelab::ui::testing {

using namespace Qt::StringLiterals;

namespace {

Theme *theme = nullptr;

QString nameOfRow()
{
    return QString::fromLatin1(QTest::currentDataTag());
}

QString languageOfRow()
{
    QFETCH(QString, language);
    return language;
}

/// Labels that do not wrap have the room they ask for.
void checkNothingIsCut(MainWindow &window, const QString &name)
{
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (!label->isVisible() || label->wordWrap()
            || label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        QVERIFY2(label->width() >= label->minimumSizeHint().width(),
            qPrintable(u"%1: \"%2\" has %3 of %4"_s.arg(name, label->text())
                    .arg(label->width())
                    .arg(label->minimumSizeHint().width())));
    }
}

WindowPlaces placesIn(const QTemporaryDir &folder)
{
    return {.sitesFile = folder.filePath(u"sites.json"_s),
        .measuredProgram = qEnvironmentVariable("SERVELAB_CLI"),
        .sampleSite = [] { return site::SiteConfig(); },
        .contenders = {qEnvironmentVariable("SERVELAB_SOURCE_DIR") + u"/bench/contenders.json"_s, {}}};
}

} // namespace

void addSizesAndThemes()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Theme::Mode>("mode");
    QTest::addColumn<int>("textScale");
    QTest::addColumn<QString>("language");
    const auto row = [](const char *name, int width, int height, Theme::Mode mode, int textScale = 100,
                         const QString &language = {}) {
        QTest::newRow(name) << QSize(width, height) << mode << textScale << language;
    };
    row("light-1280x800", 1280, 800, Theme::Mode::Light);
    row("dark-1280x800", 1280, 800, Theme::Mode::Dark);
    row("light-1920x1080", 1920, 1080, Theme::Mode::Light);
    row("dark-1920x1080", 1920, 1080, Theme::Mode::Dark);
    row("light-1024x700", 1024, 700, Theme::Mode::Light);
    row("dark-1024x700", 1024, 700, Theme::Mode::Dark);
    row("light-1920x1080-200", 1920, 1080, Theme::Mode::Light, 200);
    row("german-1280x800", 1280, 800, Theme::Mode::Light, 100, u"de"_s);
}

ScreenWindow::ScreenWindow()
    : m_language(languageOfRow())
    , m_settings(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat)
{
    QFETCH(QSize, size);
    QFETCH(Theme::Mode, mode);
    QFETCH(int, textScale);
    theme->setMode(mode);
    m_window = std::make_unique<MainWindow>(placesIn(m_folder), *theme, m_settings);
    theme->setTextScale(textScale);
    m_window->resize(size);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

ScreenWindow::~ScreenWindow() = default;

QString screensFolder()
{
    const QString folder = qEnvironmentVariable("SERVELAB_BINARY_DIR", QDir::tempPath()) + u"/screens"_s;
    QDir().mkpath(folder);
    return folder;
}

void takeScreen(MainWindow &window, const QString &name, const std::function<void()> &last)
{
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    last();
    QCoreApplication::sendPostedEvents();
    checkNothingIsCut(window, name);
    QVERIFY(window.grab().save(u"%1/%2-%3.png"_s.arg(screensFolder(), name, nameOfRow())));
}

void goTo(MainWindow &window, Qt::Key place)
{
    QTest::keyClick(&window, place, Qt::ControlModifier);
}

int runScreens(int argc, char **argv, const std::function<std::unique_ptr<QObject>()> &makeTest)
{
    const QTemporaryDir certificates;
    qputenv("XDG_DATA_HOME", QFile::encodeName(certificates.path()));
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    Theme applied;
    theme = &applied;
    return QTest::qExec(makeTest().get(), argc, argv);
}

} // namespace servelab::ui::testing
