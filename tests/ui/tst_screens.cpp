// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/credentials.h"
#include "tests/ui/sampledata.h"
#include "tests/ui/screens.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/pages/qualitytable.h"
#include "ui/pages/sitedetail.h"
#include "ui/pages/sitehosts.h"
#include "ui/pages/sitehttps.h"
#include "ui/pages/siteoverview.h"
#include "ui/pages/sitesettings.h"
#include "ui/pages/sitespage.h"
#include "ui/widgets/chartgroup.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/followingtable.h"
#include "ui/widgets/livechart.h"
#include "ui/widgets/qrview.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTcpServer>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using testing::goTo;
using testing::takeScreen;

/// Pictures of the place Sites and of the commands, for people to look at.
class TestScreens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesPictures_data() { testing::addSizesAndThemes(); }

    void takesPictures()
    {
        testing::ScreenWindow screen;
        MainWindow &window = *screen;
        takeScreen(window, u"sites-empty"_s);

        fill(window, screen.folder());
        takeScreen(window, u"sites-overview"_s, [&window] { showAMinute(window); });
        takeQrCode(window);
        window.findChild<ChartGroup *>()->togglePin(0);
        window.findChild<ChartGroup *>()->setPointer(qQNaN(), nullptr);
        SiteDetail *detail = window.findChild<SiteDetail *>();
        detail->showRequests();
        takeScreen(window, u"sites-requests-empty"_s);
        showRequests(*window.sites().at(0), *detail);
        takeScreen(window, u"sites-requests"_s);
        detail->showHosts();
        showHosts(*detail);
        takeScreen(window, u"sites-hosts"_s);
        takeHttps(window, *detail);
        detail->showSettings();
        QTRY_VERIFY(detail->findChild<QPushButton *>(u"measureQualities"_s)->isEnabled());
        takeScreen(window, u"sites-settings"_s);
        detail->findChild<QPushButton *>(u"measureQualities"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(detail->findChild<QPushButton *>(u"measureQualities"_s)->text()
                == QualityTable::tr("Measure each quality"),
            60'000);
        detail->findChild<SiteSettings *>()->showField(u"compression.enabled"_s);
        scrollTo(*detail, u"compression.gzipLevel"_s);
        takeScreen(window, u"sites-settings-quality"_s);
        scrollTo(*detail, u"errors"_s);
        takeScreen(window, u"sites-settings-types"_s);
        scrollTo(*detail, u"techniques.staticCache"_s);
        takeScreen(window, u"sites-settings-below"_s);
        showTakenPort(window, screen.folder());
        takeScreen(window, u"sites-port-taken"_s);

        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        takeScreen(window, u"commands"_s);
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

    static void takeQrCode(MainWindow &window)
    {
        QrView::popUp(QUrl(u"http://192.168.1.23:8080/"_s), &window);
        auto *code = window.findChild<QFrame *>(u"qrCode"_s);
        QVERIFY(code && code->isVisible());
        QVERIFY(code->grab().save(u"%1/qr-code-%2.png"_s.arg(
            testing::screensFolder(), QString::fromLatin1(QTest::currentDataTag()))));
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
        takeScreen(window, u"sites-https-empty"_s);
        if (!certificates::areSupported())
            return;
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        auto *commands = page->findChild<QWidget *>(u"trustCommands"_s);
        QTRY_VERIFY(commands->isVisible());
        QTRY_COMPARE(site->state(), SiteSession::State::Running);
        takeScreen(window, u"sites-https"_s);
        scrollDown(*page->findChild<QScrollArea *>());
        takeScreen(window, u"sites-https-below"_s);
        auto *key = page->findChild<QLineEdit *>(u"https.key"_s);
        key->setText(site->config().root + u"/style.css"_s);
        QTest::keyClick(key, Qt::Key_Return);
        QTRY_VERIFY(page->rowOf(u"https.key"_s)->hasProblem());
        page->findChild<QScrollArea *>()->verticalScrollBar()->setValue(0);
        takeScreen(window, u"sites-https-refused"_s);
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
        charts.at(2)->setLines({{SiteOverview::tr("sent"), line(8e6, 2e6)}});
        charts.at(3)->setLines({{SiteOverview::tr("open"), line(24, 8)}});
        if (auto *group = window.findChild<ChartGroup *>()) {
            group->togglePin(-40);
            group->setPointer(-14, charts.at(0));
        }
    }

    std::unique_ptr<QTcpServer> m_holder;
};

int main(int argc, char **argv)
{
    return testing::runScreens(argc, argv, [] { return std::make_unique<TestScreens>(); });
}

#include "tst_screens.moc"
