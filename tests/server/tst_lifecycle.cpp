// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/common/descriptorlimit.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <QCoreApplication>
#include <QSignalSpy>

#include <atomic>
#include <thread>

using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;
using State = server::Server::State;

/// From deploy to the end: ports, graceful and abrupt ends, and that nothing is left of them.
class Lifecycle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deployOnPortZeroTellsTheRealPort();
    void urlsCanBeOpened_data();
    void urlsCanBeOpened();
    void aTakenPortIsOneClearError();
    void aBadConfigurationListsItsProblems();
    void deployTwiceIsAProblem();
    void manyWorkersServe();

    void closeAnswersWhatIsUnderWay();
    void closeEndsIdleConnections();
    void closeCutsWhatIsLeftAfterTheGrace();
    void closeDirectlyAfterDeploy();
    void theDestructorCutsAtOnce();
    void nothingIsLeftOfTwoHundredServers();

    void descriptorsThatRunOutAreNotTheEnd();

private:
    Fixture m_fixture;
};

static int openDescriptors()
{
    return base::openDescriptorCount().value_or(-1);
}

static int threads()
{
    return base::threadCount(QCoreApplication::applicationPid()).value_or(-1);
}

void Lifecycle::deployOnPortZeroTellsTheRealPort()
{
    server::Server server;
    QSignalSpy started(&server, &server::Server::started);
    QCOMPARE(server.port(), 0);
    QVERIFY(server.deploy(m_fixture.config()));
    QCOMPARE(server.state(), State::Running);
    QCOMPARE(started.count(), 1);
    QVERIFY(server.port() > 0);
    RawClient client(server.port()); // at once
    QCOMPARE(statusOf(client, get("/a.txt")), 200);
}

void Lifecycle::urlsCanBeOpened_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("domain");
    QTest::addColumn<QString>("authority");
    QTest::newRow("address") << QStringLiteral("127.0.0.1") << QString() << QStringLiteral("127.0.0.1");
    QTest::newRow("localhost") << QStringLiteral("localhost") << QString() << QStringLiteral("localhost");
    QTest::newRow("every address") << QStringLiteral("0.0.0.0") << QString() << QStringLiteral("localhost");
    QTest::newRow("name of its own") << QStringLiteral("127.0.0.1") << QStringLiteral("main.localhost")
                                     << QStringLiteral("main.localhost");
}

void Lifecycle::urlsCanBeOpened()
{
    QFETCH(QString, host);
    QFETCH(QString, domain);
    QFETCH(QString, authority);
    site::SiteConfig config = m_fixture.config();
    config.host = host;
    config.domain = domain;
    const auto server = startServer(config);
    QCOMPARE(server->url().toString(), QStringLiteral("http://%1:%2/").arg(authority).arg(server->port()));
}

void Lifecycle::aTakenPortIsOneClearError()
{
    const auto first = startServer(m_fixture.config());
    site::SiteConfig config = m_fixture.config();
    config.port = first->port();
    config.workers = 2; // several sockets of one server share a port, two servers never do
    server::Server second;
    const auto deployed = second.deploy(config);
    QVERIFY(!deployed);
    QCOMPARE(deployed.error().size(), 1);
    const base::Error error = deployed.error().first();
    QCOMPARE(error.where, QStringLiteral("port"));
    QVERIFY2(error.message.contains(QString::number(config.port)), qPrintable(error.message));
    QVERIFY2(error.message.contains(QString::number(QCoreApplication::applicationPid())),
        qPrintable(error.message));
    QVERIFY(!error.remedy.isEmpty());
    QCOMPARE(second.state(), State::Stopped);
    RawClient client(first->port());
    QCOMPARE(statusOf(client, get("/a.txt")), 200);
}

void Lifecycle::aBadConfigurationListsItsProblems()
{
    site::SiteConfig config = m_fixture.config();
    config.root = QStringLiteral("/no such folder");
    config.compression.brotliQuality = 12;
    server::Server server;
    const auto deployed = server.deploy(config);
    QVERIFY(!deployed);
    QVERIFY(deployed.error().size() >= 2);
    QCOMPARE(server.state(), State::Stopped);
}

