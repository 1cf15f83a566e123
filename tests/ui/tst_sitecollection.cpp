// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitecollection.h"

#include "tests/ui/sampledata.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteCollection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_blog = testing::writeSite(m_folder->path(), u"blog"_s);
        m_shop = testing::writeSite(m_folder->path(), u"shop"_s);
        m_store = std::make_unique<SiteStore>(m_folder->filePath(u"sites.json"_s));
        m_sites = std::make_unique<SiteCollection>(*m_store);
    }

    void cleanup()
    {
        m_sites.reset();
        m_store.reset();
    }

    void givesEachFolderAPortOfItsOwn()
    {
        m_sites->openFolder(m_blog);
        m_sites->openFolder(m_shop);
        QCOMPARE(m_sites->count(), 2);
        QVERIFY(m_sites->at(0)->config().port != m_sites->at(1)->config().port);
    }

    void findsAFolderItHas()
    {
        const QString id = m_sites->openFolder(m_blog);
        QCOMPARE(m_sites->openFolder(m_blog + u"/../blog"_s), id);
        QCOMPARE(m_sites->count(), 1);
    }

    void undoesAddingAndRemoving()
    {
        const QString blog = m_sites->openFolder(m_blog);
        const QString shop = m_sites->openFolder(m_shop);
        m_sites->remove(blog);
        QCOMPARE(m_sites->count(), 1);
        m_sites->undoStack().undo();
        QCOMPARE(m_sites->rowOf(blog), 0);
        QCOMPARE(m_sites->rowOf(shop), 1);
        m_sites->undoStack().undo();
        QCOMPARE(m_sites->rowOf(shop), -1);
        m_sites->undoStack().redo();
        QCOMPARE(m_sites->find(shop)->config().root, m_shop);
    }

    void startsARemovedSiteAgainWhenItRan()
    {
        const QString id = m_sites->openFolder(m_blog);
        setPort(id, 0);
        m_sites->find(id)->start();
        m_sites->remove(id);
        m_sites->undoStack().undo();
        QCOMPARE(m_sites->find(id)->state(), SiteSession::State::Running);
    }

    void undoesADragOfOneSettingAtOnce()
    {
        const QString id = m_sites->openFolder(m_blog);
        const site::SiteConfig before = m_sites->find(id)->config();
        for (const int quality : {5, 6, 7}) {
            site::SiteConfig config = m_sites->find(id)->config();
            config.compression.brotliQuality = quality;
            m_sites->change(id, config, u"compression.brotliQuality"_s);
        }
        site::SiteConfig renamed = m_sites->find(id)->config();
        renamed.name = u"Journal"_s;
        m_sites->change(id, renamed, u"name"_s);
        m_sites->undoStack().undo();
        QCOMPARE(m_sites->find(id)->config().compression.brotliQuality, 7);
        m_sites->undoStack().undo();
        QCOMPARE(m_sites->find(id)->config(), before);
    }

    void movesASiteAndBack()
    {
        const QString blog = m_sites->openFolder(m_blog);
        const QString shop = m_sites->openFolder(m_shop);
        const QString copy = m_sites->duplicate(blog);
        m_sites->move(0, 2);
        QCOMPARE(ids(), QStringList({shop, copy, blog}));
        m_sites->move(2, 1);
        QCOMPARE(ids(), QStringList({shop, blog, copy}));
        m_sites->undoStack().undo();
        m_sites->undoStack().undo();
        QCOMPARE(ids(), QStringList({blog, shop, copy}));
        const int before = m_sites->undoStack().index();
        m_sites->move(1, 1);
        QCOMPARE(m_sites->undoStack().index(), before);
    }

    void duplicatesASiteOnAnotherPort()
    {
        const QString blog = m_sites->openFolder(m_blog);
        const QString copy = m_sites->duplicate(blog);
        QVERIFY(copy != blog);
        QCOMPARE(m_sites->find(copy)->config().root, m_blog);
        QVERIFY(m_sites->find(copy)->config().port != m_sites->find(blog)->config().port);
        QVERIFY(m_sites->find(copy)->name() != m_sites->find(blog)->name());
    }

    void aCopyHasItsOwnPortOfHttpsToo()
    {
        const QString blog = m_sites->openFolder(m_blog);
        site::SiteConfig config = m_sites->find(blog)->config();
        config.port = 18'442;
        config.https.enabled = true;
        config.https.port = 18'443;
        m_sites->change(blog, config, u"https"_s);
        const site::SiteConfig copy = m_sites->find(m_sites->duplicate(blog))->config();
        QCOMPARE(copy.port, 18'444); // 18443 is taken, if not for HTTP
        QCOMPARE(copy.https.port, 18'445);
    }

    void startsAndStopsAll()
    {
        setPort(m_sites->openFolder(m_blog), 0);
        setPort(m_sites->openFolder(m_shop), 0);
        m_sites->startAll();
        QCOMPARE(m_sites->runningCount(), 2);
        m_sites->stopAll();
        QTRY_COMPARE(m_sites->runningCount(), 0);
    }

    void aLostFolderIsToldAndHeals()
    {
        const QString id = m_sites->openFolder(m_blog);
        setPort(id, 0);
        SiteSession *site = m_sites->find(id);
        site->start();
        const QString elsewhere = m_blog + u".away"_s;
        QVERIFY(QDir().rename(m_blog, elsewhere));
        QTRY_VERIFY_WITH_TIMEOUT(site->lostFolder(), 20'000);
        QVERIFY(site->lostFolder()->message.contains(u"blog"_s));
        QVERIFY(QDir().rename(elsewhere, m_blog));
        QTRY_VERIFY_WITH_TIMEOUT(!site->lostFolder(), 20'000);
        QVERIFY(testing::request(site->port()).startsWith("HTTP/1.1 200"));
    }

    void aSiteThatCouldNotStartForWantOfItsFolderStartsOnceItIsThere()
    {
        const QString id = m_sites->openFolder(m_blog);
        setPort(id, 0);
        SiteSession *site = m_sites->find(id);
        const QString elsewhere = m_blog + u".away"_s;
        QVERIFY(QDir().rename(m_blog, elsewhere));
        site->start();
        QVERIFY(site->failure());
        QVERIFY(QDir().rename(elsewhere, m_blog));
        QTRY_COMPARE_WITH_TIMEOUT(site->state(), SiteSession::State::Running, 20'000);
        QVERIFY(!site->failure());
    }

    void remembersSitesAndWhichRan()
    {
        const QString id = m_sites->openFolder(m_blog);
        setPort(id, 0);
        m_sites->find(id)->start();
        m_sites->openFolder(m_shop);
        m_sites.reset();
        m_store->flush();

        m_sites = std::make_unique<SiteCollection>(*m_store);
        QVERIFY(!m_sites->restore());
        QCOMPARE(m_sites->count(), 2);
        QCOMPARE(m_sites->at(0)->id(), id);
        QCOMPARE(m_sites->at(0)->state(), SiteSession::State::Running);
        QCOMPARE(m_sites->at(1)->state(), SiteSession::State::Stopped);
    }

    void readsCountersWhileASiteRuns()
    {
        const QString id = m_sites->openFolder(m_blog);
        setPort(id, 0);
        QSignalSpy sampled(m_sites.get(), &SiteCollection::siteSampled);
        m_sites->find(id)->start();
        testing::request(m_sites->find(id)->port());
        QTRY_VERIFY(sampled.size() >= 3);
        m_sites->find(id)->stop();
        QTRY_COMPARE(m_sites->runningCount(), 0);
    }

private:
    QStringList ids() const
    {
        QStringList ids;
        for (int row = 0; row < m_sites->count(); ++row)
            ids.append(m_sites->at(row)->id());
        return ids;
    }

    void setPort(const QString &id, quint16 port)
    {
        site::SiteConfig config = m_sites->find(id)->config();
        config.port = port;
        config.workers = 1;
        m_sites->change(id, config, u"port"_s);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SiteStore> m_store;
    std::unique_ptr<SiteCollection> m_sites;
    QString m_blog;
    QString m_shop;
};

QTEST_GUILESS_MAIN(TestSiteCollection)
#include "tst_sitecollection.moc"
