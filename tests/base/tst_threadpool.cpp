// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/threadpool.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <set>

using servelab::base::ThreadPool;

class TestThreadPool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneThreadKeepsTheOrder();
    void severalWorkAtOnce();
    void usesNoMoreThreadsThanItMay();
    void waitsForWhatIsUnderWay();
    void waitsForNothing();
    void doesWhatWasStartedBeforeItGoes();
    void takesWorkThatCanOnlyBeMoved();
};

void TestThreadPool::oneThreadKeepsTheOrder()
{
    ThreadPool pool(1);
    std::vector<int> order;
    for (int i = 0; i < 1000; ++i)
        pool.start([&order, i] { order.push_back(i); });
    pool.waitForDone();
    QCOMPARE(order.size(), 1000u);
    QVERIFY(std::ranges::is_sorted(order));
}

void TestThreadPool::severalWorkAtOnce()
{
    ThreadPool pool(3);
    std::latch together(3);
    for (int i = 0; i < 3; ++i)
        pool.start([&together] { together.arrive_and_wait(); });
    pool.waitForDone();
    QVERIFY(together.try_wait());
}

void TestThreadPool::usesNoMoreThreadsThanItMay()
{
    ThreadPool pool(2);
    std::mutex mutex;
    std::set<std::thread::id> threads;
    for (int i = 0; i < 100; ++i)
        pool.start([&] {
            const std::scoped_lock lock(mutex);
            threads.insert(std::this_thread::get_id());
        });
    pool.waitForDone();
    QVERIFY(!threads.empty());
    QVERIFY(threads.size() <= 2);
    QVERIFY(!threads.contains(std::this_thread::get_id()));
}

void TestThreadPool::waitsForWhatIsUnderWay()
{
    ThreadPool pool(2);
    std::latch begun(1);
    std::latch mayEnd(1);
    std::atomic<bool> ended = false;
    pool.start([&] {
        begun.count_down();
        mayEnd.wait();
        ended = true;
    });
    begun.wait();
    std::thread other([&] { mayEnd.count_down(); });
    pool.waitForDone();
    QVERIFY(ended);
    other.join();
}

void TestThreadPool::waitsForNothing()
{
    ThreadPool pool(2);
    pool.waitForDone();
    pool.start([] { });
    pool.waitForDone();
    pool.waitForDone();
}

void TestThreadPool::doesWhatWasStartedBeforeItGoes()
{
    int done = 0;
    {
        ThreadPool pool(1);
        for (int i = 0; i < 100; ++i)
            pool.start([&done] { ++done; });
    }
    QCOMPARE(done, 100);
}

void TestThreadPool::takesWorkThatCanOnlyBeMoved()
{
    ThreadPool pool(1);
    int seen = 0;
    pool.start([value = std::make_unique<int>(7), &seen] { seen = *value; });
    pool.waitForDone();
    QCOMPARE(seen, 7);
}

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_threadpool.moc"
