// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/representationcache.h"

#include <QTest>

#include <fcntl.h>

#include <thread>

using namespace servelab;
using namespace servelab::site;

namespace {

CachedPointer entry(std::size_t bytes)
{
    auto representation = std::make_shared<Representation>();
    representation->content = base::SendableBytes(std::string(bytes, 'x'));
    return std::make_shared<const CachedRepresentation>(std::move(representation), std::string());
}

CachedPointer descriptorEntry()
{
    auto representation = std::make_shared<Representation>();
    representation->file.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return std::make_shared<const CachedRepresentation>(std::move(representation), std::string());
}

} // namespace

class TestRepresentationCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsStoredIsFound()
    {
        RepresentationCache cache(10'000);
        const auto stored = entry(10);
        cache.store(1, "a", stored);
        QCOMPARE(cache.find(1, "a"), stored);
        QVERIFY(!cache.find(1, "b"));
        QVERIFY(!cache.find(2, "a"));
        QVERIFY(cache.bytes() >= 10);
    }

    void aNewerEntryTakesThePlaceOfAnOlderOne()
    {
        RepresentationCache cache(100'000);
        cache.store(1, "a", entry(10'000));
        const auto newer = entry(10);
        cache.store(1, "a", newer);
        QCOMPARE(cache.find(1, "a"), newer);
        QVERIFY(cache.bytes() < 10'000);
    }

    void theLeastRecentlyUsedLeaveFirst()
    {
        RepresentationCache cache(35'000);
        cache.store(1, "a", entry(10'000));
        cache.store(1, "b", entry(10'000));
        cache.store(1, "c", entry(10'000));
        QVERIFY(cache.find(1, "a"));
        cache.store(1, "d", entry(10'000));
        QVERIFY(cache.find(1, "a"));
        QVERIFY(!cache.find(1, "b"));
        QVERIFY(cache.find(1, "c"));
        QVERIFY(cache.find(1, "d"));
        QVERIFY(cache.bytes() <= 35'000);
    }

    void whatDoesNotFitIsNotKept()
    {
        RepresentationCache cache(5'000);
        cache.store(1, "small", entry(100));
        cache.store(1, "large", entry(10'000));
        QVERIFY(!cache.find(1, "large"));
        QVERIFY(cache.find(1, "small"));
        cache.store(1, "small", entry(10'000));
        QVERIFY2(!cache.find(1, "small"), "an older entry must not outlive a newer one that does not fit");
    }

    void aSmallerBudgetHoldsAtOnce()
    {
        RepresentationCache cache(100'000);
        for (char name = 'a'; name < 'f'; ++name)
            cache.store(1, {&name, 1}, entry(10'000));
        cache.setBudget(25'000);
        QVERIFY(cache.bytes() <= 25'000);
        QVERIFY(cache.find(1, "e"));
        cache.setBudget(0);
        QCOMPARE(cache.bytes(), 0);
    }

    void keyspacesOfTheSameRulesAreOne()
    {
        RepresentationCache cache(100'000);
        QCOMPARE(cache.keyspace("a"), cache.keyspace("a"));
        QVERIFY(cache.keyspace("a") != cache.keyspace("b"));
    }

    void onlyTheNamedKeyspacesStay()
    {
        RepresentationCache cache(100'000);
        cache.store(1, "a", entry(10));
        cache.store(2, "a", entry(10));
        cache.store(3, "a", entry(10));
        cache.keepOnly({1, 3});
        QVERIFY(cache.find(1, "a"));
        QVERIFY(!cache.find(2, "a"));
        QVERIFY(cache.find(3, "a"));
    }

    void descriptorsAreLimited()
    {
        RepresentationCache cache(10'000'000);
        cache.store(1, "memory", entry(10));
        for (int i = 0; i < RepresentationCache::maximumDescriptors + 5; ++i)
            cache.store(1, std::to_string(i), descriptorEntry());
        int kept = 0;
        for (int i = 0; i < RepresentationCache::maximumDescriptors + 5; ++i)
            kept += cache.find(1, std::to_string(i)) ? 1 : 0;
        QCOMPARE(kept, RepresentationCache::maximumDescriptors);
        QVERIFY(!cache.find(1, "0"));
        QVERIFY(cache.find(1, "memory"));
    }

    void manyThreadsShareIt()
    {
        RepresentationCache cache(200'000);
        const auto work = [&cache](int seed) {
            for (int i = 0; i < 2'000; ++i) {
                const std::string key = std::to_string((i * 7 + seed) % 50);
                if (const auto found = cache.find(1, key);
                    found && found->representation->bytes().size() != 10'000)
                    qFatal("a broken entry");
                if (i % 3 == 0)
                    cache.store(1, key, entry(10'000));
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(work, i * 13);
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(cache.bytes() > 0 && cache.bytes() <= 200'000);
    }
};

QTEST_APPLESS_MAIN(TestRepresentationCache)
#include "tst_representationcache.moc"
