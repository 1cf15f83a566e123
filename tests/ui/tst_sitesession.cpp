// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitesession.h"

#include "tests/ui/sampledata.h"

#include <QHostAddress>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// Against a real server on the loopback address.
class TestSiteSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_config.root = testing::writeSite(m_folder.path(), u"small site"_s);
        m_config.port = 0;
        m_config.workers = 1;
    }

    void isNamedAfterItsFolderOrAsConfigured()
    {
        QCOMPARE(SiteSession(u"a"_s, m_config).name(), u"small site"_s);
        site::SiteConfig named = m_config;
        named.name = u"Blog"_s;
        QCOMPARE(SiteSession(u"a"_s, named).name(), u"Blog"_s);
    }

    void namesEveryAddressABrowserCanOpen()
    {
        site::SiteConfig config = m_config;
        config.port = 8090;
        config.host = u"0.0.0.0"_s;
        config.domains = {{u"shop.localhost"_s, config.root}, {u"*.test"_s, config.root}};
        const SiteSession session(u"a"_s, config);
        const QList<QUrl> expected{QUrl(u"http://localhost:8090/"_s), QUrl(u"http://shop.localhost:8090/"_s)};
        QCOMPARE(session.urls(), expected);
        QCOMPARE(session.hosts(), (QStringList{u"localhost"_s, u"shop.localhost"_s}));
    }

    void namesTheAddressesOfHttpsBesideThem()
    {
        site::SiteConfig config = m_config;
        config.port = 80;
        config.https.enabled = true;
        config.https.port = 8443;
        config.domains = {{u"shop.localhost"_s, config.root}};
        const QList<QUrl> both{QUrl(u"http://localhost/"_s), QUrl(u"https://localhost:8443/"_s),
            QUrl(u"http://shop.localhost/"_s), QUrl(u"https://shop.localhost:8443/"_s)};
        config.host = u"localhost"_s;
        QCOMPARE(SiteSession(u"a"_s, config).urls(), both);
        config.https.only = true;
        config.https.port = 443;
        const QList<QUrl> secured{QUrl(u"https://localhost/"_s), QUrl(u"https://shop.localhost/"_s)};
        QCOMPARE(SiteSession(u"a"_s, config).urls(), secured);
    }

    void namesTheAddressesOfHttpsInTheNetwork()
    {
        site::SiteConfig config = m_config;
        config.host = u"192.0.2.1"_s;
        config.port = 8080;
        config.https.enabled = true;
        const QList<QUrl> both{QUrl(u"http://192.0.2.1:8080/"_s), QUrl(u"https://192.0.2.1:8443/"_s)};
        QCOMPARE(SiteSession(u"a"_s, config).networkUrls(), both);
    }

    void startsServesAndStops()
    {
        SiteSession session(u"a"_s, m_config);
        session.start();
        QCOMPARE(session.state(), SiteSession::State::Running);
        QVERIFY(session.port() != 0);
        QVERIFY(testing::request(session.port()).startsWith("HTTP/1.1 200"));
        session.stop();
        QTRY_COMPARE(session.state(), SiteSession::State::Stopped);
        QVERIFY(!session.failure());
        session.start();
        QCOMPARE(session.state(), SiteSession::State::Running);
        QVERIFY(testing::request(session.port()).startsWith("HTTP/1.1 200"));
    }

    void countsRequests()
    {
        SiteSession session(u"a"_s, m_config);
        session.start();
        session.sample(base::Clock::now());
        QSignalSpy sampled(&session, &SiteSession::sampled);
        testing::request(session.port());
        testing::request(session.port(), "/missing");
        QTRY_COMPARE(
            (session.sample(base::Clock::now()), session.history().latest().requests), std::uint64_t(2));
        QVERIFY(!sampled.isEmpty());
        QCOMPARE(session.history().latest().answersByClass[2], std::uint64_t(1));
        QCOMPARE(session.history().latest().answersByClass[4], std::uint64_t(1));
        QVERIFY(session.history().points().back().requestsPerSecond > 0);
    }

    void takesSettingsWhileItRuns()
    {
        SiteSession session(u"a"_s, m_config);
        session.start();
        const quint16 port = session.port();
        site::SiteConfig changed = m_config;
        changed.index = u"style.css"_s;
        session.setConfig(changed);
        QCOMPARE(session.state(), SiteSession::State::Running);
        QCOMPARE(session.port(), port);
        QVERIFY(testing::request(port).contains("margin"));
    }

    void startsAgainUnderAnotherPort()
    {
        SiteSession session(u"a"_s, m_config);
        session.start();
        QSignalSpy said(&session, &SiteSession::said);
        site::SiteConfig changed = m_config;
        changed.port = freePort();
        session.setConfig(changed);
        QTRY_VERIFY(session.state() == SiteSession::State::Running && session.port() == changed.port);
        QVERIFY(testing::request(changed.port).startsWith("HTTP/1.1 200"));
        QVERIFY(said.last().first().toString().contains(QString::number(changed.port)));
    }

    void namesAFreePortWhenItsOwnIsTaken()
    {
        QTcpServer holder;
        QVERIFY(holder.listen(QHostAddress::LocalHost));
        site::SiteConfig config = m_config;
        config.port = holder.serverPort();
        SiteSession session(u"a"_s, config);
        session.start();
        QCOMPARE(session.state(), SiteSession::State::Stopped);
        QVERIFY(session.failure());
        QCOMPARE(session.failure()->where, u"port"_s);
        QVERIFY(session.failure()->message.contains(QString::number(config.port)));
        QTRY_VERIFY(session.suggestedPort());
        config.port = *session.suggestedPort();
        session.setConfig(config);
        QCOMPARE(session.state(), SiteSession::State::Running);
        QVERIFY(!session.failure());
    }

    void saysThatItsFolderIsLostAndHeals()
    {
        site::SiteConfig config = m_config;
        config.root = m_folder.filePath(u"lost"_s);
        SiteSession session(u"a"_s, config);
        session.start();
        QVERIFY(session.failure());
        QCOMPARE(session.failure()->where, u"root"_s);
        testing::writeSite(m_folder.path(), u"lost"_s);
        session.start();
        QCOMPARE(session.state(), SiteSession::State::Running);
        QVERIFY(!session.failure());
    }

    void knowsAtWhichAddressesOthersReachIt()
    {
        site::SiteConfig config;
        config.root = u"/"_s;
        config.port = 8123;
        QVERIFY(SiteSession(u"here"_s, config).networkUrls().isEmpty());
        config.host = u"192.0.2.7"_s;
        QCOMPARE(SiteSession(u"one"_s, config).networkUrls(), QList<QUrl>{QUrl(u"http://192.0.2.7:8123/"_s)});
        config.host = u"0.0.0.0"_s;
        const QList<QUrl> everywhere = SiteSession(u"any"_s, config).networkUrls();
        for (const QUrl &url : everywhere)
            QVERIFY(!QHostAddress(url.host()).isLoopback() && url.port() == 8123);
        QCOMPARE(SiteSession(u"any"_s, config).url().host(), u"localhost"_s);
    }

    void keepsItsRequestsOnceItRecords()
    {
        QTemporaryDir folder;
        site::SiteConfig config;
        config.root = testing::writeSite(folder.path(), u"blog"_s);
        config.port = 0;
        config.workers = 1;
        SiteSession site(u"id"_s, config);
        site.start();
        testing::request(site.port(), "/unseen");
        site.sample(base::Clock::now());
        QVERIFY(site.requests().entries().empty());
        site.setRecording(true);
        testing::request(site.port(), "/seen");
        QTRY_VERIFY((site.sample(base::Clock::now()), site.requests().entries().size() == 1));
        testing::request(site.port(), "/last");
        site.stop();
        QTRY_COMPARE(site.state(), SiteSession::State::Stopped);
        QCOMPARE(site.requests().entries().back().record().target, "/last");
    }

private:
    static quint16 freePort()
    {
        QTcpServer probe;
        probe.listen(QHostAddress::LocalHost);
        return probe.serverPort();
    }

    QTemporaryDir m_folder;
    site::SiteConfig m_config;
};

QTEST_GUILESS_MAIN(TestSiteSession)
#include "tst_sitesession.moc"
