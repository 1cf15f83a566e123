// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "ui/mainwindow.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/resultcomparison.h"
#include "ui/pages/resultdetail.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/resultview.h"
#include "ui/pages/sitedetail.h"
#include "ui/pages/sitehosts.h"
#include "ui/pages/sitesettings.h"
#include "ui/pages/sitespage.h"
#include "ui/widgets/chartgroup.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/followingtable.h"
#include "ui/widgets/livechart.h"
#include "ui/widgets/qrview.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
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
    void takesPictures_data() { addSizesAndThemes(); }

    void takesPictures()
    {
        QFETCH(QSize, size);
        QFETCH(Theme::Mode, mode);
        QFETCH(int, textScale);
        theme->setMode(mode);
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        MainWindow window(
            {folder.filePath(u"sites.json"_s), {}, [] { return site::SiteConfig(); }}, *theme, settings);
        theme->setTextScale(textScale);
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        take(window, u"sites-empty"_s);

        fill(window, folder.path());
        take(window, u"sites-overview"_s, [&window] { showAMinute(window); });
        takeQrCode(window);
        window.findChild<ChartGroup *>()->togglePin(0);
        window.findChild<ChartGroup *>()->setPointer(qQNaN(), nullptr);
        SiteDetail *detail = window.findChild<SiteDetail *>();
        detail->showRequests();
        take(window, u"sites-requests-empty"_s);
        showRequests(*window.sites().at(0), *detail);
        take(window, u"sites-requests"_s);
        detail->showHosts();
        showHosts(*detail);
        take(window, u"sites-hosts"_s);
        detail->showSettings();
        QTRY_VERIFY(detail->findChild<QPushButton *>(u"measureQualities"_s)->isEnabled());
        take(window, u"sites-settings"_s);
        detail->findChild<QPushButton *>(u"measureQualities"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            detail->findChild<QPushButton *>(u"measureQualities"_s)->text() == u"Measure each quality"_s,
            60'000);
        detail->findChild<SiteSettings *>()->showField(u"compression.enabled"_s);
        scrollTo(*detail, u"compression.gzipLevel"_s);
        take(window, u"sites-settings-quality"_s);
        scrollTo(*detail, u"errors"_s);
        take(window, u"sites-settings-types"_s);
        scrollTo(*detail, u"techniques.staticCache"_s);
        take(window, u"sites-settings-below"_s);
        showTakenPort(window, folder.path());
        take(window, u"sites-port-taken"_s);

        QTest::keyClick(&window, Qt::Key_2, Qt::ControlModifier);
        QVERIFY(window.findChild<ComparePage *>()->isVisible());
        take(window, u"lab-empty"_s);
        window.lab().show(testing::sampleResult());
        take(window, u"lab-result"_s);
        scrollDown(*window.findChild<QScrollArea *>(u"result"_s));
        take(window, u"lab-result-below"_s);
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        take(window, u"commands"_s);
    }

    void takesPicturesOfResults_data() { addSizesAndThemes(); }

    void takesPicturesOfResults()
    {
        QFETCH(QSize, size);
        QFETCH(Theme::Mode, mode);
        QFETCH(int, textScale);
        theme->setMode(mode);
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        MainWindow window(
            {folder.filePath(u"sites.json"_s), {}, [] { return site::SiteConfig(); }}, *theme, settings);
        theme->setTextScale(textScale);
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        takeResults(window);
    }

private:
    static void addSizesAndThemes()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<Theme::Mode>("mode");
        QTest::addColumn<int>("textScale");
        const auto row = [](const char *name, int width, int height, Theme::Mode mode, int textScale = 100) {
            QTest::newRow(name) << QSize(width, height) << mode << textScale;
        };
        row("light-1280x800", 1280, 800, Theme::Mode::Light);
        row("dark-1280x800", 1280, 800, Theme::Mode::Dark);
        row("light-1920x1080", 1920, 1080, Theme::Mode::Light);
        row("dark-1920x1080", 1920, 1080, Theme::Mode::Dark);
        row("light-1024x700", 1024, 700, Theme::Mode::Light);
        row("dark-1024x700", 1024, 700, Theme::Mode::Dark);
        row("light-1920x1080-200", 1920, 1080, Theme::Mode::Light, 200);
    }

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

    static void takeQrCode(MainWindow &window)
    {
        QrView::popUp(QUrl(u"http://192.168.1.23:8080/"_s), &window);
        auto *code = window.findChild<QFrame *>(u"qrCode"_s);
        QVERIFY(code && code->isVisible());
        QVERIFY(code->grab().save(
            u"%1/qr-code-%2.png"_s.arg(screensFolder(), QString::fromLatin1(QTest::currentDataTag()))));
        code->close();
        window.activateWindow(); // or no shortcut would reach it
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    static void takeResults(MainWindow &window)
    {
        QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
        ResultLibrary &library = window.results();
        library.restore();
        QTRY_VERIFY(library.isRestored());
        take(window, u"results-empty"_s);
        const lab::ResultDocument pair = testing::pairResult();
        const QString first = library.add(pair);
        library.add(testing::laterRunOf(pair, 0.93));
        library.rename(library.at(0).id, u"Brotli qualities, after the compiler changed"_s);
        library.setNote(first, u"On the wall plug, nothing else running."_s);
        takeResult(window, u"results-pair"_s, first, {0, 560, 1'150, 100'000});
        takeResult(window, u"results-many"_s, library.add(testing::sampleResult()), {0, 900});
        takeResult(window, u"results-sweep"_s, library.add(testing::sweepResult()), {0, 640});
        lab::ResultDocument unfit = testing::sweepOfTwoResult();
        unfit.environment.busyShare = 0.12;
        takeResult(window, u"results-two"_s, library.add(unfit), {0, 620});
        takeComparison(window, first);
        QFile broken(library.pathOf(u"20991231-from-the-future"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"format\": \"servelab-result\", \"version\": 99}");
        broken.close();
        library.rescan();
        QTRY_VERIFY_WITH_TIMEOUT(library.rowOf(u"20991231-from-the-future"_s) >= 0, 10'000);
        window.findChild<ResultsPage *>()->showResult(u"20991231-from-the-future"_s);
        QTRY_VERIFY(!window.findChild<QScrollArea *>(u"resultScroll"_s)->isVisible());
        take(window, u"results-damaged"_s);
    }

    /// One picture for each place that the page is scrolled to.
    static void takeResult(
        MainWindow &window, const QString &name, const QString &id, const QList<int> &places)
    {
        auto *view = window.findChild<ResultView *>();
        window.findChild<ResultsPage *>()->showResult(id);
        QTRY_COMPARE(window.findChild<ResultDetail *>()->shownResult(), id);
        QTRY_VERIFY_WITH_TIMEOUT(view->isUpToDate(), 20'000);
        QTest::qWait(50); // the page takes its height
        for (qsizetype number = 0; number < places.size(); ++number) {
            window.findChild<QScrollArea *>(u"resultScroll"_s)->verticalScrollBar()->setValue(places[number]);
            take(window, number ? u"%1-%2"_s.arg(name).arg(number) : name);
        }
        if (auto *group = view->findChild<ChartGroup *>())
            group->setPointer(qQNaN(), nullptr);
    }

    static void takeComparison(MainWindow &window, const QString &first)
    {
        auto *page = window.findChild<ResultsPage *>();
        auto *list = page->findChild<QListView *>(u"results"_s);
        auto *comparison = page->findChild<ResultComparison *>();
        QSignalSpy shown(comparison, &ResultComparison::shown);
        page->showResult(first);
        list->selectionModel()->select(
            list->model()->index(0, 0), QItemSelectionModel::Select); // the later run
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), 20'000);
        take(window, u"results-comparison"_s);
    }

    static void scrollTo(SiteDetail &detail, const QString &path)
    {
        auto *settings = detail.findChild<SiteSettings *>();
        settings->findChild<QScrollArea *>()->ensureWidgetVisible(settings->rowOf(path), 0, 80);
    }

    static void showRequests(SiteSession &site, SiteDetail &detail)
    {
        const QList<std::pair<const char *, int>> asked{{"/", 200}, {"/style.css", 200}, {"/app.js?v=3", 200},
            {"/data/words.txt", 304}, {"/images/a-picture-with-quite-a-long-name-of-its-own.webp", 206},
            {"/missing", 404}, {"/api/orders", 500}};
        QList<server::AccessRecord> records;
        for (int number = 0; number < 40; ++number) {
            auto record = testing::recordOf(asked[number % asked.size()].first);
            record.status = asked[number % asked.size()].second;
            record.time += std::chrono::milliseconds(137 * number);
            record.bytes = static_cast<std::uint64_t>(400 + 7'919 * number % 61'000);
            record.duration = std::chrono::microseconds(180 + 971 * number % 4'000);
            record.host = number % 3 ? "localhost:8080" : "docs.localhost:8080";
            if (number % 2) {
                record.coding = {};
                record.bytesBeforeCoding.reset();
            }
            records.append(record);
        }
        site.requests().add(testing::batchOf(records));
        detail.findChild<FollowingTable *>()->selectRow(36);
    }

    static void showHosts(SiteDetail &detail)
    {
        auto *hosts = detail.findChild<SiteHosts *>();
        auto &model = hosts->model();
        QTRY_COMPARE(
            model.index(1, 0).data(VirtualHostModel::StateRole).value<HostState>(), HostState::Ready);
        model.setReports({{model.hosts().at(0), HostState::Ready, {}},
            {model.hosts().at(1), HostState::NameUnknown,
                u"docs.test leads nowhere. Add this line to /etc/hosts: 127.0.0.1 docs.test"_s}});
        detail.findChild<QTableView *>(u"hosts"_s)->selectRow(1);
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
        charts.at(2)->setLines({{u"sent"_s, line(8e6, 2e6)}});
        charts.at(3)->setLines({{u"open"_s, line(24, 8)}});
        if (auto *group = window.findChild<ChartGroup *>()) {
            group->togglePin(-40);
            group->setPointer(-14, charts.at(0));
        }
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