void Lifecycle::deployTwiceIsAProblem()
{
    const auto server = startServer(m_fixture.config());
    QVERIFY(!server->deploy(m_fixture.config()));
    QCOMPARE(server->state(), State::Running);
}

void Lifecycle::manyWorkersServe()
{
    site::SiteConfig config = m_fixture.config();
    config.workers = 4;
    const auto server = startServer(config);
    for (int i = 0; i < 40; ++i) {
        RawClient client(server->port());
        QCOMPARE(statusOf(client, get("/a.txt")), 200);
    }
    QTRY_COMPARE(server->counters().requests, 40u);
    QCOMPARE(server->counters().connectionsAccepted, 40u);
}

void Lifecycle::closeAnswersWhatIsUnderWay()
{
    m_fixture.write("film.bin", Fixture::patterned(8'000'000));
    const auto server = startServer(m_fixture.config());
    QSignalSpy closed(server.get(), &server::Server::closed);
    RawClient uploading(server->port());
    uploading.send(request("POST /a.txt", "Content-Length: 3\r\n") + "a");
    RawClient reading(server->port(), 4096);
    reading.send(get("/film.bin"));
    RawClient halfway(server->port());
    halfway.send("GET /a.txt HTTP/1.1\r\nHo");
    QVERIFY(reading.receive());
    QTRY_COMPARE(server->counters().requests, 2u);
    QTRY_COMPARE(server->counters().connectionsOpen, 3u);

    const quint16 port = server->port();
    server->close(20s);
    QCOMPARE(server->state(), State::Closing);
    QTRY_VERIFY(!RawClient(port).isConnected());
    uploading.send("bc");
    const auto upload = uploading.readAnswer();
    QVERIFY(upload);
    QCOMPARE(upload->status, 405);
    QCOMPARE(upload->field("connection"), "close");
    halfway.send("st: localhost\r\n\r\n");
    const auto half = halfway.readAnswer();
    QVERIFY(half);
    QCOMPARE(half->status, 200);
    const auto film = reading.readAnswer();
    QVERIFY(film);
    QVERIFY(film->body == Fixture::patterned(8'000'000));
    for (RawClient *client : {&uploading, &reading, &halfway}) {
        QCOMPARE(client->waitForEnd(), Ending::Closed);
        client->close();
    }
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(server->state(), State::Stopped);
    QCOMPARE(server->port(), 0);
    QCOMPARE(server->counters().requests, 3u); // still told
    QCOMPARE(server->counters().connectionsOpen, 0u);
}

void Lifecycle::closeEndsIdleConnections()
{
    const auto server = startServer(m_fixture.config());
    QSignalSpy closed(server.get(), &server::Server::closed);
    RawClient idle(server->port());
    QCOMPARE(statusOf(idle, get("/a.txt")), 200);
    RawClient silent(server->port());
    QTRY_COMPARE(server->counters().connectionsOpen, 2u);
    const quint16 port = server->port();
    server->close(20s);
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(idle.waitForEnd(), Ending::Closed);
    QCOMPARE(silent.waitForEnd(), Ending::Closed);
    QVERIFY(!RawClient(port).isConnected());
}

void Lifecycle::closeCutsWhatIsLeftAfterTheGrace()
{
    m_fixture.write("film.bin", Fixture::patterned(8'000'000));
    const auto server = startServer(m_fixture.config());
    QSignalSpy closed(server.get(), &server::Server::closed);
    RawClient stalled(server->port(), 4096);
    stalled.send(get("/film.bin"));
    QVERIFY(stalled.receive());
    server->close(100ms);
    QTRY_COMPARE(closed.count(), 1);
    QVERIFY(!stalled.readAnswer());
    QCOMPARE(stalled.ending(), Ending::Reset);
}

