// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/load/running.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QTest>

#include <cerrno>

using namespace servelab;
using namespace servelab::load;
using namespace running;
using namespace std::chrono_literals;

/// Servers that answer wrongly, never, or without end: each is an error of the right kind, and the run ends.
class TestHostileServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void faults_data();
    void faults();
    void refusedConnectionsBackOff();
    void fullQueueIsAConnectTimeout();
    void wrongAnswersKeepTheirConnection();
    void recoversWhenTheServerDoes();
    void hostileServersCostNoMemory_data();
    void hostileServersCostNoMemory();
    void namesTheRightBody_data();
    void namesTheRightBody();
};

void TestHostileServers::faults_data()
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

void TestHostileServers::faults()
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

void TestHostileServers::refusedConnectionsBackOff()
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

void TestHostileServers::fullQueueIsAConnectTimeout()
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

void TestHostileServers::wrongAnswersKeepTheirConnection()
{
    RawServer server(sends("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
    const LoadReport report = run(countedPlan(server.url(), 2, 20));
    QCOMPARE(report.errorCount(LoadErrorKind::UnexpectedStatus), 20U);
    QCOMPARE(report.answersByClass[5], 20U);
    QVERIFY(server.connections() <= 2);
}

void TestHostileServers::recoversWhenTheServerDoes()
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

void TestHostileServers::hostileServersCostNoMemory_data()
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

void TestHostileServers::hostileServersCostNoMemory()
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
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("What a sanitizer keeps of what was freed would be measured, too.");
#endif
    constexpr qint64 bound = 48 * 1024 * 1024; // the server's own buffers are part of it
    QVERIFY2(after->residentBytes - before->residentBytes < bound,
        qPrintable(QString::number(after->residentBytes - before->residentBytes)));
}

void TestHostileServers::namesTheRightBody_data()
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

void TestHostileServers::namesTheRightBody()
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

QTEST_GUILESS_MAIN(TestHostileServers)
#include "tst_hostileservers.moc"
