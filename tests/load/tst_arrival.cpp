// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/arrival.h"
#include "core/load/arrivalqueue.h"

#include <QTest>

#include <vector>

using namespace servelab;
using namespace servelab::load;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(Arrival)

namespace {

base::TimePoint at(std::chrono::nanoseconds time)
{
    return base::TimePoint(time);
}

} // namespace

class TestArrival : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dueTimes_data();
    void dueTimes();
    void aRampMakesItsArea_data();
    void aRampMakesItsArea();
    void timesNeverFall_data();
    void timesNeverFall();
    void warmUpIsSteady();
    void whatIsDueWaits();
    void threadsShareEveryRequest();
    void theEndIsNotPartOfIt();
    void theLimitEndsIt();
};

void TestArrival::dueTimes_data()
{
    QTest::addColumn<Arrival>("arrival");
    QTest::addColumn<quint64>("number");
    QTest::addColumn<qint64>("nanoseconds"); // -1: never
    const auto row = [](const char *name, Arrival arrival, quint64 number, qint64 nanoseconds) {
        QTest::newRow(name) << arrival << number << nanoseconds;
    };
    row("the first at once", ConstantRate{100}, 0, 0);
    row("the second after one interval", ConstantRate{100}, 1, 10'000'000);
    row("the millionth without drift", ConstantRate{3}, 3'000'000, 1'000'000'000'000'000);
    row("less than one a second", ConstantRate{0.5}, 1, 2'000'000'000);
    row("a ramp begins at once", RateRamp{0, 100, 10s}, 0, 0);
    row("halfway in time a quarter from nothing", RateRamp{0, 100, 10s}, 125, 5'000'000'000);
    row("the end of a ramp up", RateRamp{100, 300, 10s}, 2000, 10'000'000'000);
    row("behind a ramp at its last rate", RateRamp{100, 300, 10s}, 2300, 11'000'000'000);
    row("halfway in time three quarters down to nothing", RateRamp{100, 0, 10s}, 375, 5'000'000'000);
    row("never behind a ramp to nothing", RateRamp{100, 0, 10s}, 500, -1);
    row("a ramp that is level", RateRamp{50, 50, 1s}, 100, 2'000'000'000);
}

void TestArrival::dueTimes()
{
    QFETCH(Arrival, arrival);
    QFETCH(quint64, number);
    QFETCH(qint64, nanoseconds);
    const auto due = ArrivalSchedule::ofMeasuredPart(arrival).dueAt(number);
    QCOMPARE(due ? due->count() : -1, nanoseconds);
}

void TestArrival::aRampMakesItsArea_data()
{
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("up") << 10.0 << 2000.0;
    QTest::newRow("from nothing") << 0.0 << 500.0;
    QTest::newRow("down") << 900.0 << 100.0;
    QTest::newRow("to nothing") << 400.0 << 0.0;
    QTest::newRow("hardly at all") << 1000.0 << 1000.001;
}

/// As many are due by a time as lie under the line of the rate until then.
void TestArrival::aRampMakesItsArea()
{
    QFETCH(double, from);
    QFETCH(double, to);
    constexpr double length = 4;
    ArrivalQueue queue(ArrivalSchedule::ofMeasuredPart(RateRamp{from, to, 4s}), at(1h), {}, {}, {});
    for (double t = 0.5; t <= length; t += 0.5) {
        queue.advance(at(1h) + std::chrono::nanoseconds(qint64(t * 1e9)));
        const double rate = from + (to - from) * t / length;
        const double area = (from + rate) / 2 * t;
        QVERIFY2(std::abs(double(queue.waiting()) - area) <= 1.0,
            qPrintable(QStringLiteral("%1 after %2 s").arg(queue.waiting()).arg(t)));
    }
}

void TestArrival::timesNeverFall_data()
{
    QTest::addColumn<Arrival>("arrival");
    QTest::newRow("constant") << Arrival(ConstantRate{1234.5});
    QTest::newRow("up") << Arrival(RateRamp{0, 5000, 700ms});
    QTest::newRow("down") << Arrival(RateRamp{5000, 1, 700ms});
}

void TestArrival::timesNeverFall()
{
    QFETCH(Arrival, arrival);
    const auto schedule = ArrivalSchedule::ofMeasuredPart(arrival);
    auto before = -1ns;
    for (std::uint64_t number = 0; number < 5000; ++number) {
        const auto due = schedule.dueAt(number);
        QVERIFY(due && *due >= before);
        before = *due;
    }
}

void TestArrival::warmUpIsSteady()
{
    QCOMPARE(ArrivalSchedule::ofWarmUp(RateRamp{100, 9000, 1s}).dueAt(500), std::optional(5s));
    QVERIFY(!ArrivalSchedule::ofWarmUp(RateRamp{0, 9000, 1s}).dueAt(1));
}

void TestArrival::whatIsDueWaits()
{
    ArrivalQueue queue(ArrivalSchedule::ofMeasuredPart(ConstantRate{1000}), at(1s), {}, {}, {});
    QCOMPARE(queue.advance(at(1s) - 1ns), 0U);
    QVERIFY(!queue.take());
    QCOMPARE(queue.nextDue(), at(1s));
    QCOMPARE(queue.advance(at(1s) + 2500us), 3U);
    QCOMPARE(queue.waiting(), 3U);
    QCOMPARE(queue.nextDue(), at(1s) + 3ms);
    for (std::uint64_t number = 0; number < 3; ++number) {
        const auto request = queue.take();
        QVERIFY(request);
        QCOMPARE(request->number, number);
        QCOMPARE(request->due, at(1s) + std::chrono::milliseconds(number));
    }
    QVERIFY(!queue.take());
}

void TestArrival::threadsShareEveryRequest()
{
    std::vector<int> taken(100);
    for (std::uint64_t thread = 0; thread < 3; ++thread) {
        ArrivalQueue queue(ArrivalSchedule::ofMeasuredPart(ConstantRate{100}), at(0s), {thread, 3}, 100, {});
        queue.advance(at(1h));
        while (const auto request = queue.take())
            ++taken[request->number];
    }
    QCOMPARE(std::ranges::count(taken, 1), 100);
}

void TestArrival::theEndIsNotPartOfIt()
{
    ArrivalQueue queue(ArrivalSchedule::ofMeasuredPart(ConstantRate{100}), at(5s), {}, {}, at(7s));
    queue.advance(at(1h));
    QCOMPARE(queue.waiting(), 200U);
    QCOMPARE(queue.nextDue(), base::TimePoint::max());
}

void TestArrival::theLimitEndsIt()
{
    ArrivalQueue queue(ArrivalSchedule::ofMeasuredPart(ConstantRate{100}), at(5s), {1, 2}, 5, {});
    queue.advance(at(1h));
    QCOMPARE(queue.waiting(), 2U);
    QCOMPARE(queue.nextDue(), base::TimePoint::max());
}

QTEST_GUILESS_MAIN(TestArrival)
#include "tst_arrival.moc"