void Lifecycle::closeDirectlyAfterDeploy()
{
    site::SiteConfig config = m_fixture.config();
    server::Server server;
    QSignalSpy closed(&server, &server::Server::closed);
    (void)startServer(config); // what the process keeps for good is there from now on
    const int descriptors = openDescriptors();
    const int running = threads();
    for (int round = 1; round <= 180; ++round) {
        config.workers = 1 + round % 3;
        const auto deployed = server.deploy(config);
        QVERIFY2(deployed, deployed ? "" : qPrintable(deployed.error().first().toString()));
        config.port = server.port(); // from now on the same one, which must be free again each time
        server.close();
        QVERIFY(closed.wait());
        QCOMPARE(server.state(), State::Stopped);
    }
    QTRY_VERIFY(threads() <= running); // one of those counted may itself have been ending
    QCOMPARE(openDescriptors(), descriptors);
}

void Lifecycle::theDestructorCutsAtOnce()
{
    m_fixture.write("film.bin", Fixture::patterned(8'000'000));
    auto server = startServer(m_fixture.config());
    RawClient stalled(server->port(), 4096);
    stalled.send(get("/film.bin"));
    QVERIFY(stalled.receive());
    RawClient idle(server->port());
    QCOMPARE(statusOf(idle, get("/a.txt")), 200);
    server.reset();
    QVERIFY(!stalled.readAnswer());
    QCOMPARE(stalled.ending(), Ending::Reset);
    QCOMPARE(idle.waitForEnd(), Ending::Closed);
}

void Lifecycle::nothingIsLeftOfTwoHundredServers()
{
    m_fixture.write("large.html", Fixture::patterned(3'000'000));
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    config.log = m_fixture.root() + QStringLiteral("/../log.ndjson");
    (void)startServer(config); // what the process keeps for good is there from now on
    const int descriptors = openDescriptors();
    const int running = threads();
    for (int round = 0; round < 200; ++round) {
        config.workers = 1 + round % 2;
        const auto server = startServer(config);
        RawClient served(server->port());
        QCOMPARE(statusOf(served, get("/a.txt")), 200);
        RawClient stalled(server->port(), 4096);
        stalled.send(get("/large.html", round % 2 ? "Accept-Encoding: gzip\r\n" : ""));
        RawClient halfway(server->port());
        halfway.send("GET /a");
        if (round % 4 == 0)
            server->close(0ms);
    }
    QTRY_VERIFY(threads() <= running); // one of those counted may itself have been ending
    QCOMPARE(openDescriptors(), descriptors);
}

void Lifecycle::descriptorsThatRunOutAreNotTheEnd()
{
    site::SiteConfig config = m_fixture.config();
    config.workers = 2; // each of which runs out
    const auto server = startServer(config);
    QSignalSpy noticed(server.get(), &server::Server::noticed);
    RawClient warm(server->port());
    QCOMPARE(statusOf(warm, get("/a.txt")), 200);
    QTRY_COMPARE(server->counters().connectionsOpen, 1u);
    std::vector<std::unique_ptr<RawClient>> clients(12); // both ends are in this process
    for (auto &client : clients)
        client = std::make_unique<RawClient>();
    const DescriptorLimit limit(static_cast<rlim_t>(openDescriptors() + 4));
    for (const auto &client : clients)
        client->connect(server->port());
    QTRY_COMPARE(noticed.count(), 1);
    const auto error = noticed.first().first().value<base::Error>();
    QVERIFY(!error.message.isEmpty() && !error.remedy.isEmpty());

    clients.erase(clients.begin(), clients.begin() + 6); // these make room for the rest
    QElapsedTimer timer;
    timer.start();
    for (const auto &client : clients)
        QCOMPARE(statusOf(*client, get("/a.txt")), 200);
    QVERIFY(timer.elapsed() <= 1000);
    QCOMPARE(noticed.count(), 1);
}

QTEST_GUILESS_MAIN(Lifecycle)
#include "tst_lifecycle.moc"
