// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/connectiontimeouts.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <QThread>

using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;
using server::Awaited;

/// The four timeouts: which limit holds when; what they do to a connection, beyond E8 to E13 of the request
/// cases.
class Timeouts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void limitsThatHold_data();
    void limitsThatHold();
    void zeroIsWithoutLimit();
    void onlyUnfinishedRequestsAreAnswered();

    void halfARequestThatStopsIsClosedAtInactivity();
    void aClientThatNeverClosesIsNotWaitedForLong();
    void slowButSteadyReadersAreServed();

private:
    /// A server with these limits; the others are too long to matter.
    std::unique_ptr<server::Server> serverWith(const site::TimeoutsConfig &timeouts);
    void verifyElapsed(const QElapsedTimer &timer, std::chrono::milliseconds limit);

    Fixture m_fixture;
};

static constexpr site::TimeoutsConfig longLimits{1min, 1min, 1min, 1min};

void Timeouts::initTestCase()
{
    m_fixture.write("film.bin", Fixture::patterned(16'000'000));
}

std::unique_ptr<server::Server> Timeouts::serverWith(const site::TimeoutsConfig &timeouts)
{
    site::SiteConfig config = m_fixture.config();
    config.timeouts = timeouts;
    return startServer(config);
}

void Timeouts::verifyElapsed(const QElapsedTimer &timer, std::chrono::milliseconds limit)
{
    const qint64 elapsed = timer.elapsed();
    QVERIFY2(elapsed >= limit.count(), QByteArray::number(elapsed).constData());
    QVERIFY2(elapsed <= limit.count() + 1000, QByteArray::number(elapsed).constData());
}

void Timeouts::limitsThatHold_data()
{
    QTest::addColumn<Awaited>("awaited");
    QTest::addColumn<std::chrono::milliseconds>(
        "sinceLastActivity"); // which comes first, from 10 s after the start
    const site::TimeoutsConfig limits;
    QTest::newRow("a first request: inactivity") << Awaited::FirstRequest << limits.inactivity;
    QTest::newRow("a next request: keep-alive") << Awaited::NextRequest << limits.keepAlive;
    QTest::newRow("the reader: inactivity") << Awaited::Reader << limits.inactivity;
    QTest::newRow("the rest of a head: inactivity, which is shorter")
        << Awaited::RestOfHead << limits.inactivity;
    QTest::newRow("the rest of a body: inactivity, which is shorter")
        << Awaited::RestOfBody << limits.inactivity;
    QTest::newRow("the peer's close: silence")
        << Awaited::PeersClose << std::chrono::milliseconds(server::lingerSilence);
}

void Timeouts::limitsThatHold()
{
    QFETCH(Awaited, awaited);
    QFETCH(std::chrono::milliseconds, sinceLastActivity);
    const base::TimePoint start = base::TimePoint() + 1h;
    const server::ConnectionTimes times{start + 2s, start};
    QVERIFY(
        server::expiryOf(awaited, times, site::TimeoutsConfig()) == times.lastActivity + sinceLastActivity);
}

void Timeouts::zeroIsWithoutLimit()
{
    const site::TimeoutsConfig none{0ms, 0ms, 0ms, 0ms};
    const server::ConnectionTimes times{base::TimePoint() + 2h, base::TimePoint() + 1h};
    for (const Awaited awaited : {Awaited::Handshake, Awaited::FirstRequest, Awaited::NextRequest,
             Awaited::RestOfHead, Awaited::RestOfBody, Awaited::Reader})
        QVERIFY(server::expiryOf(awaited, times, none) == base::TimePoint::max());
    QVERIFY(server::expiryOf(Awaited::Encoder, times, site::TimeoutsConfig()) == base::TimePoint::max());
}

void Timeouts::onlyUnfinishedRequestsAreAnswered()
{
    const site::TimeoutsConfig limits{10s, 5s, 2s, 10s};
    const base::TimePoint start = base::TimePoint() + 1h;
    const server::ConnectionTimes times{start, start};
    QVERIFY(!server::isRequestTimeout(Awaited::RestOfHead, times, limits, start + 1999ms));
    QVERIFY(server::isRequestTimeout(Awaited::RestOfHead, times, limits, start + 2s));
    QVERIFY(!server::isRequestTimeout(Awaited::RestOfBody, times, limits, start + 2s));
    QVERIFY(server::isRequestTimeout(Awaited::RestOfBody, times, limits, start + 5s));
    QVERIFY(!server::isRequestTimeout(Awaited::NextRequest, times, limits, start + 1h));
    QVERIFY(!server::isRequestTimeout(Awaited::Reader, times, limits, start + 1h));
}

void Timeouts::halfARequestThatStopsIsClosedAtInactivity()
{
    site::TimeoutsConfig limits = longLimits;
    limits.inactivity = 300ms;
    const auto server = serverWith(limits);
    RawClient client(server->port());
    QElapsedTimer timer;
    timer.start();
    client.send("GET /a.txt HT");
    QCOMPARE(client.waitForEnd(), Ending::Closed);
    verifyElapsed(timer, limits.inactivity);
}

void Timeouts::aClientThatNeverClosesIsNotWaitedForLong()
{
    const auto server = serverWith(longLimits);
    RawClient client(server->port());
    client.send(get("/a.txt", "Connection: close\r\n"));
    QVERIFY(client.readAnswer());
    QCOMPARE(client.waitForEnd(), Ending::Closed); // one side; ours stays open
    QTRY_COMPARE_WITH_TIMEOUT(server->counters().connectionsOpen, 0u, 4000);
}

void Timeouts::slowButSteadyReadersAreServed()
{
    site::TimeoutsConfig limits = longLimits;
    limits.inactivity = 300ms;
    limits.request = 300ms;
    const auto server = serverWith(limits);
    RawClient client(server->port(), 64 * 1024);
    client.send(get("/film.bin"));
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 1000) { // longer than every limit, and never silent for as long as one
        QVERIFY(client.receive());
        QThread::msleep(10); // the reader's pace
    }
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body.size(), 16'000'000);
}

QTEST_GUILESS_MAIN(Timeouts)
#include "tst_timeouts.moc"
