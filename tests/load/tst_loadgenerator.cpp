// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/load/running.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
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

Q_DECLARE_METATYPE(RawServer::Behaviour)

namespace {

quint16 unusedPort(const QHostAddress &address)
{
    QTcpServer server;
    server.listen(address);
    return server.serverPort();
}

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
    void faults_data();
    void faults();
    void refusedConnectionsBackOff();
    void fullQueueIsAConnectTimeout();
    void localhostFindsTheServer_data();
    void localhostFindsTheServer();
    void localhostNamesBothReasons();
    void wrongAnswersKeepTheirConnection();
    void recoversWhenTheServerDoes();
    void manyConnectionsAreAllOpened();
    void progressIsTold();
    void cancelEndsEarly();
    void cancelWithinTheWarmUpMeasuresNothing();
    void destructionEndsARun();
    void startsOnlyOnce();
    void invalidPlanDoesNotStart();
    void unknownNameFailsWithoutBlocking();
    void cancelEndsALookup();
    void hostileServersCostNoMemory_data();
    void hostileServersCostNoMemory();
    void namesTheRightBody_data();
    void namesTheRightBody();
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

void TestLoadGenerator::faults_data()
{
    QTest::addColumn<RawServer::Behaviour>("behaviour");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("systemError");
    const auto row
        = [](const char *name, RawServer::Behaviour behaviour, LoadErrorKind kind, int systemError = 0) {
              QTest::newRow(name) << std::move(behaviour) << static_cast<int>(kind) << systemError;
          };
    const QByteArray head = "HTTP/1.1 200 OK\r\n";

    row("silence", sends({}), LoadErrorKind::Timeout, ETIMEDOUT);
    row("a head that drips", drips(head, "X"), LoadErrorKind::Timeout, ETIMEDOUT);
    row("a body that drips", drips(head + "Content-Length: 13\r\n\r\n", "x"), LoadErrorKind::Timeout,
        ETIMEDOUT);
    row("a body that never comes", sends(head + "Content-Length: 13\r\n\r\n"), LoadErrorKind::Timeout,
        ETIMEDOUT);
    row("a chunk that drips", drips(head + "Transfer-Encoding: chunked\r\n\r\nd\r\n", "x"),
        LoadErrorKind::Timeout, ETIMEDOUT);
    row("half a body without end", sends(head + "\r\nHello"), LoadErrorKind::Timeout, ETIMEDOUT);

    row("endless field lines", neverStopsSending(head, QByteArray("X: y\r\n").repeated(500)),
        LoadErrorKind::Malformed);
    row("an endless field line", neverStopsSending(head + "X: ", QByteArray(4096, 'y')),
        LoadErrorKind::Malformed);
    row("endless interim answers",
        neverStopsSending({}, QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(200)),
        LoadErrorKind::Malformed);
    row("an endless body", neverStopsSending(head + "\r\n", QByteArray(65536, 'z')),
        LoadErrorKind::UnexpectedLength);
    row("endless chunk extensions",
        neverStopsSending(head + "Transfer-Encoding: chunked\r\n\r\n5;", QByteArray(4096, 'e')),
        LoadErrorKind::Malformed);

    row("a length of 2^63", sends(head + "Content-Length: 9223372036854775808\r\n\r\n"),
        LoadErrorKind::Malformed);
    row("a length of 2^64", sends(head + "Content-Length: 18446744073709551616\r\n\r\n"),
        LoadErrorKind::Malformed);
    row("a length of 2^63 - 1", sends(head + "Content-Length: 9223372036854775807\r\n\r\n"),
        LoadErrorKind::UnexpectedLength);
    row("two different lengths", sends(head + "Content-Length: 13\r\nContent-Length: 5\r\n\r\nHello, world!"),
        LoadErrorKind::Malformed);
    row("a length and chunks",
        sends(head + "Content-Length: 13\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n0\r\n\r\n"),
        LoadErrorKind::Malformed);
    row("a chunk size that is none", sends(head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"),
        LoadErrorKind::Malformed);
    row("another protocol", sends("SSH-2.0-OpenSSH_9.2\r\n"), LoadErrorKind::Malformed);
    row("a status beyond 599", sends("HTTP/1.1 999 Odd\r\nContent-Length: 13\r\n\r\nHello, world!"),
        LoadErrorKind::Malformed);
    row("a protocol switch", sends("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
        LoadErrorKind::Malformed);

    row("bytes behind the answer", sends(goodAnswer + "more"), LoadErrorKind::Malformed);
    row("a second answer", sends(goodAnswer + goodAnswer), LoadErrorKind::Malformed);
    row("bytes behind an answer that closes",
        sendsAndCloses(head + "Connection: close\r\nContent-Length: 13\r\n\r\nHello, world!more"),
        LoadErrorKind::Malformed);

    row("a close without an answer", sendsAndCloses({}), LoadErrorKind::EarlyClose);
    row("a close within the head", sendsAndCloses(head), LoadErrorKind::EarlyClose);
    row("a close within the body", sendsAndCloses(head + "Content-Length: 13\r\n\r\nHello"),
        LoadErrorKind::EarlyClose);
    row("a close within the chunks",
        sendsAndCloses(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n"), LoadErrorKind::EarlyClose);
    row("a reset without an answer", sendsAndResets({}), LoadErrorKind::Reset, ECONNRESET);
    row("a reset within the body", sendsAndResets(head + "Content-Length: 13\r\n\r\nHello"),
        LoadErrorKind::Reset, ECONNRESET);

    row("an error page", sends("HTTP/1.1 404 Not Found\r\nContent-Length: 13\r\n\r\nHello, world!"),
        LoadErrorKind::UnexpectedStatus);
    row("a shorter body", sends(head + "Content-Length: 5\r\n\r\nHello"), LoadErrorKind::UnexpectedLength);
    row("a body that is shorter by its chunks",
        sends(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n0\r\n\r\n"),
        LoadErrorKind::UnexpectedLength);
}

void TestLoadGenerator::faults()
{
    QFETCH(RawServer::Behaviour, behaviour);
    QFETCH(int, kind);
    QFETCH(int, systemError);
    RawServer server(behaviour);
    LoadPlan plan = countedPlan(server.url(), 2, 4);
    plan.requestTimeout = 200ms;
    plan.expectation = {200, goodBytes};
    const LoadReport counted = run(plan);
    QCOMPARE(counted.requests, 4U);
    QCOMPARE(counted.responses, 0U);
    QCOMPARE(counted.inFlight, 0U);
    QCOMPARE(counted.errorCount(), 4U);
    const LoadErrors errors = errorsOf(counted, static_cast<LoadErrorKind>(kind));
    QCOMPARE(errors.count, 4U);
    QCOMPARE(errors.systemError, systemError);
    QVERIFY(!errors.sample.isEmpty());

    // The same by time, with timeouts that would outlast the run by far.
    plan.requests.reset();
    plan.duration = 50ms;
    plan.requestTimeout = 30min;
    const LoadReport timed = run(plan);
    QVERIFY(timed.requests > 0);
    QCOMPARE(timed.responses, 0U);
    QVERIFY(addsUp(timed));
}

void TestLoadGenerator::refusedConnectionsBackOff()
{
    QUrl url(QStringLiteral("http://127.0.0.1/"));
    url.setPort(unusedPort(QHostAddress(QHostAddress::LocalHost)));
    LoadPlan plan = planFor(url, 5);
    plan.duration = 400ms;
    const LoadReport report = run(plan);
    QVERIFY(report.errorCount() >= 5);
    QCOMPARE(report.errorCount(), errorsOf(report, LoadErrorKind::Connect).count);
    QCOMPARE(errorsOf(report, LoadErrorKind::Connect).systemError, ECONNREFUSED);
    QVERIFY(errorsOf(report, LoadErrorKind::Connect).sample.contains(QStringLiteral("127.0.0.1")));
    QVERIFY2(report.requests <= 5 * 5, "a dead server must not be asked more often than the back-off allows");
    QVERIFY(addsUp(report));
}

void TestLoadGenerator::fullQueueIsAConnectTimeout()
{
    QTcpServer server;
    server.setListenBacklogSize(1);
    QVERIFY(server.listen(QHostAddress(QHostAddress::LocalHost)));
    server.pauseAccepting();
    QUrl url(QStringLiteral("http://127.0.0.1/"));
    url.setPort(server.serverPort());
    LoadPlan plan = planFor(url, 8);
    plan.connectTimeout = 100ms;
    plan.duration = 600ms;
    const LoadReport report = run(plan);
    QVERIFY(report.errorCount(LoadErrorKind::ConnectTimeout) > 0);
    QCOMPARE(errorsOf(report, LoadErrorKind::ConnectTimeout).systemError, ETIMEDOUT);
    QVERIFY(addsUp(report));
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

void TestLoadGenerator::wrongAnswersKeepTheirConnection()
{
    RawServer server(sends("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
    const LoadReport report = run(countedPlan(server.url(), 2, 20));
    QCOMPARE(report.errorCount(LoadErrorKind::UnexpectedStatus), 20U);
    QCOMPARE(report.answersByClass[5], 20U);
    QVERIFY(server.connections() <= 2);
}

void TestLoadGenerator::recoversWhenTheServerDoes()
{
    int count = 0;
    RawServer server([&count](QTcpSocket &socket) {
        (++count % 4 == 0 ? sendsAndResets({}) : sends(goodAnswer))(socket);
    });
    const LoadReport report = run(countedPlan(server.url(), 1, 40));
    QCOMPARE(report.errorCount(LoadErrorKind::Reset), 10U);
    QCOMPARE(report.responses, 30U);
    QVERIFY(addsUp(report));
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

void TestLoadGenerator::hostileServersCostNoMemory_data()
{
    QTest::addColumn<RawServer::Behaviour>("behaviour");
    const QByteArray head = "HTTP/1.1 200 OK\r\n";
    QTest::newRow("endless field lines") << neverStopsSending(head, QByteArray("X: y\r\n").repeated(500));
    QTest::newRow("an endless field line") << neverStopsSending(head + "X: ", QByteArray(4096, 'y'));
    QTest::newRow("endless interim answers")
        << neverStopsSending({}, QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(200));
    QTest::newRow("an endless body") << neverStopsSending(head + "\r\n", QByteArray(65536, 'z'));
    QTest::newRow("an endless body in chunks") << neverStopsSending(
        head + "Transfer-Encoding: chunked\r\n\r\n", QByteArray("2\r\nxy\r\n").repeated(999));
    QTest::newRow("endless trailers") << neverStopsSending(
        head + "Transfer-Encoding: chunked\r\n\r\n0\r\n", QByteArray("X: y\r\n").repeated(500));
    QTest::newRow("endless answers") << neverStopsSending(goodAnswer, goodAnswer.repeated(100));
}

void TestLoadGenerator::hostileServersCostNoMemory()
{
    QFETCH(RawServer::Behaviour, behaviour);
    RawServer server(behaviour);
    LoadPlan plan = planFor(server.url(), 8);
    run(plan); // what is allocated once
    const auto before = base::memoryUse(QCoreApplication::applicationPid());
    plan.duration = 600ms;
    plan.pipeline = 4;
    QElapsedTimer timer;
    timer.start();
    const LoadReport report = run(plan);
    QVERIFY(timer.elapsed() < 10'000);
    const auto after = base::memoryUse(QCoreApplication::applicationPid());
    QVERIFY(report.requests > 0);
    QVERIFY(addsUp(report));
    QVERIFY(before && after);
    constexpr qint64 bound = 48 * 1024 * 1024; // the server's own buffers are part of it
    QVERIFY2(after->residentBytes - before->residentBytes < bound,
        qPrintable(QString::number(after->residentBytes - before->residentBytes)));
}

void TestLoadGenerator::namesTheRightBody_data()
{
    QTest::addColumn<RawServer::Behaviour>("behaviour");
    QTest::addColumn<bool>("isRight");
    const QByteArray head = "HTTP/1.1 200 OK\r\n";
    QTest::newRow("with a length") << sends(goodAnswer) << true;
    QTest::newRow("in chunks") << sends(
        head + "Transfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n8\r\n, world!\r\n0\r\n\r\n")
                               << true;
    QTest::newRow("ended by the connection") << sendsAndCloses(head + "\r\nHello, world!") << true;
    QTest::newRow("of the right length but another")
        << sends(head + "Content-Length: 13\r\n\r\nHello, World!") << false;
    QTest::newRow("in chunks but another")
        << sends(head + "Transfer-Encoding: chunked\r\n\r\nd\r\nHello,_world!\r\n0\r\n\r\n") << false;
}

void TestLoadGenerator::namesTheRightBody()
{
    QFETCH(RawServer::Behaviour, behaviour);
    QFETCH(bool, isRight);
    RawServer server(behaviour);
    LoadPlan plan = countedPlan(server.url(), 3, 60);
    plan.expectation.bodySha256 = QCryptographicHash::hash("Hello, world!", QCryptographicHash::Sha256);
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, isRight ? 60U : 0U);
    QCOMPARE(report.errorCount(LoadErrorKind::UnexpectedBody), isRight ? 0U : 60U);
    QVERIFY(addsUp(report));
}

QTEST_GUILESS_MAIN(TestLoadGenerator)
#include "tst_loadgenerator.moc"
