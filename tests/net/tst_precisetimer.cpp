// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/precisetimer.h"
#include "core/net/workerthread.h"

#include <QTest>

#include <atomic>
#include <optional>

using namespace servelab;
using namespace std::chrono_literals;
using net::PreciseTimer;

namespace {

constexpr int patience = 20'000;

} // namespace

class TestPreciseTimer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void neverFiresEarly();
    void firesForATimeThatHasPassed();
    void theLastTimeCounts();
    void stoppedItIsSilent();
    void mayBeStartedWhenItFires();
    void keepsToASchedule();

private:
    void make(std::function<void()> fired);

    std::unique_ptr<net::WorkerThread> m_thread;
    std::optional<PreciseTimer> m_timer;
    std::atomic<int> m_count = 0;
    std::atomic<base::TimePoint> m_firedAt;
};

void TestPreciseTimer::init()
{
    m_count = 0;
    m_thread = std::make_unique<net::WorkerThread>(QStringLiteral("timer"));
}

void TestPreciseTimer::cleanup()
{
    m_thread->call([this] { m_timer.reset(); });
    m_thread.reset();
}

/// `fired` is called, and counted, on the thread.
void TestPreciseTimer::make(std::function<void()> fired)
{
    m_thread->call([this, fired = std::move(fired)] {
        m_timer.emplace(m_thread->loop(), [this, fired] {
            m_firedAt = base::Clock::now();
            if (fired)
                fired();
            ++m_count;
        });
    });
}

void TestPreciseTimer::neverFiresEarly()
{
    make({});
    QVERIFY(m_timer->isValid());
    const base::TimePoint due = base::Clock::now() + 1300us;
    m_thread->post([&] { m_timer->start(due); });
    QTRY_COMPARE_WITH_TIMEOUT(m_count.load(), 1, patience);
    QVERIFY(m_firedAt.load() >= due);
}

void TestPreciseTimer::firesForATimeThatHasPassed()
{
    make({});
    m_thread->post([&] { m_timer->start(base::Clock::now() - 1h); });
    QTRY_COMPARE_WITH_TIMEOUT(m_count.load(), 1, patience);
}

void TestPreciseTimer::theLastTimeCounts()
{
    make({});
    const base::TimePoint due = base::Clock::now() + 20ms;
    m_thread->post([&] {
        m_timer->start(base::Clock::now());
        m_timer->start(base::Clock::now() + 1h);
        m_timer->start(due);
    });
    QTRY_COMPARE_WITH_TIMEOUT(m_count.load(), 1, patience);
    QVERIFY(m_firedAt.load() >= due);
}

void TestPreciseTimer::stoppedItIsSilent()
{
    make({});
    // Another timer, set behind it for a later time, tells that the time has passed.
    std::atomic<bool> isLater = false;
    std::optional<PreciseTimer> later;
    m_thread->post([&] {
        later.emplace(m_thread->loop(), [&] { isLater = true; });
        m_timer->start(base::Clock::now() + 1ms);
        m_timer->stop();
        later->start(base::Clock::now() + 5ms);
    });
    QTRY_VERIFY_WITH_TIMEOUT(isLater.load(), patience);
    m_thread->call([&] { later.reset(); });
    QCOMPARE(m_count.load(), 0);
}

void TestPreciseTimer::mayBeStartedWhenItFires()
{
    make([this] {
        if (m_count < 9)
            m_timer->start(base::Clock::now());
    });
    m_thread->post([&] { m_timer->start(base::Clock::now()); });
    QTRY_COMPARE_WITH_TIMEOUT(m_count.load(), 10, patience);
}

/// A thousand times half a millisecond apart: none early, and none left out however late some are.
void TestPreciseTimer::keepsToASchedule()
{
    const base::TimePoint begin = base::Clock::now();
    std::atomic<int> early = 0;
    const auto dueOf = [begin](int number) { return begin + number * 500us; };
    make([&, this] {
        early += base::Clock::now() < dueOf(m_count) ? 1 : 0;
        if (m_count < 999)
            m_timer->start(dueOf(m_count + 1));
    });
    m_thread->post([&] { m_timer->start(dueOf(0)); });
    QTRY_COMPARE_WITH_TIMEOUT(m_count.load(), 1000, patience);
    QCOMPARE(early.load(), 0);
    QVERIFY(base::Clock::now() >= dueOf(999));
}

QTEST_GUILESS_MAIN(TestPreciseTimer)
#include "tst_precisetimer.moc"
