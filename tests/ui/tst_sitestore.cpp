// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitestore.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

QList<StoredSite> twoSites()
{
    StoredSite blog{u"one"_s, {}, true};
    blog.config.name = u"blog"_s;
    blog.config.root = u"/srv/blog"_s;
    blog.config.port = 8081;
    blog.config.compression = {true, 512, 9, 6};
    blog.config.domains = {{u"shop.localhost"_s, u"/srv/shop"_s}};
    StoredSite other{u"two"_s, {}, false};
    other.config.root = u"/srv/other"_s;
    return {blog, other};
}

} // namespace

class TestSiteStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_path = m_folder->filePath(u"servelab/sites.json"_s);
    }

    void hasNoSitesWithoutAFile()
    {
        const SiteStore::Loaded loaded = SiteStore(m_path).load();
        QVERIFY(loaded.sites.isEmpty());
        QVERIFY(!loaded.trouble);
    }

    void readsWhatItWrote()
    {
        SiteStore(m_path).save(twoSites());
        const SiteStore::Loaded loaded = SiteStore(m_path).load();
        QVERIFY(!loaded.trouble);
        QCOMPARE(loaded.sites, twoSites());
    }

    void writesInOrder()
    {
        SiteStore store(m_path);
        store.save(twoSites());
        store.save({});
        store.save(twoSites().mid(1));
        store.flush();
        QCOMPARE(store.load().sites, twoSites().mid(1));
    }

    void writesForItsOwnerAlone()
    {
        SiteStore store(m_path);
        store.save(twoSites());
        store.flush();
        QCOMPARE(QFile::permissions(m_path)
                & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
            QFile::Permissions());
    }

    void keepsAFileItCannotRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("sites");
        QTest::newRow("an empty file") << QByteArray() << 0;
        QTest::newRow("half a file") << QByteArray("{\"version\": 1, \"sites\": [{\"id\"") << 0;
        QTest::newRow("another kind of document") << QByteArray("[1, 2]") << 0;
        QTest::newRow("a later version") << QByteArray("{\"version\": 99, \"sites\": []}") << 0;
        QTest::newRow("one good site and one with an unknown key") << QByteArray(
            "{\"version\": 1, \"sites\": [{\"id\": \"a\", \"config\": {\"port\": 8085}},"
            "{\"id\": \"b\", \"config\": {\"prot\": 8086}}]}") << 1;
    }

    void keepsAFileItCannotRead()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, sites);
        writeFile(bytes);
        SiteStore store(m_path);
        const SiteStore::Loaded loaded = store.load();
        QCOMPARE(loaded.sites.size(), sites);
        QVERIFY(loaded.trouble);
        store.save(twoSites());
        store.flush();
        const QDir folder(QFileInfo(m_path).path());
        const QStringList kept = folder.entryList({u"sites.unreadable-*.json"_s});
        QCOMPARE(kept.size(), 1);
        QVERIFY2(loaded.trouble->remedy.contains(kept.first()), qPrintable(loaded.trouble->remedy));
        QFile copy(folder.filePath(kept.first()));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), bytes);
    }

    void keepsEachUnreadableFileUnderItsOwnName()
    {
        for (int number = 0; number < 3; ++number) {
            writeFile("broken " + QByteArray::number(number));
            QVERIFY(SiteStore(m_path).load().trouble);
        }
        QCOMPARE(QDir(QFileInfo(m_path).path()).entryList({u"sites.unreadable-*.json"_s}).size(), 3);
    }

    void saysWhenItCannotWrite()
    {
        QFile inTheWay(m_folder->filePath(u"servelab"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        SiteStore store(m_path);
        QSignalSpy failed(&store, &SiteStore::failed);
        store.save(twoSites());
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!failed.first().first().value<base::Error>().message.isEmpty());
    }

private:
    void writeFile(const QByteArray &bytes)
    {
        QDir().mkpath(QFileInfo(m_path).path());
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestSiteStore)
#include "tst_sitestore.moc"
