// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "core/site/codingpool.h"
#include "core/site/encodingjob.h"
#include "tests/common/contentcodings.h"
#include "tests/site/sitefolder.h"

#include <unistd.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;
using namespace servelab::tests;
using http::ContentCoding;

Q_DECLARE_METATYPE(http::ContentCoding)

namespace {

/// Reads a job as a connection does.
class Reader
{
public:
    explicit Reader(std::shared_ptr<CodingJob> job)
        : m_job(std::move(job))
        , m_subscription(m_job->subscribe([this] { ++m_notified; }))
    {
    }

    bool hasEnded() const { return m_job->state() != CodingJob::State::Running; }
    bool hasFirstChunk() const { return m_job->chunk(0) != nullptr; }
    int notified() const { return m_notified; }
    CodingJob &job() const { return *m_job; }

    std::string bytes() const
    {
        std::string all;
        for (std::size_t i = 0; const auto chunk = m_job->chunk(i); ++i)
            all += *chunk;
        return all;
    }

    void leave()
    {
        m_subscription.reset();
        m_job.reset();
    }

private:
    std::atomic<int> m_notified = 0;
    std::shared_ptr<CodingJob> m_job;
    std::unique_ptr<CodingJob::Subscription> m_subscription;
};

} // namespace

class TestCodedVariants : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"data.json"_s, structuredText(100'000));
        m_folder.write(u"large.json"_s, structuredText(1'000'000));
        m_folder.write(u"photo.png"_s, QByteArray(5'000, 'p'));
        for (const QString &name : {u"data.json"_s, u"large.json"_s, u"photo.png"_s})
            QTRY_VERIFY(SiteFolder::isSettledAt(m_folder.path(name)));
    }

    void aVariantIsStreamedAndThenCached_data()
    {
        QTest::addColumn<ContentCoding>("coding");
        QTest::addColumn<int>("quality");
        QTest::addColumn<QByteArray>("target");
        for (int quality = 0; quality <= 11; ++quality)
            QTest::addRow("Brotli %d from memory", quality)
                << ContentCoding::Brotli << quality << QByteArray("/data.json");
        for (int quality : {1, 4, 9})
            QTest::addRow("Brotli %d from a descriptor", quality)
                << ContentCoding::Brotli << quality << QByteArray("/large.json");
        QTest::newRow("gzip from memory") << ContentCoding::Gzip << 4 << QByteArray("/data.json");
        QTest::newRow("gzip from a descriptor") << ContentCoding::Gzip << 4 << QByteArray("/large.json");
    }

    void aVariantIsStreamedAndThenCached()
    {
        QFETCH(ContentCoding, coding);
        QFETCH(int, quality);
        QFETCH(QByteArray, target);
        SiteUnderTest site(config(quality));
        const auto source = site.get(target.toStdString()).representation;
        const CodedVariant first = site.host().coded(source, coding);
        QVERIFY(first.job && !first.ready);
        QCOMPARE(first.job->head()->coding, coding);
        QCOMPARE(first.job->head()->entityTag, source->entityTag);
        const Reader reader(first.job);
        QTRY_VERIFY_WITH_TIMEOUT(reader.hasEnded(), 60'000);
        QCOMPARE(reader.job().state(), CodingJob::State::Finished);
        QVERIFY(reader.notified() > 0);

        const std::string coded = reader.bytes();
        const Decoded decoded = decode(coding, coded);
        QVERIFY(decoded.complete);
        QCOMPARE(decoded.bytes, bytesOf(source));

        const CodedVariant second = site.host().coded(source, coding);
        QVERIFY(second.ready && !second.job);
        QCOMPARE(second.ready->bytes(), coded);
        QCOMPARE(second.ready->length, coded.size());
        QCOMPARE(second.ready, reader.job().head());
        QVERIFY(second.ready->fieldLines.find("Content-Encoding: ") != std::string::npos);
    }

    void whatIsNotCodableComesAsItIs()
    {
        SiteUnderTest site(config(4));
        const auto photo = site.get("/photo.png").representation;
        QCOMPARE(site.host().coded(photo, ContentCoding::Brotli).ready, photo);
        const auto data = site.get("/data.json").representation;
        QCOMPARE(site.host().coded(data, ContentCoding::Identity).ready, data);
    }

    void allWhoWantAVariantShareOneEncoder()
    {
        SiteUnderTest site(config(9));
        const auto source = site.get("/large.json").representation;
        const std::shared_ptr<CodingJob> firstJob = site.host().coded(source, ContentCoding::Brotli).job;
        const Reader first(firstJob);
        QTRY_VERIFY(first.hasFirstChunk());
        std::mutex mutex;
        std::vector<std::shared_ptr<CodingJob>> jobs;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int round = 0; round < 50; ++round) {
                    CodedVariant variant = site.host().coded(source, ContentCoding::Brotli);
                    const std::scoped_lock lock(mutex);
                    jobs.push_back(std::move(variant.job));
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        int others = 0;
        for (const auto &job : jobs)
            others += job && job.get() != &first.job() ? 1 : 0;
        QCOMPARE(others, 0);
        QTRY_VERIFY_WITH_TIMEOUT(first.hasEnded(), 60'000);
        const Reader late(firstJob);
        QCOMPARE(late.job().state(), CodingJob::State::Finished);
        QCOMPARE(late.bytes(), first.bytes());
        QCOMPARE(late.job().chunk(0), first.job().chunk(0));
    }

    void theFirstBytesComeBeforeTheEnd()
    {
        SiteUnderTest site(config(11));
        const auto source = site.get("/large.json").representation;
        Reader reader(site.host().coded(source, ContentCoding::Brotli).job);
        QTRY_VERIFY(reader.hasFirstChunk());
        QCOMPARE(reader.job().state(), CodingJob::State::Running);
        const Decoded decoded = decode(ContentCoding::Brotli, *reader.job().chunk(0));
        QVERIFY(decoded.bytes.size() >= 1024);
        QVERIFY(bytesOf(source).startsWith(decoded.bytes));
    }

    void chunksAreOfTheSizeThatIsPromised()
    {
        SiteUnderTest site(config(0));
        const Reader reader(
            site.host().coded(site.get("/large.json").representation, ContentCoding::Brotli).job);
        QTRY_VERIFY(reader.hasEnded());
        std::size_t count = 0;
        while (reader.job().chunk(count)) {
            const std::size_t size = reader.job().chunk(count++)->size();
            QVERIFY(size > 0 && size <= EncodingJob::chunkBytes);
        }
        QVERIFY(count >= 3);
        QVERIFY(!reader.job().chunk(count));
    }

    void theLastOneToLeaveCancels()
    {
        SiteUnderTest site(config(11));
        const auto source = site.get("/large.json").representation;
        Reader one(site.host().coded(source, ContentCoding::Brotli).job);
        Reader other(site.host().coded(source, ContentCoding::Brotli).job);
        QTRY_VERIFY(one.hasFirstChunk());
        const CodingJob *job = &one.job();
        one.leave();
        QCOMPARE(site.host().coded(source, ContentCoding::Brotli).job.get(), job);
        QCOMPARE(other.job().state(), CodingJob::State::Running);
        other.leave();
        // Nobody joins what was cancelled, and nothing of it is cached.
        const CodedVariant next = site.host().coded(source, ContentCoding::Brotli);
        QVERIFY(next.job);
        QVERIFY(!next.job->chunk(0));
    }

    void aCancelledJobEndsAsFailed()
    {
        const auto pool = std::make_shared<CodingPool>();
        SiteUnderTest site(config(11));
        const auto source = site.get("/large.json").representation;
        const auto job = std::make_shared<EncodingJob>(EncodingTask{source, ContentCoding::Brotli, 11}, pool);
        Reader reader(job->join());
        QTRY_VERIFY(reader.hasFirstChunk());
        reader.leave();
        QTRY_COMPARE_WITH_TIMEOUT(job->state(), CodingJob::State::Failed, 60'000);
        QVERIFY(!job->join());
    }

    void nothingIsCodedBeforeSomebodyReads()
    {
        const int before = threads();
        SiteUnderTest site(config(4));
        const auto source = site.get("/data.json").representation;
        const CodedVariant asked = site.host().coded(source, ContentCoding::Gzip);
        QVERIFY(asked.job->head()->fieldLines.find("Content-Encoding: gzip") != std::string::npos);
        QCOMPARE(threads(), before);
        QVERIFY(!asked.job->chunk(0));
    }

    void noNotificationComesAfterLeaving()
    {
        SiteUnderTest site(config(9));
        const auto job = site.host().coded(site.get("/large.json").representation, ContentCoding::Brotli).job;
        const Reader stays(job);
        auto alive = std::make_unique<std::atomic<int>>(0);
        auto subscription = job->subscribe([&alive] { ++*alive; });
        QTRY_VERIFY(stays.hasFirstChunk());
        subscription.reset();
        alive.reset(); // a later call would write into freed memory
        QTRY_VERIFY_WITH_TIMEOUT(stays.hasEnded(), 60'000);
    }

    void aFileThatChangesWhileItIsCodedFails()
    {
        m_folder.write(u"changing.json"_s, structuredText(500'000));
        QTRY_VERIFY(SiteFolder::isSettledAt(m_folder.path(u"changing.json"_s)));
        SiteUnderTest site(config(4));
        const auto source = site.get("/changing.json").representation;
        QVERIFY(!source->inMemory());
        m_folder.write(u"changing.json"_s, structuredText(500'000).toUpper());
        const Reader reader(site.host().coded(source, ContentCoding::Brotli).job);
        QTRY_VERIFY(reader.hasEnded());
        QCOMPARE(reader.job().state(), CodingJob::State::Failed);
        QVERIFY(!decode(ContentCoding::Brotli, reader.bytes()).complete);
    }

    void aFileThatShrinksWhileItIsCodedFails()
    {
        m_folder.write(u"shrinking.json"_s, structuredText(500'000));
        SiteUnderTest site(config(4));
        const auto source = site.get("/shrinking.json").representation;
        QVERIFY(QFile::resize(m_folder.path(u"shrinking.json"_s), 100'000));
        const Reader reader(site.host().coded(source, ContentCoding::Gzip).job);
        QTRY_VERIFY(reader.hasEnded());
        QCOMPARE(reader.job().state(), CodingJob::State::Failed);
    }

    void anEditIsCodedAnew()
    {
        m_folder.write(u"edited.json"_s, structuredText(50'000));
        SiteUnderTest site(config(4));
        const QByteArray newer = structuredText(50'000).toUpper();
        codeToEnd(site, "/edited.json");
        m_folder.write(u"edited.json"_s, newer);
        const std::string coded = codeToEnd(site, "/edited.json");
        QCOMPARE(decode(ContentCoding::Brotli, coded).bytes, newer);
    }

    void aNewQualityHoldsAtOnceAndTheOldOneStaysCached()
    {
        SiteUnderTest site(config(1));
        const std::string fast = codeToEnd(site, "/data.json");
        site.apply(config(9));
        const auto source = site.get("/data.json").representation;
        QVERIFY(site.host().coded(source, ContentCoding::Brotli).job);
        QVERIFY(codeToEnd(site, "/data.json").size() < fast.size());
        site.apply(config(1));
        const CodedVariant again = site.host().coded(source, ContentCoding::Brotli);
        QVERIFY(again.ready);
        QCOMPARE(again.ready->bytes(), fast);
    }

    void codingOnEachRequestKeepsNothing()
    {
        SiteConfig naive = config(4);
        naive.techniques.codedVariants = CodedVariantsTechnique::EachRequest;
        SiteUnderTest site(naive);
        const auto source = site.get("/data.json").representation;
        const qint64 before = site.site().cachedBytes();
        const Reader first(site.host().coded(source, ContentCoding::Brotli).job);
        const Reader second(site.host().coded(source, ContentCoding::Brotli).job);
        QVERIFY(&first.job() != &second.job());
        QTRY_VERIFY(first.hasEnded() && second.hasEnded());
        QCOMPARE(first.bytes(), second.bytes());
        QVERIFY(site.host().coded(source, ContentCoding::Brotli).job);
        QCOMPARE(site.site().cachedBytes(), before);
    }

    void variantsAreCachedWithoutTheStaticCacheToo()
    {
        SiteConfig naive = config(4);
        naive.techniques.staticCache = StaticCacheTechnique::Off;
        SiteUnderTest site(naive);
        codeToEnd(site, "/data.json");
        const auto source = site.get("/data.json").representation;
        QVERIFY(site.host().coded(source, ContentCoding::Brotli).ready);
    }

    void aPoolThatEndsFailsItsJobs()
    {
        SiteUnderTest site(config(11));
        const auto source = site.get("/large.json").representation;
        auto pool = std::make_shared<CodingPool>();
        std::vector<std::unique_ptr<Reader>> readers;
        for (int i = 0; i < 6; ++i) {
            const auto job
                = std::make_shared<EncodingJob>(EncodingTask{source, ContentCoding::Brotli, 11}, pool);
            readers.push_back(std::make_unique<Reader>(job->join()));
        }
        pool.reset();
        for (const auto &reader : readers)
            QCOMPARE(reader->job().state(), CodingJob::State::Failed);
        const auto late
            = std::make_shared<EncodingJob>(EncodingTask{source, ContentCoding::Brotli, 11}, pool);
        const Reader reader(late->join());
        QCOMPARE(reader.job().state(), CodingJob::State::Failed);
    }

    void noThreadIsLeftAndNoneRunsIdle()
    {
        const int before = threads();
        {
            SiteUnderTest site(config(4));
            QCOMPARE(threads(), before);
            codeToEnd(site, "/data.json");
            QVERIFY(threads() > before);
            QVERIFY(threads() <= before + 4);
        }
        QCOMPARE(threads(), before);
    }

private:
    SiteConfig config(int quality) const
    {
        SiteConfig config = m_folder.config();
        config.compression.enabled = true;
        config.compression.brotliQuality = quality;
        return config;
    }

    static std::string codeToEnd(SiteUnderTest &site, std::string_view target)
    {
        const CodedVariant variant
            = site.host().coded(site.get(target).representation, ContentCoding::Brotli);
        if (variant.ready)
            return std::string(variant.ready->bytes());
        const Reader reader(variant.job);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(reader.hasEnded(), 60'000); }();
        return reader.bytes();
    }

    static int threads() { return base::threadCount(::getpid()).value_or(-1); }

    SiteFolder m_folder;
};

QTEST_GUILESS_MAIN(TestCodedVariants)
#include "tst_codedvariants.moc"
