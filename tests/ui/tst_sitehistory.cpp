// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitehistory.h"

#include <QTest>

#include <cmath>

using namespace servelab;
using namespace servelab::ui;
using namespace std::chrono_literals;

class TestSiteHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsTheRateOfTheLastSecond()
    {
        SiteHistory history;
        server::CounterSnapshot counters;
        for (int tick = 0; tick <= 30; ++tick) {
            counters.requests = static_cast<std::uint64_t>(tick) * 5; // fifty in a second
            history.add(m_start + tick * 100ms, counters);
        }
        QCOMPARE(history.points().back().requestsPerSecond, 50.0);
    }

    void fallsToZeroWhenNothingComes()
    {
        SiteHistory history;
        server::CounterSnapshot counters;
        counters.requests = 100;
        counters.serviceMicroseconds.record(250, 100);
        for (int tick = 0; tick <= 15; ++tick)
            history.add(m_start + tick * 100ms, counters);
        QCOMPARE(history.points().front().requestsPerSecond, 100.0);
        QCOMPARE(history.points().back().requestsPerSecond, 0.0);
        QVERIFY(std::isnan(history.points().back().p99Microseconds));
    }

    void showsLatenciesOfTheLastSecondOnly()
    {
        SiteHistory history;
        server::CounterSnapshot counters;
        counters.serviceMicroseconds.record(90'000, 1000);
        history.add(m_start, counters);
        for (int tick = 1; tick <= 15; ++tick) {
            counters.serviceMicroseconds.record(200, 10);
            history.add(m_start + tick * 100ms, counters);
        }
        const HistoryPoint &newest = history.points().back();
        QVERIFY(std::abs(newest.p50Microseconds - 200) <= 2);
        QVERIFY(std::abs(newest.p99Microseconds - 200) <= 2);
    }

    void keepsAMinute()
    {
        SiteHistory history;
        for (int tick = 0; tick <= 900; ++tick)
            history.add(m_start + tick * 100ms, {});
        QCOMPARE(history.points().size(), std::size_t(601));
        QCOMPARE(history.points().back().at - history.points().front().at, base::Clock::duration(60s));
    }

    void isFlatWithoutARequestInItsSpan()
    {
        SiteHistory history;
        QVERIFY(history.isFlat());
        server::CounterSnapshot counters;
        history.add(m_start, counters);
        QVERIFY(history.isFlat());
        counters.requests = 1;
        history.add(m_start + 100ms, counters);
        QVERIFY(!history.isFlat());
        history.add(m_start + 60s, counters);
        QVERIFY(!history.isFlat());
        history.add(m_start + 62s, counters);
        QVERIFY(history.isFlat());
    }

    void beginsAnewWithANewServer()
    {
        SiteHistory history;
        server::CounterSnapshot counters;
        counters.requests = 1'000'000;
        history.add(m_start, counters);
        history.restart();
        history.add(m_start + 100ms, {});
        QCOMPARE(history.points().size(), std::size_t(2));
        QCOMPARE(history.points().back().requestsPerSecond, 0.0);
        QCOMPARE(history.latest().requests, std::uint64_t(0));
    }

private:
    const base::TimePoint m_start = base::Clock::now();
};

QTEST_APPLESS_MAIN(TestSiteHistory)
#include "tst_sitehistory.moc"
