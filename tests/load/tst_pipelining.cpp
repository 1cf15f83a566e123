// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/running.h"

#include <QTest>

#include <cerrno>
#include <map>

using namespace servelab;
using namespace servelab::load;
using namespace running;
using namespace std::chrono_literals;

namespace {

/// As many bytes as the path says, and no body for HEAD.
void answerByPath(QTcpSocket &socket)
{
    const QByteArray request = RawServer::requestOf(socket);
    const qsizetype begin = request.indexOf('/') + 1;
    const QByteArray length = request.mid(begin, request.indexOf(' ', begin) - begin);
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
    if (!request.startsWith("HEAD"))
        socket.write(QByteArray(length.toInt(), 'x'));
}

PlannedRequest sized(int bytes, const char *method = "GET")
{
    PlannedRequest request;
    request.method = method;
    request.target = '/' + QByteArray::number(bytes);
    request.expectation.bodyBytes = request.method == "HEAD" ? 0 : bytes;
    return request;
}

} // namespace

class TestPipelining : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countIsExact_data();
    void countIsExact();
    void theDepthIsReached();
    void answersBelongToTheirRequests();
    void theMixIsSentByItsWeights();
    void aReplayKeepsItsOrder();
    void anAnnouncedCloseLosesNothing();
    void aFaultOfOneAnswer_data();
    void aFaultOfOneAnswer();
    void aBrokenConnectionFailsAll_data();
    void aBrokenConnectionFailsAll();
    void surplusBehindTheLastAnswer();
    void largeRequestsLeaveInPieces();
};

void TestPipelining::countIsExact_data()
{
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("depth");
    QTest::addColumn<quint64>("requests");
    QTest::newRow("two at a time") << 3 << 2 << quint64(300);
    QTest::newRow("sixteen at a time") << 3 << 16 << quint64(1000);
    QTest::newRow("more at a time than one write takes") << 2 << 200 << quint64(2000);
    QTest::newRow("fewer requests than fit") << 4 << 16 << quint64(5);
}

void TestPipelining::countIsExact()
{
    QFETCH(int, connections);
    QFETCH(int, depth);
    QFETCH(quint64, requests);
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), connections, requests);
    plan.pipeline = depth;
    plan.expectation = {200, goodBytes};
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, requests);
    QCOMPARE(report.responses, requests);
    QCOMPARE(report.bytesSent, server.bytes());
    QCOMPARE(server.requests(), requests);
    QVERIFY(server.connections() <= connections);
    QVERIFY(addsUp(report));
}

/// The server answers nothing until eight requests have come on a connection.
void TestPipelining::theDepthIsReached()
{
    std::map<QTcpSocket *, int> waiting;
    RawServer server([&waiting](QTcpSocket &socket) {
        if (++waiting[&socket] % 8 == 0)
            socket.write(goodAnswer.repeated(8));
    });
    LoadPlan plan = planFor(server.url(), 2);
    plan.pipeline = 8;
    plan.requestTimeout = 10s;
    const LoadReport report = run(plan);
    QVERIFY(report.responses >= 16);
    QCOMPARE(report.errorCount(), 0U);
    QVERIFY(report.inFlight <= 16);
    QVERIFY(addsUp(report));
}

void TestPipelining::answersBelongToTheirRequests()
{
    RawServer server(answerByPath);
    LoadPlan plan = countedPlan(server.url(), 3, 900);
    plan.mix = {sized(0), sized(7), sized(200'000), sized(50, "HEAD"), sized(1)};
    plan.pipeline = 8;
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 900U);
    QCOMPARE(report.errorCount(), 0U);
    QVERIFY(addsUp(report));
}

void TestPipelining::theMixIsSentByItsWeights()
{
    std::map<QByteArray, int> seen;
    RawServer server([&seen](QTcpSocket &socket) {
        const QByteArray request = RawServer::requestOf(socket);
        ++seen[request.left(request.indexOf(' ', 5))];
        answerByPath(socket);
    });
    LoadPlan plan = countedPlan(server.url(), 4, 400);
    plan.mix = {sized(1), sized(2), sized(3)};
    plan.mix[0].weight = 15;
    plan.mix[1].weight = 4;
    plan.mix[2].expectation.status = 404; // which it never is
    plan.mix[2].name = QStringLiteral("wrong");
    const LoadReport report = run(plan);
    QCOMPARE(seen["GET /1"], 300);
    QCOMPARE(seen["GET /2"], 80);
    QCOMPARE(seen["GET /3"], 20);
    QCOMPARE(report.byName.size(), 3U);
    QCOMPARE(report.byName[0].name, QStringLiteral("GET /1"));
    QCOMPARE(report.byName[0].responses, 300U);
    QCOMPARE(report.byName[0].latencyMicroseconds.totalCount(), 300U);
    QCOMPARE(report.byName[2].name, QStringLiteral("wrong"));
    QCOMPARE(report.byName[2].responses, 0U);
    QCOMPARE(report.byName[2].errors, 20U);
    QVERIFY(addsUp(report));
}

void TestPipelining::aReplayKeepsItsOrder()
{
    QByteArrayList seen;
    RawServer server([&seen](QTcpSocket &socket) {
        const QByteArray request = RawServer::requestOf(socket);
        seen << request.mid(5, request.indexOf(' ', 5) - 5);
        answerByPath(socket);
    });
    LoadPlan plan = countedPlan(server.url(), 1, 7);
    plan.mix = {sized(5), sized(3), sized(9)};
    plan.order = RequestOrder::InOrder;
    QCOMPARE(run(plan).responses, 7U);
    QCOMPARE(seen.join(' '), "5 3 9 5 3 9 5");
}

/// What was sent behind the last answer of a connection is sent again on the next one.
void TestPipelining::anAnnouncedCloseLosesNothing()
{
    RawServer server([](QTcpSocket &socket) {
        const int count = socket.property("count").toInt() + 1;
        socket.setProperty("count", count);
        if (count < 3)
            socket.write(goodAnswer);
        else if (count == 3)
            sendsAndCloses("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nHi")(socket);
    });
    LoadPlan plan = countedPlan(server.url(), 2, 60);
    plan.pipeline = 8;
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 60U);
    QCOMPARE(report.errorCount(), 0U);
    QVERIFY(server.connections() >= 20);
    QVERIFY(addsUp(report));
}

