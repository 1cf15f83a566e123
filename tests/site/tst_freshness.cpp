// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/site/sitefolder.h"
#include "tests/site/withoutprivilege.h"

#include <QElapsedTimer>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

/// A preview is never stale, and never shows what a file was not at one moment.
class TestFreshness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<SiteFolder>(); }

    void anUnchangedFileComesFromTheCache()
    {
        SiteUnderTest site = siteWithCachedFile();
        const auto first = site.get("/a.txt").representation;
        QCOMPARE(site.get("/a.txt").representation, first);
        QVERIFY(site.site().cachedBytes() > 0);
    }

    void anEditIsSeen_data()
    {
        QTest::addColumn<QString>("edit");
        for (const QString &edit : {u"in place"_s, u"in place, same size and time"_s, u"replaced"_s,
                 u"replaced by a link"_s, u"truncated"_s, u"appended"_s})
            QTest::newRow(qPrintable(edit)) << edit;
    }

    void anEditIsSeen()
    {
        QFETCH(QString, edit);
        SiteUnderTest site = siteWithCachedFile();
        const QByteArray expected = makeEdit(edit);
        QCOMPARE(bytesOf(site.get("/a.txt").representation), expected);
    }

    void aRemovedFileIsGone()
    {
        SiteUnderTest site = siteWithCachedFile();
        QFile::remove(m_folder->path(u"a.txt"_s));
        QCOMPARE(site.get("/a.txt").status, 404);
    }

    void aFileMovedOutAndLinkedBackIsForbidden()
    {
        SiteUnderTest site = siteWithCachedFile();
        const QString moved = m_folder->outside() + u"/a.txt"_s;
        QVERIFY(QFile::rename(m_folder->path(u"a.txt"_s), moved));
        QVERIFY(QFile::link(moved, m_folder->path(u"a.txt"_s)));
        QCOMPARE(site.get("/a.txt").status, 403);
    }

    void aFileThatIsClosedIsForbidden()
    {
        SiteUnderTest site = siteWithCachedFile();
        QCOMPARE(statusWithoutPrivilege(site), 200);
        QCOMPARE(::chmod(QFile::encodeName(m_folder->path(u"a.txt"_s)), 0), 0);
        QCOMPARE(statusWithoutPrivilege(site), 403);
    }

    void aFileThatAppearsTakesThePlaceOfTheFallback()
    {
        m_folder->write(u"index.html"_s, "home");
        SiteConfig config = m_folder->config();
        config.spaFallback = QString();
        SiteUnderTest site(config);
        QCOMPARE(bytesOf(site.get("/route", {.html = true}).representation), "home");
        m_folder->write(u"route"_s, "a file");
        QCOMPARE(bytesOf(site.get("/route", {.html = true}).representation), "a file");
    }

    void aRootThatIsRemovedAndPutBackIsServedAgain()
    {
        SiteUnderTest site = siteWithCachedFile();
        const QString away = m_folder->root() + u"-away"_s;
        QVERIFY(QDir().rename(m_folder->root(), away));
        QCOMPARE(site.get("/a.txt").status, 404);
        QVERIFY(QDir().rename(away, m_folder->root()));
        QCOMPARE(bytesOf(site.get("/a.txt").representation), "first version");
    }

    void aRootThatIsReplacedIsSeen()
    {
        SiteUnderTest site = siteWithCachedFile();
        QVERIFY(QDir().rename(m_folder->root(), m_folder->root() + u"-old"_s));
        m_folder->write(u"a.txt"_s, "new build");
        QCOMPARE(bytesOf(site.get("/a.txt").representation), "new build");
    }

    void theChecksOfATurnAreSharedAndForgottenAtItsEnd()
    {
        SiteUnderTest site = siteWithCachedFile();
        LookupScratch &scratch = site.scratch();
        const auto first = resolve(site.host(), scratch, "/a.txt").representation;
        m_folder->write(u"a.txt"_s, "second version");
        QCOMPARE(resolve(site.host(), scratch, "/a.txt").representation, first);
        scratch.endTurn();
        QCOMPARE(bytesOf(resolve(site.host(), scratch, "/a.txt").representation), "second version");
    }

    void aScratchHoldsNothingAfterATurn()
    {
        m_folder->write(u"a.txt"_s, "text");
        SiteConfig config = m_folder->config();
        config.cache.budgetBytes = 0;
        SiteUnderTest site(config);
        LookupScratch scratch;
        const std::weak_ptr<const Representation> seen
            = resolve(site.host(), scratch, "/a.txt").representation;
        QVERIFY(!seen.expired());
        scratch.endTurn();
        QVERIFY(seen.expired());
    }

    void aFileThatHasJustChangedIsNotCached()
    {
        m_folder->write(u"a.txt"_s, "text");
        SiteUnderTest site(m_folder->config());
        const auto representation = site.get("/a.txt").representation;
        QVERIFY(representation);
        QCOMPARE(site.site().cachedBytes() > 0, representation->settled);
    }

    /// The path is a file inside and a link to a file outside by turns: the outside one is never read.
    void aFlippingPathNeverGivesOutsideBytes()
    {
        m_folder->write(u"inside.txt"_s, "inside");
        m_folder->writeOutside(u"secret.txt"_s, "outside");
        const QByteArray path = QFile::encodeName(m_folder->path(u"flip.txt"_s));
        const QByteArray inside = QFile::encodeName(m_folder->path(u"inside.txt"_s));
        const QByteArray outside = QFile::encodeName(m_folder->outside() + u"/secret.txt"_s);
        const QByteArray staged = path + ".staged";
        std::atomic<bool> done = false;
        std::thread flipper([&] {
            for (int i = 0; !done; ++i) {
                if (i % 2 == 0 ? ::symlink(outside, staged) : ::link(inside, staged))
                    qFatal("cannot stage");
                std::rename(staged, path);
                ::unlink(staged); // left where both names are the same file
            }
        });
        SiteUnderTest site(m_folder->config());
        int served = 0;
        bool leaked = false;
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 5'000 || (served == 0 && timer.elapsed() < 20'000); ++i) {
            const Resolution resolution = site.get("/flip.txt");
            served += resolution.status == 200 ? 1 : 0;
            leaked |= resolution.representation && bytesOf(resolution.representation) != "inside";
        }
        done = true;
        flipper.join();
        QVERIFY(!leaked);
        QVERIFY2(served > 0, "the file inside was never seen");
    }

    /// While a file is cut and written again and again, what is served is never padded and as long as it
    /// says.
    void aFileThatShrinksWhileItIsReadIsNeverPadded()
    {
        const QByteArray text(100'000, 'x');
        m_folder->write(u"a.txt"_s, text);
        std::atomic<bool> done = false;
        std::thread writer([&] {
            const base::UniqueFd file(
                ::open(QFile::encodeName(m_folder->path(u"a.txt"_s)), O_WRONLY | O_CLOEXEC));
            while (!done) {
                if (::ftruncate(file.get(), 10) != 0
                    || ::pwrite(file.get(), text.constData(), std::size_t(text.size()), 0) < 0)
                    qFatal("cannot write");
            }
        });
        SiteUnderTest site(m_folder->config());
        bool broken = false;
        for (int i = 0; i < 1'000; ++i) {
            const auto representation = site.get("/a.txt").representation;
            broken |= representation
                && (representation->bytes().size() != representation->length
                    || representation->bytes().find_first_not_of('x') != std::string::npos);
        }
        done = true;
        writer.join();
        QVERIFY(!broken);
    }

    void workersShareASite()
    {
        for (int i = 0; i < 20; ++i)
            m_folder->write(u"%1.txt"_s.arg(i), QByteArray::number(i));
        const auto site = Site::compile(m_folder->config());
        QVERIFY(site.has_value());
        std::atomic<int> wrong = 0;
        const auto work = [&](int seed) {
            LookupScratch scratch;
            const VirtualHost *host = (*site)->hostFor("localhost", scratch);
            for (int i = 0; i < 2'000; ++i) {
                const std::string number = std::to_string((i + seed) % 20);
                const auto representation = resolve(*host, scratch, "/" + number + ".txt").representation;
                wrong += representation && representation->bytes() == number ? 0 : 1;
                if (i % 8 == 0)
                    scratch.endTurn();
            }
        };
        std::vector<std::thread> workers;
        for (int i = 0; i < 3; ++i)
            workers.emplace_back(work, i * 5);
        for (std::thread &worker : workers)
            worker.join();
        QCOMPARE(wrong.load(), 0);
    }

    void aNewConfigurationKeepsTheCacheWarm()
    {
        SiteUnderTest site = siteWithCachedFile();
        const auto cached = site.get("/a.txt").representation;
        SiteConfig config = m_folder->config();
        config.compression.brotliQuality = 11;
        config.timeouts.keepAlive = std::chrono::milliseconds(1);
        site.apply(config);
        QCOMPARE(site.get("/a.txt").representation, cached);
    }

    void aNewConfigurationShowsAtOnce()
    {
        SiteUnderTest site = siteWithCachedFile();
        SiteConfig config = m_folder->config();
        config.noCache = false;
        config.cacheControl = u"max-age=1"_s;
        site.apply(config);
        QVERIFY(site.get("/a.txt").representation->fieldLines.ends_with("Cache-Control: max-age=1\r\n"));
        config.allowDotfiles = true;
        config.restrictedTypes = {u"txt"_s};
        site.apply(config);
        QCOMPARE(site.get("/a.txt").status, 403);
    }

    void aSmallerBudgetHoldsAtOnce()
    {
        SiteUnderTest site = siteWithCachedFile();
        SiteConfig config = m_folder->config();
        config.cache.budgetBytes = 0;
        site.apply(config);
        QCOMPARE(site.site().cachedBytes(), 0);
        QCOMPARE(site.get("/a.txt").status, 200);
    }

private:
    static int statusWithoutPrivilege(SiteUnderTest &site)
    {
        const WithoutPrivilege thread;
        return site.get("/a.txt").status;
    }

    SiteUnderTest siteWithCachedFile()
    {
        const QString file = m_folder->path(u"a.txt"_s);
        m_folder->write(u"a.txt"_s, "first version");
        while (!SiteFolder::isSettledAt(file))
            std::this_thread::yield();
        SiteUnderTest site(m_folder->config());
        if (bytesOf(site.get("/a.txt").representation) != "first version" || site.site().cachedBytes() == 0)
            qFatal("the file is not cached");
        return site;
    }

    /// What the file is to be afterwards.
    QByteArray makeEdit(const QString &edit)
    {
        const QString file = m_folder->path(u"a.txt"_s);
        if (edit == u"in place"_s)
            return rewrite(file, "other content, other size");
        if (edit == u"in place, same size and time"_s)
            return rewriteKeepingTime(file, "FIRST VERSION");
        if (edit == u"truncated"_s) {
            QFile::resize(file, 5);
            return "first";
        }
        if (edit == u"appended"_s) {
            QFile out(file);
            return out.open(QIODevice::Append) && out.write("!") == 1 ? "first version!" : "";
        }
        m_folder->write(u"new.txt"_s, "a new file!!!");
        const QByteArray from = QFile::encodeName(m_folder->path(u"new.txt"_s));
        if (edit == u"replaced"_s) {
            std::rename(from, QFile::encodeName(file));
        } else {
            QFile::remove(file);
            QFile::link(m_folder->path(u"new.txt"_s), file);
        }
        return "a new file!!!";
    }

    static QByteArray rewrite(const QString &file, const QByteArray &bytes)
    {
        QFile out(file);
        return out.open(QIODevice::ReadWrite) && out.write(bytes) == bytes.size() ? bytes : QByteArray();
    }

    static QByteArray rewriteKeepingTime(const QString &file, const QByteArray &bytes)
    {
        struct stat before{};
        ::stat(QFile::encodeName(file), &before);
        const QByteArray written = rewrite(file, bytes);
        const timespec times[2]{before.st_atim, before.st_mtim};
        ::utimensat(AT_FDCWD, QFile::encodeName(file), times, 0);
        return written;
    }

    std::unique_ptr<SiteFolder> m_folder;
};

QTEST_APPLESS_MAIN(TestFreshness)
#include "tst_freshness.moc"
