// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/deadlines.h"

#include <QTest>

#include <functional>
#include <memory>
#include <random>
#include <vector>

using namespace servelab;
using namespace std::chrono_literals;
using net::DeadlineQueue;

namespace {

const base::TimePoint start{1000h + 37ms};

class Recorder final : public net::Deadline
{
public:
    explicit Recorder(std::function<void(Recorder &)> action = {})
        : m_action(std::move(action))
    {
    }
    int fired = 0;

protected:
    void onDeadline() override
    {
        ++fired;
        if (m_action)
            m_action(*this);
    }

private:
    std::function<void(Recorder &)> m_action;
};

} // namespace

class TestDeadlines : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void firesNeverEarlyAndAtMostOneTickLate_data();
    void firesNeverEarlyAndAtMostOneTickLate();
    void aLaterTimeReplacesAnEarlierOne();
    void anEarlierTimeReplacesALaterOne();
    void aClearedDeadlineDoesNotFire();
    void aDestroyedDeadlineDoesNotFire();
    void mayBeSetAgainWhileItFires();
    void mayDestroyAnotherOfTheSameTick();
    void asksForNoAdvanceWhenEmpty();
    void catchesUpAfterALongPause();
    void agreesWithSortingForManyRandomMoves();
};

void TestDeadlines::firesNeverEarlyAndAtMostOneTickLate_data()
{
    QTest::addColumn<qint64>("milliseconds");
    for (const qint64 after : {0, 1, 62, 63, 64, 99, 100, 101, 1000, 51'000, 51'200, 51'300, 300'000})
        QTest::addRow("after %lld ms", after) << after;
}

void TestDeadlines::firesNeverEarlyAndAtMostOneTickLate()
{
    QFETCH(qint64, milliseconds);
    DeadlineQueue queue(start);
    Recorder recorder;
    const base::TimePoint expiry = start + std::chrono::milliseconds(milliseconds);
    queue.set(recorder, expiry);
    while (recorder.fired == 0) {
        const base::TimePoint next = queue.nextAdvance();
        QVERIFY(next <= expiry + DeadlineQueue::tick);
        queue.advance(next - 1ns);
        QVERIFY(recorder.fired == 0 || next - 1ns >= expiry);
        queue.advance(next);
        QVERIFY(recorder.fired == 0 || next >= expiry);
    }
    QVERIFY(!recorder.isSet());
    QCOMPARE(queue.nextAdvance(), base::TimePoint::max());
}

void TestDeadlines::aLaterTimeReplacesAnEarlierOne()
{
    DeadlineQueue queue(start);
    Recorder recorder;
    queue.set(recorder, start + 200ms);
    queue.set(recorder, start + 900ms);
    queue.advance(start + 800ms);
    QCOMPARE(recorder.fired, 0);
    queue.advance(start + 1000ms);
    QCOMPARE(recorder.fired, 1);
}

void TestDeadlines::anEarlierTimeReplacesALaterOne()
{
    DeadlineQueue queue(start);
    Recorder recorder;
    queue.set(recorder, start + 60s);
    queue.set(recorder, start + 200ms);
    queue.advance(start + 300ms);
    QCOMPARE(recorder.fired, 1);
    queue.advance(start + 61s);
    QCOMPARE(recorder.fired, 1);
}

void TestDeadlines::aClearedDeadlineDoesNotFire()
{
    DeadlineQueue queue(start);
    Recorder recorder;
    queue.set(recorder, start + 200ms);
    queue.clear(recorder);
    QVERIFY(!recorder.isSet());
    queue.advance(start + 10s);
    QCOMPARE(recorder.fired, 0);
}

void TestDeadlines::aDestroyedDeadlineDoesNotFire()
{
    DeadlineQueue queue(start);
    Recorder before;
    Recorder behind;
    auto gone = std::make_unique<Recorder>();
    queue.set(before, start + 200ms);
    queue.set(*gone, start + 200ms);
    queue.set(behind, start + 200ms);
    gone.reset();
    queue.advance(start + 400ms);
    QCOMPARE(before.fired, 1);
    QCOMPARE(behind.fired, 1);
}

void TestDeadlines::mayBeSetAgainWhileItFires()
{
    DeadlineQueue queue(start);
    base::TimePoint now = start;
    Recorder recorder([&](Recorder &self) { queue.set(self, now + 100ms); });
    queue.set(recorder, start + 100ms);
    for (int i = 0; i < 20; ++i, now += 100ms)
        queue.advance(now);
    QVERIFY(recorder.fired >= 8 && recorder.fired <= 20);
    QVERIFY(recorder.isSet());
}

void TestDeadlines::mayDestroyAnotherOfTheSameTick()
{
    DeadlineQueue queue(start);
    auto victim = std::make_unique<Recorder>();
    Recorder killer([&](Recorder &) { victim.reset(); });
    queue.set(killer, start + 100ms);
    queue.set(*victim, start + 100ms);
    queue.advance(start + 300ms);
    QCOMPARE(killer.fired, 1);
    QVERIFY(!victim);
}

void TestDeadlines::asksForNoAdvanceWhenEmpty()
{
    DeadlineQueue queue(start);
    QCOMPARE(queue.nextAdvance(), base::TimePoint::max());
    queue.advance(start + 24h);
    QCOMPARE(queue.nextAdvance(), base::TimePoint::max());
}

void TestDeadlines::catchesUpAfterALongPause()
{
    DeadlineQueue queue(start);
    std::vector<std::unique_ptr<Recorder>> recorders;
    for (int i = 0; i < 1000; ++i) {
        recorders.push_back(std::make_unique<Recorder>());
        queue.set(*recorders.back(), start + std::chrono::milliseconds(i * 77));
    }
    queue.advance(start + 1h);
    for (const auto &recorder : recorders)
        QCOMPARE(recorder->fired, 1);
}

void TestDeadlines::agreesWithSortingForManyRandomMoves()
{
    DeadlineQueue queue(start);
    std::mt19937 random(7);
    struct Expected
    {
        Recorder recorder;
        base::TimePoint expiry = base::TimePoint::max();
    };
    std::vector<std::unique_ptr<Expected>> all;
    for (int i = 0; i < 300; ++i)
        all.push_back(std::make_unique<Expected>());
    base::TimePoint now = start;
    for (int step = 0; step < 3000; ++step) {
        Expected &moved = *all[random() % all.size()];
        moved.expiry = now + std::chrono::milliseconds(random() % 90'000);
        queue.set(moved.recorder, moved.expiry);
        now += std::chrono::milliseconds(random() % 50);
        queue.advance(now);
        for (const auto &one : all) {
            if (one->recorder.fired > 0) {
                QVERIFY(one->expiry <= now);
                one->recorder.fired = 0;
                one->expiry = base::TimePoint::max();
            }
            QVERIFY(one->expiry > now - DeadlineQueue::tick - 50ms);
        }
    }
}

QTEST_APPLESS_MAIN(TestDeadlines)
#include "tst_deadlines.moc"
