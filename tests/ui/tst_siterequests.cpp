// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/siterequests.h"

#include "core/load/threadclock.h"
#include "tests/ui/sampledata.h"
#include "ui/pages/requestdetails.h"
#include "ui/sessions/sitesession.h"
#include "ui/widgets/followingtable.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteRequests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_number = 0;
        m_folder = std::make_unique<QTemporaryDir>();
        site::SiteConfig config;
        config.root = testing::writeSite(m_folder->path(), u"blog"_s);
        config.port = 0;
        config.workers = 1;
        m_site = std::make_unique<SiteSession>(u"id"_s, config);
        m_page = std::make_unique<SiteRequests>();
        m_page->resize(800, 600);
        m_page->setSite(m_site.get());
        m_table = m_page->findChild<FollowingTable *>();
    }

    void cleanup()
    {
        m_page.reset();
        m_site.reset();
    }

    void recordsFromTheMomentItIsShown()
    {
        m_site->start();
        testing::request(m_site->port(), "/before");
        m_page->show();
        testing::request(m_site->port(), "/after");
        QTRY_VERIFY((m_site->sample(base::Clock::now()), m_page->model().rowCount() == 1));
        QCOMPARE(m_page->model().entryAt(0).record().target, "/after");
    }

    void narrowsByTyping()
    {
        m_page->show();
        fill(20);
        QTest::keyClicks(m_page->findChild<QLineEdit *>(u"requestSearch"_s), u"/page/7"_s);
        QCOMPARE(m_page->model().rowCount(), 1);
    }

    void staysAtTheEndWhileItIsInSight()
    {
        m_page->show();
        fill(500);
        QTRY_COMPARE(m_table->verticalScrollBar()->value(), m_table->verticalScrollBar()->maximum());
        fill(500);
        QTRY_COMPARE(m_table->verticalScrollBar()->value(), m_table->verticalScrollBar()->maximum());
        QVERIFY(m_table->verticalScrollBar()->maximum() > 900);
    }

    void rowsOneLooksAtKeepTheirPlace()
    {
        m_page->show();
        fill(9'000);
        m_table->verticalScrollBar()->setValue(4'000);
        const QString before
            = m_table->indexAt(QPoint(0, 0)).siblingAtColumn(RequestListModel::Target).data().toString();
        fill(2'000); // a thousand leave at the front
        const QString after
            = m_table->indexAt(QPoint(0, 0)).siblingAtColumn(RequestListModel::Target).data().toString();
        QCOMPARE(after, before);
    }

    /// In processor time of this thread, so that other programs do not count. What a frame may take is ten
    /// times of what was measured for a batch.
    void aTenthOfTenThousandASecondIsTakenWithinAFrame()
    {
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        fill(10'000);
        std::vector<std::chrono::nanoseconds> times;
        for (int batch = 0; batch < 15; ++batch) {
            const auto began = load::threadCpuTime();
            fill(1'000);
            QCoreApplication::processEvents();
            times.push_back(load::threadCpuTime() - began);
        }
        std::ranges::sort(times);
        QVERIFY2(times[times.size() / 2] < std::chrono::milliseconds(100),
            qPrintable(QString::number(times[times.size() / 2].count() / 1'000'000) + u" ms"_s));
        QCOMPARE(m_page->model().rowCount(), 10'000);
    }

    void showsBothHeadsOfTheChosenOne()
    {
        m_page->show();
        fill(3);
        m_table->selectRow(1);
        const auto views = m_page->findChildren<QPlainTextEdit *>();
        QCOMPARE(views.size(), 2);
        QVERIFY(views.at(0)->toPlainText().startsWith(u"GET /page/1 HTTP/1.1"_s));
        QVERIFY(views.at(1)->toPlainText().startsWith(u"HTTP/1.1 200 OK"_s));
        fill(3);
        QCOMPARE(m_table->currentIndex().row(), 1);
        m_page->findChild<QPushButton *>(u"copyAsCurl"_s)->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"curl "_s));
    }

    void sendsTheChosenOneAgain()
    {
        m_site->start();
        m_page->show();
        testing::request(m_site->port(), "/style.css");
        QTRY_VERIFY((m_site->sample(base::Clock::now()), m_page->model().rowCount() == 1));
        m_table->selectRow(0);
        m_page->findChild<QPushButton *>(u"sendAgain"_s)->click();
        QTRY_VERIFY((m_site->sample(base::Clock::now()), m_page->model().rowCount() == 2));
        QCOMPARE(m_page->model().entryAt(1).record().target, "/style.css");
        const auto labels = m_page->findChild<RequestDetails *>()->findChildren<QLabel *>();
        QTRY_VERIFY(std::ranges::any_of(
            labels, [](const QLabel *label) { return label->text().startsWith(u"Sent again: 200 OK"_s); }));
    }

    void sendsARecordedBodyAgain()
    {
        site::SiteConfig config = m_site->config();
        config.logBody = true;
        m_site->setConfig(config);
        m_site->start();
        m_page->show();
        const auto body = std::make_shared<server::RecordedBody>(100);
        body->add(std::string("a=1\0&b=\xff", 8));
        m_site->requests().add(testing::batchOf({postOf(body)}));
        m_table->selectRow(0);
        m_page->findChild<QPushButton *>(u"sendAgain"_s)->click();
        QTRY_VERIFY((m_site->sample(base::Clock::now()), m_page->model().rowCount() == 2));
        const server::AccessRecord &sent = m_page->model().entryAt(1).record();
        QCOMPARE(sent.method, "POST");
        QVERIFY(sent.body);
        QCOMPARE(sent.body->bytes(), body->bytes());
    }

    void doesNotSendAgainWithoutTheWholeBody_data()
    {
        QTest::addColumn<int>("recorded");
        QTest::newRow("no body") << -1;
        QTest::newRow("its beginning") << 4;
    }

    void doesNotSendAgainWithoutTheWholeBody()
    {
        QFETCH(int, recorded);
        m_page->show();
        std::shared_ptr<server::RecordedBody> body;
        if (recorded >= 0) {
            body = std::make_shared<server::RecordedBody>(static_cast<std::size_t>(recorded));
            body->add("a=1&b=234");
        }
        m_site->requests().add(testing::batchOf({postOf(body)}));
        m_table->selectRow(0);
        auto *button = m_page->findChild<QPushButton *>(u"sendAgain"_s);
        QVERIFY(!button->isEnabled());
        QVERIFY(button->toolTip().contains(u"Request bodies"_s));
    }

    void pausesAndGoesOn()
    {
        m_page->show();
        fill(5);
        auto *pause = m_page->findChild<QPushButton *>(u"pauseRequests"_s);
        pause->click();
        fill(5);
        QCOMPARE(m_page->model().rowCount(), 5);
        pause->click();
        QCOMPARE(m_page->model().rowCount(), 10);
    }

    void exportsWhatIsShown_data()
    {
        QTest::addColumn<SiteRequests::Format>("format");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("as an archive") << SiteRequests::Format::Har << QByteArray("\"entries\"");
        QTest::newRow("as lines") << SiteRequests::Format::Ndjson << QByteArray("{\"time\":");
    }

    void exportsWhatIsShown()
    {
        QFETCH(SiteRequests::Format, format);
        QFETCH(QByteArray, part);
        fill(5);
        const QString path = m_folder->filePath(u"requests"_s);
        QSignalSpy said(m_page.get(), &SiteRequests::said);
        m_page->exportTo(path, format);
        QTRY_COMPARE(said.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.contains(part) && bytes.contains("/page/4"));
    }

    void saysThatNothingCouldBeWritten()
    {
        fill(1);
        QSignalSpy said(m_page.get(), &SiteRequests::said);
        m_page->exportTo(m_folder->filePath(u"nowhere/requests.har"_s), SiteRequests::Format::Har);
        QTRY_COMPARE(said.size(), 1);
        QVERIFY(said.first().first().toString().contains(u"could not be written"_s));
    }

private:
    static server::AccessRecord postOf(std::shared_ptr<const server::RecordedBody> body)
    {
        auto record = testing::recordOf("/form");
        record.method = "POST";
        record.fieldLines = "content-length: 8\ncontent-type: text/x\n";
        record.body = std::move(body);
        return record;
    }

    void fill(int count)
    {
        QList<server::AccessRecord> records;
        for (int number = 0; number < count; ++number)
            records.append(testing::recordOf("/page/" + QByteArray::number(m_number++)));
        m_site->requests().add(testing::batchOf(records));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SiteSession> m_site;
    std::unique_ptr<SiteRequests> m_page;
    FollowingTable *m_table = nullptr;
    int m_number = 0;
};

QTEST_MAIN(TestSiteRequests)
#include "tst_siterequests.moc"
