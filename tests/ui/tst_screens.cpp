// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "ui/mainwindow.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/sitedetail.h"
#include "ui/pages/sitespage.h"
#include "ui/widgets/livechart.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

Theme *theme = nullptr;

QString screensFolder()
{
    const QString folder = qEnvironmentVariable("SERVELAB_BINARY_DIR", QDir::tempPath()) + u"/screens"_s;
    QDir().mkpath(folder);
    return folder;
}

} // namespace

/// Pictures of every page, for people to look at; and what can be checked of them: nothing is cut off.
class TestScreens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesPictures_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<Theme::Mode>("mode");
        QTest::newRow("light-1280x800") << QSize(1280, 800) << Theme::Mode::Light;
        QTest::newRow("dark-1280x800") << QSize(1280, 800) << Theme::Mode::Dark;
        QTest::newRow("light-1024x700") << QSize(1024, 700) << Theme::Mode::Light;
        QTest::newRow("dark-1024x700") << QSize(1024, 700) << Theme::Mode::Dark;
    }

    void takesPictures()
    {
        QFETCH(QSize, size);
        QFETCH(Theme::Mode, mode);
        theme->setMode(mode);
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        MainWindow window(
            {folder.filePath(u"sites.json"_s), {}, [] { return site::SiteConfig(); }}, *theme, settings);
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        take(window, u"sites-empty"_s);

        fill(window, folder.path());
        take(window, u"sites-overview"_s, [&window] { showAMinute(window); });
        SiteDetail *detail = window.findChild<SiteDetail *>();
        detail->showSettings();
        take(window, u"sites-settings"_s);
        scrollDown(*detail->findChild<QScrollArea *>());
        take(window, u"sites-settings-below"_s);
        showTakenPort(window, folder.path());
        take(window, u"sites-port-taken"_s);

        QTest::keyClick(&window, Qt::Key_2, Qt::ControlModifier);
        take(window, u"lab-empty"_s);
        window.lab().show(testing::sampleResult());
        take(window, u"lab-result"_s);
        scrollDown(*window.findChild<QScrollArea *>(u"result"_s));
        take(window, u"lab-result-below"_s);
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        take(window, u"commands"_s);
    }

private:
    static void fill(MainWindow &window, const QString &folder)
    {
        window.openFolder(testing::writeSite(folder, u"blog"_s));
        SiteSession *blog = window.sites().at(0);
        site::SiteConfig config = blog->config();
        config.port = 0;
        config.compression.enabled = true;
        config.domains = {{u"shop.localhost"_s, config.root}, {u"docs.localhost"_s, config.root}};
        window.sites().change(blog->id(), config, u"domains"_s);
        window.openFolder(testing::writeSite(folder, u"A shop with quite a long name that does not fit"_s));
        window.openFolder(testing::writeSite(folder, u"documentation"_s));
        window.findChild<SitesPage *>()->select(blog->id());
        blog->start();
        QTRY_VERIFY(blog->history().points().size() >= 12);
        for (int number = 0; number < 40; ++number)
            testing::request(blog->port(), number % 8 ? "/" : "/missing");
        QTRY_VERIFY(blog->history().latest().requests >= 40);
    }

    static void scrollDown(QScrollArea &area)
    {
        area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum());
    }

    void showTakenPort(MainWindow &window, const QString &folder)
    {
        m_holder = std::make_unique<QTcpServer>();
        QVERIFY(m_holder->listen(QHostAddress::LocalHost));
        site::SiteConfig config;
        config.name = u"press"_s;
        config.root = testing::writeSite(folder, u"press"_s);
        config.port = m_holder->serverPort();
        const QString id = window.sites().addSite(config);
        window.findChild<SitesPage *>()->select(id);
        window.findChild<SiteDetail *>()->showOverview();
        window.sites().find(id)->start();
        QTRY_VERIFY(window.sites().find(id)->suggestedPort());
    }

    /// A minute of traffic on the charts, as a picture needs it; the next reading of the counters replaces
    /// it.
    static void showAMinute(MainWindow &window)
    {
        const auto line = [](double middle, double swing) {
            QList<QPointF> points;
            for (int tenth = -560; tenth <= 0; ++tenth) {
                const double t = tenth / 10.0;
                const bool pause = t > -32 && t < -27;
                points.append(
                    {t, pause ? qQNaN() : middle + swing * (std::sin(t / 4) + 0.3 * std::sin(t * 2.7))});
            }
            return points;
        };
        QList<QPointF> rate = line(1'250, 420);
        for (QPointF &point : rate)
            point.setY(std::isnan(point.y()) ? 0 : point.y());
        const auto charts = window.findChildren<LiveChart *>();
        charts.at(0)->setLines({{u"req/s"_s, rate}});
        charts.at(1)->setLines({{u"p50"_s, line(310, 40)}, {u"p99"_s, line(1'240, 260)}});
    }

    static void take(MainWindow &window, const QString &name, const std::function<void()> &last = [] { })
    {
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        last();
        QCoreApplication::sendPostedEvents();
        checkNothingIsCut(window, name);
        const QString path
            = u"%1/%2-%3.png"_s.arg(screensFolder(), name, QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(window.grab().save(path));
    }

    /// Labels that do not wrap, and buttons, have the room they ask for.
    static void checkNothingIsCut(MainWindow &window, const QString &name)
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

    std::unique_ptr<QTcpServer> m_holder;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    Theme applied;
    theme = &applied;
    TestScreens test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_screens.moc"
