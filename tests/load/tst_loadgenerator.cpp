// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/running.h"

#include <QSignalSpy>
#include <QTest>

#include <cerrno>
#include <limits>

#include <netinet/tcp.h>
#include <sys/socket.h>

using namespace servelab;
using namespace servelab::load;
using namespace running;
using namespace std::chrono_literals;

namespace {

bool hasIpv6()
{
    QTcpServer server;
    return server.listen(QHostAddress(QHostAddress::LocalHostIPv6));
}

} // namespace

class TestLoadGenerator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countIsExact_data();
    void countIsExact();
    void countIsExactBehindAWarmUp();
    void timeEndsTheRun_data();
    void timeEndsTheRun();
    void whicheverComesFirstEndsTheRun();
    void rightAnswers_data();
    void rightAnswers();
    void announcedCloseIsNoError();
    void silentCloseBetweenRequestsIsNoError();
    void largeAnswer();
    void largeRequest();
    void localhostFindsTheServer_data();
    void localhostFindsTheServer();
    void localhostNamesBothReasons();
    void manyConnectionsAreAllOpened();
    void progressIsTold();
    void cancelEndsEarly();
    void cancelWithinTheWarmUpMeasuresNothing();
    void destructionEndsARun();
    void startsOnlyOnce();
    void invalidPlanDoesNotStart();
    void unknownNameFailsWithoutBlocking();
    void cancelEndsALookup();
};

void TestLoadGenerator::countIsExact_data()
{
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("threads");
    QTest::addColumn<bool>("keepAlive");
    QTest::addColumn<quint64>("requests");
    QTest::newRow("one request") << 1 << 1 << true << quint64(1);
    QTest::newRow("fewer requests than connections") << 20 << 1 << true << quint64(3);
    QTest::newRow("many requests on few connections") << 7 << 1 << true << quint64(500);
    QTest::newRow("over three threads") << 10 << 3 << true << quint64(401);
    QTest::newRow("a connection for each request") << 5 << 1 << false << quint64(123);
    QTest::newRow("a connection for each request over two threads") << 5 << 2 << false << quint64(100);
}

void TestLoadGenerator::countIsExact()
{
    QFETCH(int, connections);
    QFETCH(int, threads);
    QFETCH(bool, keepAlive);
    QFETCH(quint64, requests);
    RawServer server(keepAlive ? sends(goodAnswer) : sendsAndCloses(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), connections, requests);
    plan.threads = threads;
    plan.keepAlive = keepAlive;
    plan.expectation = {200, goodBytes};

    const LoadReport report = run(plan);
    QCOMPARE(report.requests, requests);
    QCOMPARE(report.responses, requests);
    QCOMPARE(report.errorCount(), 0U);
    QCOMPARE(report.inFlight, 0U);
    QCOMPARE(report.answersByClass[2], requests);
    QCOMPARE(report.bodyBytes, requests * goodBytes);
    QCOMPARE(report.bytesReceived, requests * static_cast<quint64>(goodAnswer.size()));
    QCOMPARE(report.bytesSent, server.bytes());
    QCOMPARE(server.requests(), requests);
    if (keepAlive)
        QVERIFY(server.connections() <= connections);
    else
        QCOMPARE(server.connections(), static_cast<int>(requests));
    QVERIFY(report.elapsed > 0ns);
    QVERIFY(report.generatorCpu > 0ns);
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::countIsExactBehindAWarmUp()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 10, 40);
    plan.warmUp = 100ms;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 40U);
    QCOMPARE(report.responses, 40U);
    QVERIFY(server.requests() > 40U);
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::timeEndsTheRun_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("warmUp");
    QTest::newRow("one thread") << 1 << 0;
    QTest::newRow("two threads") << 2 << 0;
    QTest::newRow("behind a warm-up") << 2 << 150;
}

