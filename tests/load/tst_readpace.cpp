// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/readpace.h"
#include "tests/load/running.h"

#include <QElapsedTimer>
#include <QTest>

using namespace servelab;
using namespace servelab::load;
using namespace running;

namespace {

QByteArray answerOf(qsizetype bytes)
{
    return "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(bytes) + "\r\n\r\n"
        + QByteArray(bytes, 'x');
}

/// What the line needs for one answer, head included.
std::chrono::duration<double> timeOnLine(qsizetype bodyBytes, double rate)
{
    return std::chrono::duration<double>(static_cast<double>(answerOf(bodyBytes).size()) / rate);
}

} // namespace

class TestReadPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesAPortionAndThenNothingUntilTheLineHasCarriedIt()
    {
        const base::TimePoint begin = base::Clock::now();
        ReadPace pace(100'000);
        QCOMPARE(pace.allowed(begin), std::size_t(1'000));
        pace.note(1'000, false, begin);
        QCOMPARE(pace.allowed(begin + 9ms), std::size_t(0));
        QCOMPARE(pace.allowed(begin + 10ms), std::size_t(1'000));
    }

    void makesUpForLateTimersAndNotForIdleTime()
    {
        const base::TimePoint begin = base::Clock::now();
        ReadPace pace(100'000);
        pace.note(1'000, false, begin);
        pace.note(1'000, true, begin + 15ms); // 5 ms late: it counts from when the line was free
        QCOMPARE(pace.busyUntil(), begin + 20ms);
        pace.note(1'000, false, begin + 1s);
        QCOMPARE(pace.busyUntil(), begin + 1s + 10ms);
    }

    void readsAByteAtATimeAtLeast() { QCOMPARE(ReadPace(1).allowed(base::Clock::now()), std::size_t(1)); }

    void anAnswerTakesItsBytesDividedByTheRate_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("rate");
        QTest::addColumn<int>("connections");
        QTest::addColumn<bool>("keepAlive");
        QTest::newRow("100 KB at 250 KB/s") << 100'000 << 250'000 << 1 << true;
        QTest::newRow("2 MB at 5 MB/s") << 2'000'000 << 5'000'000 << 1 << true;
        QTest::newRow("each connection has a line of its own") << 100'000 << 250'000 << 4 << true;
        QTest::newRow("the server closes behind each answer") << 100'000 << 250'000 << 2 << false;
    }

    void anAnswerTakesItsBytesDividedByTheRate()
    {
        QFETCH(const int, bytes);
        QFETCH(const int, rate);
        QFETCH(const int, connections);
        QFETCH(const bool, keepAlive);
        RawServer server(keepAlive ? sends(answerOf(bytes)) : sendsAndCloses(answerOf(bytes)));
        constexpr int answersEach = 2;
        LoadPlan plan
            = countedPlan(server.url(), connections, static_cast<std::uint64_t>(connections * answersEach));
        plan.keepAlive = keepAlive;
        plan.readBytesPerSecond = rate;
        plan.expectation = {200, bytes};

        QElapsedTimer clock;
        clock.start();
        const LoadReport report = run(plan);
        const double wholeTime = static_cast<double>(clock.elapsed());
        QCOMPARE(report.responses, static_cast<std::uint64_t>(connections * answersEach));
        QVERIFY(addsUp(report));

        const double expected = std::chrono::duration<double, std::milli>(timeOnLine(bytes, rate)).count();
        const double portion = static_cast<double>(ReadPace::portionTime.count());
        const double fastest = static_cast<double>(report.latencyMicroseconds.minimum()) / 1000;
        QVERIFY2(fastest >= expected - 2 * portion, qPrintable(QString::number(fastest)));
        const double middle = static_cast<double>(report.latencyMicroseconds.percentile(50)) / 1000;
        QVERIFY2(middle <= expected * 1.25 + 50, qPrintable(QString::number(middle)));
        QVERIFY(wholeTime >= answersEach * expected - 2 * portion);
    }

    void withoutALimitItIsFarFaster()
    {
        RawServer server(sends(answerOf(100'000)));
        const LoadReport report = run(countedPlan(server.url(), 1, 2));
        QCOMPARE(report.responses, std::uint64_t(2));
        QVERIFY(report.latencyMicroseconds.maximum() < 200'000);
    }

    void theRequestsTimeoutHoldsOnASlowLineToo()
    {
        RawServer server(sends(answerOf(100'000)));
        LoadPlan plan = countedPlan(server.url(), 1, 1);
        plan.readBytesPerSecond = 10'000;
        plan.requestTimeout = 300ms;
        const LoadReport report = run(plan);
        QCOMPARE(errorsOf(report, LoadErrorKind::Timeout).count, std::uint64_t(1));
    }

    void aRateThatIsNoneIsAProblem()
    {
        LoadPlan plan = countedPlan(QUrl(QStringLiteral("http://127.0.0.1:1/")), 1, 1);
        for (const qint64 rate : {0LL, 999LL, 1'000'000'001LL}) {
            plan.readBytesPerSecond = rate;
            const auto problems = validate(plan);
            QCOMPARE(problems.size(), 1);
            QCOMPARE(problems.first().where, QStringLiteral("readBytesPerSecond"));
        }
        plan.readBytesPerSecond = 1'000;
        QVERIFY(validate(plan).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestReadPace)
#include "tst_readpace.moc"
