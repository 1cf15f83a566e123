// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/common/allocationcounter.h"
#include "tests/site/sitefolder.h"

#include <QJsonObject>

#include <thread>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;
using tests::allocationsOfThisThread;

/// The path of a cached answer does not allocate.
class TestAllocations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"index.html"_s, "home");
        m_folder.write(u"a.txt"_s, "text");
        m_folder.write(u"a folder with a long name/and/deep/index.html"_s, structuredText(3000));
        m_folder.write(u"large.bin"_s, QByteArray(300'000, 'x'));
        for (const QString &name :
            {u"index.html"_s, u"a.txt"_s, u"large.bin"_s, u"a folder with a long name/and/deep/index.html"_s})
            QTRY_VERIFY(SiteFolder::isSettledAt(m_folder.path(name)));
    }

    void theCounterCounts()
    {
        const std::uint64_t before = allocationsOfThisThread;
        const auto made = std::make_unique<std::string>(100, 'x');
        QVERIFY(!made->empty());
        QVERIFY(allocationsOfThisThread >= before + 2);
    }

    void aCachedAnswerAllocatesNothing_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<bool>("sharedTurn");
        for (const char *target : {"/", "/a.txt", "/a%20folder%20with%20a%20long%20name/and/deep/",
                 "/large.bin", "/a/route/of/the/page/that/is/not/a/file"}) {
            QTest::addRow("%s, a turn of its own", target) << QByteArray(target) << false;
            QTest::addRow("%s, in one turn", target) << QByteArray(target) << true;
        }
    }

    void aCachedAnswerAllocatesNothing()
    {
        QFETCH(QByteArray, target);
        QFETCH(bool, sharedTurn);
        SiteConfig config = m_folder.config();
        config.spaFallback = QString();
        config.domains = {{u"*.docs.test"_s, u"."_s}};
        SiteUnderTest site(config);
        LookupScratch &scratch = site.scratch();
        const auto request = [&] {
            const VirtualHost *host = site.site().hostFor("A.Docs.test:8080", scratch);
            const Resolution resolution
                = resolve(*host, scratch, {target.constData(), std::size_t(target.size())}, {.html = true});
            if (!sharedTurn)
                scratch.endTurn();
            return resolution.status;
        };
        for (int i = 0; i < 3; ++i)
            QCOMPARE(request(), 200);
        const std::uint64_t before = allocationsOfThisThread;
        int wrong = 0;
        for (int i = 0; i < 1000; ++i)
            wrong += request() == 200 ? 0 : 1;
        QCOMPARE(allocationsOfThisThread - before, 0U);
        QCOMPARE(wrong, 0);
        scratch.endTurn();
    }

    void aCachedVariantAllocatesNothing()
    {
        SiteConfig config = m_folder.config();
        config.compression.enabled = true;
        SiteUnderTest site(config);
        const auto source = site.get("/a%20folder%20with%20a%20long%20name/and/deep/").representation;
        QVERIFY(source);
        {
            const CodedVariant making = site.host().coded(source, http::ContentCoding::Brotli);
            QVERIFY(making.job);
            const auto interest = making.job->subscribe([] { });
            QTRY_COMPARE(making.job->state(), CodingJob::State::Finished);
        }
        const std::uint64_t before = allocationsOfThisThread;
        int missing = 0;
        for (int i = 0; i < 1000; ++i)
            missing += site.host().coded(source, http::ContentCoding::Brotli).ready ? 0 : 1;
        QCOMPARE(allocationsOfThisThread - before, 0U);
        QCOMPARE(missing, 0);
    }

private:
    SiteFolder m_folder;
};

QTEST_GUILESS_MAIN(TestAllocations)
#include "tst_allocations.moc"
