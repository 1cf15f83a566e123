// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/running.h"

#include <QTest>
#include <QThread>

#include <cerrno>
#include <map>

using namespace servelab;
using namespace servelab::load;
using namespace running;
using namespace std::chrono_literals;

namespace {

LoadPlan ratedPlan(const QUrl &url, int connections, double rate, std::chrono::milliseconds duration)
{
    LoadPlan plan = planFor(url, connections);
    plan.arrival = ConstantRate{rate};
    plan.duration = duration;
    return plan;
}

} // namespace

class TestOpenLoop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsDueIsBegun_data();
    void whatIsDueIsBegun();
    void aNumberEndsIt_data();
    void aNumberEndsIt();
    void aRampBeginsItsArea();
    void theScheduleKeepsItsTime();
    void afterAWarmUpTheScheduleBeginsAnew();
    void aFreezeIsSeenByWhoWaited();
    void aSilentServerLeavesABacklog();
    void refusedConnectionsAreErrorsOfRequests();
    void wrongAnswersCount();
    void requestsAreSpreadOverConnections();
    void idleConnectionsThatEndAreReplaced();
    void answersThatNobodyAskedForDoNotCount();
    void cancelCountsWhatWasDue();
};

void TestOpenLoop::whatIsDueIsBegun_data()
{
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("threads");
    QTest::addColumn<bool>("keepAlive");
    QTest::addColumn<int>("pipeline");
    QTest::newRow("over one connection") << 1 << 1 << true << 1;
    QTest::newRow("over many connections") << 20 << 1 << true << 1;
    QTest::newRow("on three threads") << 7 << 3 << true << 1;
    QTest::newRow("pipelined") << 2 << 1 << true << 8;
    QTest::newRow("a connection for each request") << 10 << 1 << false << 1;
    QTest::newRow("a connection for each request on two threads") << 10 << 2 << false << 1;
}

/// Exactly as many as the rate and the time make, however busy this machine is.
void TestOpenLoop::whatIsDueIsBegun()
{
    QFETCH(int, connections);
    QFETCH(int, threads);
    QFETCH(bool, keepAlive);
    QFETCH(int, pipeline);
    RawServer server(keepAlive ? sends(goodAnswer) : sendsAndCloses(goodAnswer));
    LoadPlan plan = ratedPlan(server.url(), connections, 400, 500ms);
    plan.threads = threads;
    plan.keepAlive = keepAlive;
    plan.pipeline = pipeline;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 200U);
    QCOMPARE(report.errorCount(), 0U);
    QVERIFY(report.responses > 0);
    QCOMPARE(report.uncorrectedMicroseconds.totalCount(), report.responses);
    QVERIFY(addsUp(report));
}

void TestOpenLoop::aNumberEndsIt_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<quint64>("requests");
    QTest::newRow("on one thread") << 1 << quint64(100);
    QTest::newRow("on three threads") << 3 << quint64(100);
    QTest::newRow("fewer than threads") << 3 << quint64(2);
    QTest::newRow("one") << 1 << quint64(1);
}

void TestOpenLoop::aNumberEndsIt()
{
    QFETCH(int, threads);
    QFETCH(quint64, requests);
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 6, requests);
    plan.arrival = ConstantRate{1000};
    plan.threads = threads;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, requests);
    QCOMPARE(report.responses, requests);
    QCOMPARE(report.inFlight, 0U);
    QCOMPARE(server.requests(), requests);
    QVERIFY(report.elapsed >= std::chrono::milliseconds(requests - 1));
    QVERIFY(addsUp(report));
}

void TestOpenLoop::aRampBeginsItsArea()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = ratedPlan(server.url(), 10, 1, 1s);
    plan.arrival = RateRamp{0, 400, 1s};
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 200U);
    QVERIFY(addsUp(report));
}

/// Not as fast as the server answers.
void TestOpenLoop::theScheduleKeepsItsTime()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = countedPlan(server.url(), 10, 50);
    plan.arrival = ConstantRate{100};
    const LoadReport report = run(plan);
    QVERIFY(report.elapsed >= 490ms);
    QCOMPARE(report.responses, 50U);
}

void TestOpenLoop::afterAWarmUpTheScheduleBeginsAnew()
{
    RawServer server(sends(goodAnswer));
    LoadPlan plan = ratedPlan(server.url(), 4, 200, 300ms);
    plan.warmUp = 200ms;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 60U);
    QVERIFY(server.requests() >= report.responses);
    QVERIFY2(report.connectMicroseconds.totalCount() >= 1, "connections of the warm-up are told");
    QVERIFY(addsUp(report));
}

