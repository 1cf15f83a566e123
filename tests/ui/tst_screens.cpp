// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/credentials.h"
#include "tests/ui/sampledata.h"
#include "ui/mainwindow.h"
#include "ui/models/labpresets.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/pages/labform.h"
#include "ui/pages/labpage.h"
#include "ui/pages/labplan.h"
#include "ui/pages/labservers.h"
#include "ui/pages/labvariants.h"
#include "ui/pages/sitedetail.h"
#include "ui/pages/sitehosts.h"
#include "ui/pages/sitehttps.h"
#include "ui/pages/sitesettings.h"
#include "ui/pages/sitespage.h"
#include "ui/widgets/chartgroup.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/fitnessstrip.h"
#include "ui/widgets/followingtable.h"
#include "ui/widgets/livechart.h"
#include "ui/widgets/qrview.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
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
    void takesPictures_data()
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

    void takesPictures()
    {
        QFETCH(QSize, size);
        QFETCH(Theme::Mode, mode);
        QFETCH(int, textScale);
        theme->setMode(mode);
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        MainWindow window(
            {folder.filePath(u"sites.json"_s), qEnvironmentVariable("SERVELAB_CLI"),
                [] { return site::SiteConfig(); }, {},
                {qEnvironmentVariable("SERVELAB_SOURCE_DIR") + u"/bench/contenders.json"_s, {}}},
            *theme, settings);
        theme->setTextScale(textScale);
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        take(window, u"sites-empty"_s);
        goTo(window, Qt::Key_2);
        QTRY_VERIFY(window.findChild<LabPage *>()->catalogue().isKnown());
        take(window, u"lab-empty"_s);
        goTo(window, Qt::Key_1);

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
        takeHttps(window, *detail);
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

        goTo(window, Qt::Key_2);
        takeLab(window);
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        take(window, u"commands"_s);
    }

private:
    static void goTo(MainWindow &window, Qt::Key place)
    {
        QTest::keyClick(&window, place, Qt::ControlModifier);
    }

    static void takeLab(MainWindow &window)
    {
        auto *page = window.findChild<LabPage *>();
        QVERIFY(page->isVisible());
        page->choose({LabOrigin::Kind::Site, window.sites().at(0)->id()});
        QTRY_COMPARE(fileOf(page->draft().choice()), u"data/words.txt"_s);
        QTRY_VERIFY(page->catalogue().isKnown() && page->check().isAnswered());
        QTRY_VERIFY(!page->findChild<FitnessStrip *>()->accessibleDescription().isEmpty());
        take(window, u"lab-site"_s);
        page->draft().replaceVariants(
            labPresets().first().variants, u"Compared: Brotli qualities 1, 4 and 11"_s);
        page->form().variants().select(1);
        QTRY_VERIFY(page->check().isAnswered());
        take(window, u"lab-variants"_s);
        page->form().variants().showSweep();
        take(window, u"lab-sweep"_s);
        page->form().variants().showServers();
        take(window, u"lab-servers"_s);
        page->findChild<LabServers *>()->hide();
        page->form().plan().setUnfolded(true);
        scrollDown(page->form().scrollArea());
        take(window, u"lab-plan"_s);
        takeLabProblems(window, *page);
        page->choose({LabOrigin::Kind::Catalogue, u"end-string"_s});
        QTRY_VERIFY(page->check().isAnswered());
        take(window, u"lab-catalogue"_s);
        takeLabRun(window, *page);
    }

    static void takeLabProblems(MainWindow &window, LabPage &page)
    {
        page.form().scrollArea().verticalScrollBar()->setValue(0);
        page.draft().setFile(u"index.html"_s);
        page.draft().setDifference(1, u"compression.brotliQuality"_s, 99);
        for (const FoundContender &found : page.catalogue().contenders()) {
            if (!found.program) {
                page.draft().addContender(found.contender);
                break;
            }
        }
        page.form().variants().select(1);
        QTRY_VERIFY(page.check().isAnswered());
        take(window, u"lab-problems"_s);
    }

    /// A real, short run.
    static void takeLabRun(MainWindow &window, LabPage &page)
    {
        page.choose({LabOrigin::Kind::Catalogue, u"compression"_s});
        lab::SamplePlan plan = page.draft().experiment().plan;
        plan.duration = std::chrono::milliseconds(300);
        plan.warmUp = plan.settle = std::chrono::milliseconds(50);
        page.draft().setPlan(plan, u"duration"_s);
        QTRY_VERIFY(page.labActions().first()->isEnabled());
        int samples = 0;
        const auto counting = connect(&window.lab(), &LabSession::sampleTaken, &window, [&] { ++samples; });
        page.labActions().first()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(samples >= 8 && window.lab().progress()->load, 60'000);
        disconnect(counting);
        take(window, u"lab-running"_s);
        window.lab().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!window.lab().isRunning(), 30'000);
        take(window, u"lab-cancelled"_s);
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

    /// From nothing to a certificate, and with a key that does not belong to it; undone behind the pictures.
    static void takeHttps(MainWindow &window, SiteDetail &detail)
    {
        SiteSession *site = window.sites().at(0);
        site::SiteConfig config = site->config();
        config.https.port = 0;
        window.sites().change(site->id(), config, u"https.port"_s);
        detail.showHttps();
        auto *page = detail.findChild<SiteHttps *>();
        QVERIFY(page->isEmpty());
        take(window, u"sites-https-empty"_s);
        if (!certificates::areSupported())
            return;
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        auto *commands = page->findChild<QWidget *>(u"trustCommands"_s);
        QTRY_VERIFY(commands->isVisible());
        QTRY_COMPARE(site->state(), SiteSession::State::Running);
        take(window, u"sites-https"_s);
        scrollDown(*page->findChild<QScrollArea *>());
        take(window, u"sites-https-below"_s);
        auto *key = page->findChild<QLineEdit *>(u"https.key"_s);
        key->setText(site->config().root + u"/style.css"_s);
        QTest::keyClick(key, Qt::Key_Return);
        QTRY_VERIFY(page->rowOf(u"https.key"_s)->hasProblem());
        page->findChild<QScrollArea *>()->verticalScrollBar()->setValue(0);
        take(window, u"sites-https-refused"_s);
        while (site->config().https.enabled || site->config().https.port == 0)
            window.sites().undoStack().undo();
        QTRY_COMPARE(site->state(), SiteSession::State::Running);
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
        const auto charts = window.findChild<SitesPage *>()->findChildren<LiveChart *>();
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
    const QTemporaryDir certificates;
    qputenv("XDG_DATA_HOME", QFile::encodeName(certificates.path()));
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    Theme applied;
    theme = &applied;
    TestScreens test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_screens.moc"