void TestLoadGenerator::timeEndsTheRun()
{
    QFETCH(int, threads);
    QFETCH(int, warmUp);
    RawServer server(sends(goodAnswer));
    LoadPlan plan = planFor(server.url(), 8);
    plan.threads = threads;
    plan.warmUp = std::chrono::milliseconds(warmUp);
    const LoadReport report = run(plan);
    QVERIFY(report.responses > 0);
    QVERIFY(report.inFlight <= 8);
    QCOMPARE(report.errorCount(), 0U);
    QVERIFY(report.elapsed > 0ns);
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::whicheverComesFirstEndsTheRun()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 2, 20);
    plan.duration = 1h;
    QCOMPARE(run(plan).responses, 20U);

    plan.requests = std::numeric_limits<qint64>::max();
    plan.duration = 100ms;
    const LoadReport report = run(plan);
    QVERIFY(report.responses > 0);
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::rightAnswers_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<RawServer::Behaviour>("behaviour");
    QTest::addColumn<qint64>("bodyBytes");
    QTest::newRow("with a length") << QByteArray("GET") << sends(goodAnswer) << goodBytes;
    QTest::newRow("in chunks")
        << QByteArray("GET")
        << sends("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n1\r\n!\r\n0\r\n\r\n")
        << qint64(6);
    QTest::newRow("ended by the connection")
        << QByteArray("GET") << sendsAndCloses("HTTP/1.1 200 OK\r\n\r\nHello") << qint64(5);
    QTest::newRow("of HTTP/1.0") << QByteArray("GET")
                                 << sendsAndCloses("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nHi")
                                 << qint64(2);
    QTest::newRow("to HEAD, with the length of GET")
        << QByteArray("HEAD") << sends("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n") << qint64(0);
    QTest::newRow("without a body by its status")
        << QByteArray("GET") << sends("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n") << qint64(0);
    QTest::newRow("behind interim answers")
        << QByteArray("GET")
        << sends("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + goodAnswer)
        << goodBytes;
}

void TestLoadGenerator::rightAnswers()
{
    QFETCH(QByteArray, method);
    QFETCH(RawServer::Behaviour, behaviour);
    QFETCH(qint64, bodyBytes);
    RawServer server(behaviour);
    LoadPlan plan = countedPlan(server.url(), 3, 30);
    plan.method = method;
    plan.expectation.bodyBytes = bodyBytes;
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 30U);
    QCOMPARE(report.bodyBytes, static_cast<quint64>(30 * bodyBytes));
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::announcedCloseIsNoError()
{
    RawServer server(sendsAndCloses("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nHi"));
    const LoadReport report = run(countedPlan(server.url(), 4, 40));
    QCOMPARE(report.responses, 40U);
    QCOMPARE(server.connections(), 40);
}

void TestLoadGenerator::silentCloseBetweenRequestsIsNoError()
{
    // The end of the stream arrives with the answer: the client sees it before it sends again.
    RawServer server([](QTcpSocket &socket) {
        const int on = 1;
        ::setsockopt(static_cast<int>(socket.socketDescriptor()), SOL_TCP, TCP_CORK, &on, sizeof on);
        sendsAndCloses(goodAnswer)(socket);
    });
    const LoadReport report = run(countedPlan(server.url(), 4, 40));
    QCOMPARE(report.responses, 40U);
    QCOMPARE(server.connections(), 40);
}

void TestLoadGenerator::largeAnswer()
{
    const QByteArray body(8 * 1024 * 1024, 'x');
    RawServer server(
        sends("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body));
    LoadPlan plan = countedPlan(server.url(), 3, 12);
    plan.expectation.bodyBytes = body.size();
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 12U);
    QCOMPARE(report.bodyBytes, 12U * static_cast<quint64>(body.size()));
}

void TestLoadGenerator::largeRequest()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 2, 4);
    plan.method = "POST";
    plan.body = QByteArray(6 * 1024 * 1024, 'y');
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 4U);
    QCOMPARE(report.bytesSent, server.bytes());
    QVERIFY(report.bytesSent > 4U * static_cast<quint64>(plan.body.size()));
}

void TestLoadGenerator::localhostFindsTheServer_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::newRow("that listens on IPv4 only") << QHostAddress(QHostAddress::LocalHost);
    if (hasIpv6())
        QTest::newRow("that listens on IPv6 only") << QHostAddress(QHostAddress::LocalHostIPv6);
}

void TestLoadGenerator::localhostFindsTheServer()
{
    QFETCH(QHostAddress, address);
    RawServer server(sends(goodAnswer), address);
    QUrl url = server.url();
    url.setHost(QStringLiteral("localhost"));
    const LoadReport report = run(countedPlan(url, 5, 50));
    QCOMPARE(report.responses, 50U);
    QCOMPARE(report.errorCount(), 0U);
}

void TestLoadGenerator::localhostNamesBothReasons()
{
    QUrl url(QStringLiteral("http://localhost/"));
    url.setPort(unusedPort(QHostAddress(QHostAddress::LocalHost)));
    const LoadReport report = run(countedPlan(url, 1, 1));
    QCOMPARE(report.errorCount(LoadErrorKind::Connect), 1U);
    const QString sample = errorsOf(report, LoadErrorKind::Connect).sample;
    QVERIFY(sample.contains(QStringLiteral("localhost")));
    QVERIFY(sample.contains(QStringLiteral("::1: ")));
    QVERIFY(sample.contains(QStringLiteral("127.0.0.1: ")));
}