void TestPipelining::aFaultOfOneAnswer_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("kind");
    QTest::newRow("another protocol") << QByteArray("SSH-2.0\r\n") << int(LoadErrorKind::Malformed);
    QTest::newRow("a length of 2^63")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n")
        << int(LoadErrorKind::Malformed);
    QTest::newRow("a body that is too long")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        << int(LoadErrorKind::UnexpectedLength);
    QTest::newRow("an error page") << QByteArray(
        "HTTP/1.1 500 Oops\r\nContent-Length: 13\r\n\r\nHello, world!")
                                   << int(LoadErrorKind::UnexpectedStatus);
}

/// Every fifth answer of all is wrong; the requests around it are answered all the same.
void TestPipelining::aFaultOfOneAnswer()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, kind);
    int count = 0;
    RawServer server([&](QTcpSocket &socket) { socket.write(++count % 5 == 0 ? answer : goodAnswer); });
    LoadPlan plan = countedPlan(server.url(), 1, 100);
    plan.pipeline = 4;
    plan.expectation.bodyBytes = goodBytes;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 100U);
    QCOMPARE(report.inFlight, 0U);
    QVERIFY(report.responses > 0);
    QVERIFY(report.errorCount() > 0);
    QCOMPARE(report.errorCount(), report.errorCount(static_cast<LoadErrorKind>(kind)));
    QVERIFY(addsUp(report));
}

void TestPipelining::aBrokenConnectionFailsAll_data()
{
    QTest::addColumn<RawServer::Behaviour>("behaviour");
    QTest::addColumn<int>("kind");
    QTest::newRow("reset") << sendsAndResets({}) << int(LoadErrorKind::Reset);
    QTest::newRow("closed") << sendsAndCloses({}) << int(LoadErrorKind::EarlyClose);
    QTest::newRow("silent") << sends({}) << int(LoadErrorKind::Timeout);
}

void TestPipelining::aBrokenConnectionFailsAll()
{
    QFETCH(RawServer::Behaviour, behaviour);
    QFETCH(int, kind);
    RawServer server(behaviour);
    LoadPlan plan = countedPlan(server.url(), 1, 8);
    plan.pipeline = 4;
    plan.requestTimeout = 200ms;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 8U);
    QCOMPARE(report.responses, 0U);
    // A close that overtakes requests on their way makes the system answer those with a reset.
    const auto resets = report.errorCount(LoadErrorKind::Reset);
    QCOMPARE(report.errorCount(static_cast<LoadErrorKind>(kind))
            + (kind == int(LoadErrorKind::EarlyClose) ? resets : 0),
        8U);
    QVERIFY(server.connections() <= 8);
    QVERIFY(addsUp(report));
}

void TestPipelining::surplusBehindTheLastAnswer()
{
    RawServer server(sends(goodAnswer + "more"));
    LoadPlan plan = countedPlan(server.url(), 1, 12);
    plan.pipeline = 3;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 12U);
    QVERIFY(report.errorCount(LoadErrorKind::Malformed) >= 6);
    QVERIFY(addsUp(report));
}

void TestPipelining::largeRequestsLeaveInPieces()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 2, 12);
    plan.method = "POST";
    plan.body = QByteArray(3 * 1024 * 1024, 'y');
    plan.pipeline = 5;
    const LoadReport report = run(plan);
    QCOMPARE(report.responses, 12U);
    QCOMPARE(report.bytesSent, server.bytes());
    QVERIFY(addsUp(report));
}

QTEST_GUILESS_MAIN(TestPipelining)
#include "tst_pipelining.moc"
