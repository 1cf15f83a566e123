// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "ui/mainwindow.h"
#include "ui/pages/labpage.h"
#include "ui/pages/resultdetail.h"
#include "ui/pages/resultspage.h"

#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <vector>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int mostSteps = 400; // of Tab; there are fewer widgets

using IsIt = std::function<bool(const QWidget &)>;

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    QWidget *popup = QApplication::activePopupWidget();
    QWidget *focus = QApplication::focusWidget();
    QTest::keyClick(popup ? popup : focus ? focus : QApplication::activeWindow(), key, modifiers);
    QCoreApplication::processEvents();
}

void type(const QString &text)
{
    QTest::keyClicks(QApplication::focusWidget(), text);
}

bool tabToWhere(const IsIt &isIt)
{
    for (int step = 0; step < mostSteps; ++step) {
        const QWidget *focus = QApplication::focusWidget();
        if (focus && isIt(*focus))
            return true;
        press(Qt::Key_Tab);
    }
    return false;
}

/// Fails where Tab never comes to it.
bool tabTo(const QString &name)
{
    return tabToWhere([&](const QWidget &widget) { return widget.objectName() == name; });
}

bool tabToButton(const QString &text)
{
    return tabToWhere([&](const QWidget &widget) {
        const auto *button = qobject_cast<const QPushButton *>(&widget);
        return button && button->text() == text;
    });
}

/// What a window manager does; there may be none.
bool activate(QWidget &window)
{
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window);
}

/// Writes into a field in place of what it holds.
void replaceText(const QString &text)
{
    press(Qt::Key_A, Qt::ControlModifier);
    type(text);
    press(Qt::Key_Return);
}

/// Answers the dialog for files that has opened.
bool giveFile(MainWindow &window, const QString &path)
{
    auto *dialog = window.findChild<QFileDialog *>();
    if (!dialog || !activate(*dialog) || !tabTo(u"fileNameEdit"_s))
        return false;
    replaceText(path);
    return activate(window);
}

} // namespace

/// The whole main job, from a window that knows nothing to an exported result, without a mouse.
class TestKeyboardJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void servesComparesAndExports()
    {
        QTemporaryDir folder;
        const QString site = testing::writeSite(folder.path(), u"blog"_s);
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        Theme theme;
        MainWindow window({.sitesFile = folder.filePath(u"sites.json"_s),
                              .measuredProgram = qEnvironmentVariable("SERVELAB_CLI"),
                              .sampleSite = [] { return site::SiteConfig(); }},
            theme, settings);
        window.show();
        QVERIFY(activate(window));

        const QString page = folder.filePath(u"result.html"_s);
        const std::vector<std::function<void()>> steps{[&] { addFolder(window, site); },
            [] { chooseSettings(); }, [&] { start(window); }, [&] { compare(window); },
            [&] { exportResult(window, page); }};
        for (const std::function<void()> &step : steps) {
            step();
            if (QTest::currentTestFailed())
                return;
        }
        QFile exported(page);
        QTRY_VERIFY(exported.exists() && exported.size() > 0);
        QVERIFY(exported.open(QIODevice::ReadOnly));
        const QByteArray text = exported.readAll();
        QVERIFY2(text.contains("<!DOCTYPE html>"), text.left(200).constData());
        QVERIFY(text.contains("Brotli quality 9"));
    }

private:
    static void addFolder(MainWindow &window, const QString &path)
    {
        press(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(giveFile(window, path));
        QTRY_COMPARE(window.sites().count(), 1);
    }

    static void chooseSettings()
    {
        press(Qt::Key_Comma, Qt::ControlModifier);
        QVERIFY(tabTo(u"port"_s));
        replaceText(u"0"_s);
        QVERIFY(tabTo(u"compression.enabled"_s));
        press(Qt::Key_Space);
        QVERIFY(tabTo(u"compression.brotliQuality"_s));
        press(Qt::Key_Right);
    }

    static void start(MainWindow &window)
    {
        press(Qt::Key_F5);
        SiteSession &site = *window.sites().at(0);
        QTRY_COMPARE(site.state(), SiteSession::State::Running);
        QCOMPARE(site.config().compression.brotliQuality, 5);
        QVERIFY(site.config().compression.enabled);
        QVERIFY(testing::request(site.port()).startsWith("HTTP/1.1 200"));
    }

    static void compare(MainWindow &window)
    {
        press(Qt::Key_2, Qt::ControlModifier);
        auto *lab = window.findChild<LabPage *>();
        QTRY_VERIFY(lab->isVisible());
        QVERIFY(tabTo(u"sweep"_s));
        press(Qt::Key_Space);
        for (const char *quality : {"0", "4", "11", "1", "9"}) { // the first three are chosen to begin with
            QVERIFY2(tabToButton(QString::fromLatin1(quality)), quality);
            press(Qt::Key_Space);
        }
        QVERIFY(tabTo(u"makeVariants"_s));
        press(Qt::Key_Space);
        QCOMPARE(lab->draft().experiment().variants.size(), 2);
        QVERIFY(tabTo(u"rounds"_s));
        replaceText(u"1"_s);
        QVERIFY(tabTo(u"duration"_s));
        replaceText(u"100"_s);
        QTRY_VERIFY(lab->labActions().first()->isEnabled());
        press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(window.lab().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<ResultsPage *>()->isVisible(), 60'000);
    }

    static void exportResult(MainWindow &window, const QString &path)
    {
        QTRY_VERIFY(!window.findChild<ResultDetail *>()->shownResult().isEmpty());
        press(Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(qobject_cast<QMenu *>(QApplication::activePopupWidget()));
        press(Qt::Key_Return); // the first: a page of its own
        QVERIFY(giveFile(window, path));
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    TestKeyboardJob test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keyboardjob.moc"