/// The server stands still for 600 of 1500 ms. Of the 600 requests the 240 due meanwhile wait from 0 to 600
/// ms, evenly: nine of ten of all wait at most 450 ms. From when they were sent, only those of the two
/// connections did.
void TestOpenLoop::aFreezeIsSeenByWhoWaited()
{
    RawServer server(sends(goodAnswer));
    QTimer::singleShot(300ms, &server, [] { QThread::msleep(600); });
    const LoadReport report = run(ratedPlan(server.url(), 2, 400, 1500ms));
    QCOMPARE(report.requests, 600U);
    QVERIFY(addsUp(report));
    const auto corrected = report.latencyMicroseconds.percentile(90);
    const auto uncorrected = report.uncorrectedMicroseconds.percentile(90);
    QVERIFY2(corrected > 300'000, qPrintable(QString::number(corrected)));
    QVERIFY2(uncorrected < 150'000, qPrintable(QString::number(uncorrected)));
    QVERIFY(report.lateSends >= 150);
}

void TestOpenLoop::aSilentServerLeavesABacklog()
{
    RawServer server(sends({}));
    const LoadReport report = run(ratedPlan(server.url(), 3, 100, 500ms));
    QCOMPARE(report.requests, 50U);
    QCOMPARE(report.inFlight, 50U);
    QCOMPARE(report.backlog, 47U);
    QVERIFY(addsUp(report));
}

void TestOpenLoop::refusedConnectionsAreErrorsOfRequests()
{
    const QUrl url(QStringLiteral("http://127.0.0.1:%1/").arg(unusedPort()));
    const LoadReport report = run(ratedPlan(url, 5, 200, 500ms));
    QCOMPARE(report.requests, 100U);
    QVERIFY(report.errorCount() > 0);
    QCOMPARE(report.errorCount(), report.errorCount(LoadErrorKind::Connect));
    QCOMPARE(errorsOf(report, LoadErrorKind::Connect).systemError, ECONNREFUSED);
    QVERIFY(addsUp(report));
}

void TestOpenLoop::wrongAnswersCount()
{
    RawServer server(sends("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
    LoadPlan plan = countedPlan(server.url(), 4, 50);
    plan.arrival = ConstantRate{500};
    const LoadReport report = run(plan);
    QCOMPARE(report.errorCount(LoadErrorKind::UnexpectedStatus), 50U);
    QCOMPARE(report.latencyByClass[5].totalCount(), 50U);
    QVERIFY(addsUp(report));
}

void TestOpenLoop::requestsAreSpreadOverConnections()
{
    std::map<QTcpSocket *, int> counts;
    RawServer server([&counts](QTcpSocket &socket) {
        ++counts[&socket];
        socket.write(goodAnswer);
    });
    LoadPlan plan = countedPlan(server.url(), 8, 400);
    plan.arrival = ConstantRate{800};
    QCOMPARE(run(plan).responses, 400U);
    QCOMPARE(counts.size(), 8U);
    for (const auto &[socket, count] : counts)
        QVERIFY2(count >= 10, qPrintable(QString::number(count)));
}

/// The server ends a connection once it was not used for a moment, as every server does in time.
void TestOpenLoop::idleConnectionsThatEndAreReplaced()
{
    RawServer server([](QTcpSocket &socket) {
        socket.write(goodAnswer);
        QTimer::singleShot(5, &socket, [&socket] { socket.disconnectFromHost(); });
    });
    LoadPlan plan = countedPlan(server.url(), 1, 10);
    plan.arrival = ConstantRate{20};
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 10U);
    QVERIFY(report.responses >= 5); // one sent just when the server ends is lost
    QVERIFY(server.connections() >= 5);
    QVERIFY(addsUp(report));
}

/// Behind each answer comes another one, a moment later and while nothing is asked.
void TestOpenLoop::answersThatNobodyAskedForDoNotCount()
{
    RawServer server([](QTcpSocket &socket) {
        socket.write(goodAnswer);
        QTimer::singleShot(
            5, &socket, [&socket] { socket.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"); });
    });
    LoadPlan plan = countedPlan(server.url(), 1, 10);
    plan.arrival = ConstantRate{20};
    plan.expectation.bodyBytes = goodBytes;
    const LoadReport report = run(plan);
    QCOMPARE(report.requests, 10U);
    QVERIFY(report.responses >= 5); // one that is asked for just then takes the forged one, which is told
    QCOMPARE(report.bodyBytes, report.responses * goodBytes);
    QVERIFY(server.connections() >= 5);
    QVERIFY(addsUp(report));
}

void TestOpenLoop::cancelCountsWhatWasDue()
{
    RawServer server(sends(goodAnswer));
    LoadGenerator generator;
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    QVERIFY(generator.start(ratedPlan(server.url(), 4, 500, 1h)).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(server.requests() > 10, patience);
    generator.cancel();
    QVERIFY(finished.wait(patience));
    const auto report = finished.first().first().value<LoadReport>();
    QVERIFY(report.responses > 0);
    QVERIFY(addsUp(report));
}

QTEST_GUILESS_MAIN(TestOpenLoop)
#include "tst_openloop.moc"