void TestLoadGenerator::manyConnectionsAreAllOpened()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 300, 3000);
    plan.threads = 2;
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 3000U);
    QCOMPARE(report.errorCount(), 0U);
}

void TestLoadGenerator::progressIsTold()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = planFor(server.url(), 4);
    plan.threads = 2;
    plan.warmUp = 400ms;
    plan.duration = 1h;
    LoadGenerator generator;
    bool hasWarmedUp = false;
    bool hasMeasured = false;
    connect(&generator, &LoadGenerator::progressed, this, [&](const LoadProgress &progress) {
        hasWarmedUp |= progress.warmingUp && progress.responses > 0;
        hasMeasured |= !progress.warmingUp && progress.responses > 0 && progress.connectionsOpen == 4
            && progress.requestsPerSecond > 0 && progress.p99Microseconds > 0;
    });
    QVERIFY(generator.start(plan).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(hasWarmedUp, patience);
    QTRY_VERIFY_WITH_TIMEOUT(hasMeasured, patience);
}

void TestLoadGenerator::cancelEndsEarly()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = planFor(server.url(), 4);
    plan.duration = 1h;
    LoadGenerator generator;
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    QVERIFY(generator.start(plan).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(server.requests() > 10, patience);
    generator.cancel();
    generator.cancel();
    QVERIFY(finished.wait(patience));
    const auto report = finished.first().first().value<LoadReport>();
    QVERIFY(report.responses > 0);
    QVERIFY(addsUp(report));
    generator.cancel();
    QCOMPARE(finished.count(), 1);
}

void TestLoadGenerator::cancelWithinTheWarmUpMeasuresNothing()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = planFor(server.url(), 4);
    plan.warmUp = 1h;
    LoadGenerator generator;
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    QVERIFY(generator.start(plan).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(server.requests() > 10, patience);
    generator.cancel();
    QVERIFY(finished.wait(patience));
    const auto report = finished.first().first().value<LoadReport>();
    QCOMPARE(report.responses, 0U);
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::destructionEndsARun()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = planFor(server.url(), 4);
    plan.threads = 2;
    plan.duration = 1h;
    auto generator = std::make_unique<LoadGenerator>();
    QVERIFY(generator->start(plan).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(server.requests() > 10, patience);
    generator.reset();
    QTRY_VERIFY_WITH_TIMEOUT(server.findChildren<QTcpSocket *>().isEmpty(), patience);
}

void TestLoadGenerator::startsOnlyOnce()
{
    RawServer server(sends(goodAnswer));
    LoadGenerator generator;
    QVERIFY(generator.start(countedPlan(server.url(), 1, 1)).has_value());
    const auto again = generator.start(countedPlan(server.url(), 1, 1));
    QVERIFY(!again.has_value());
    QVERIFY(!again.error().remedy.isEmpty());
}

void TestLoadGenerator::invalidPlanDoesNotStart()
{
    LoadGenerator generator;
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    const auto started = generator.start(planFor(QUrl(QStringLiteral("http://192.0.2.1/")), 1));
    QVERIFY(!started.has_value());
    QCOMPARE(started.error().where, QStringLiteral("url"));
    generator.cancel();
    QCOMPARE(finished.count(), 0);
}

void TestLoadGenerator::unknownNameFailsWithoutBlocking()
{
    LoadGenerator generator;
    QSignalSpy failed(&generator, &LoadGenerator::failed);
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    QVERIFY(generator.start(planFor(QUrl(QStringLiteral("http://no-such-host.invalid/")), 1)).has_value());
    QCOMPARE(failed.count(), 0); // nobody has answered yet
    QVERIFY(failed.wait(patience));
    const auto error = failed.first().first().value<base::Error>();
    QCOMPARE(error.where, QStringLiteral("url"));
    QVERIFY(error.message.contains(QStringLiteral("no-such-host.invalid")));
    QVERIFY(!error.remedy.isEmpty());
    QCOMPARE(finished.count(), 0);
}

void TestLoadGenerator::cancelEndsALookup()
{
    LoadGenerator generator;
    QSignalSpy failed(&generator, &LoadGenerator::failed);
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    QVERIFY(generator.start(planFor(QUrl(QStringLiteral("http://no-such-host.invalid/")), 1)).has_value());
    generator.cancel();
    QVERIFY(finished.wait(patience));
    QCOMPARE(finished.first().first().value<LoadReport>().requests, 0U);
    QCOMPARE(failed.count(), 0);
}

QTEST_GUILESS_MAIN(TestLoadGenerator)
#include "tst_loadgenerator.moc"
