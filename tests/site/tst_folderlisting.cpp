// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/folderlisting.h"
#include "tests/site/sitefolder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

namespace {

QByteArrayList namesOf(const RepresentationPointer &listing)
{
    QByteArrayList names;
    const QJsonObject object = QJsonDocument::fromJson(bytesOf(listing)).object();
    for (const QJsonValue &entry : object.value(u"entries"_s).toArray())
        names += entry.toObject().value(u"name"_s).toString().toUtf8();
    return names;
}

} // namespace

class TestFolderListing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"list/b10.txt"_s, "0123456789");
        m_folder.write(u"list/B9.txt"_s, QByteArray(2048, 'x'));
        m_folder.write(u"list/zoo/x.txt"_s, "x");
        m_folder.write(u"list/.secret"_s, "s");
        m_folder.write(u"list/private.key"_s, "k");
        m_folder.write(u"other/x.txt"_s, "x");
        m_folder.write(u"indexed/index.html"_s, "index");
        m_folder.writeOutside(u"outside.txt"_s, "outside");
        QFile::link(m_folder.outside() + u"/outside.txt"_s, m_folder.path(u"list/out.txt"_s));
        QFile::link(m_folder.outside(), m_folder.path(u"list/outfolder"_s));
        QFile::link(u".secret"_s, m_folder.path(u"list/shown"_s));
        QFile::link(u"nowhere"_s, m_folder.path(u"list/broken"_s));
        QFile::link(u"b10.txt"_s, m_folder.path(u"list/inside.txt"_s));
        QFile::link(u"../other"_s, m_folder.path(u"list/alias"_s));
    }

    void onlyWhatIsServedIsListed()
    {
        SiteConfig config = listingConfig();
        config.restrictedTypes = {u"key"_s};
        SiteUnderTest site(config);
        QCOMPARE(namesOf(site.get("/list/", {.json = true}).representation),
            QByteArrayList({"alias", "zoo", "B9.txt", "b10.txt", "inside.txt"}));
        config.restrictedTypes.clear();
        config.allowDotfiles = true;
        site.apply(config);
        QCOMPARE(namesOf(site.get("/list/", {.json = true}).representation),
            QByteArrayList(
                {"alias", "zoo", ".secret", "B9.txt", "b10.txt", "inside.txt", "private.key", "shown"}));
    }

    void whatIsListedCanBeRead()
    {
        SiteUnderTest site(listingConfig());
        for (const QByteArray &name : namesOf(site.get("/list/", {.json = true}).representation)) {
            const int status = site.get("/list/" + name.toStdString()).status;
            QVERIFY2(status == 200 || status == 301, name.constData());
        }
    }

    void aFolderStandsForItsList_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<bool>("listing");
        QTest::addColumn<int>("status");
        QTest::newRow("off") << QByteArray("/list/") << false << 404;
        QTest::newRow("on") << QByteArray("/list/") << true << 200;
        QTest::newRow("the root") << QByteArray("/") << true << 200;
        QTest::newRow("behind a link inside") << QByteArray("/list/alias/") << true << 200;
        QTest::newRow("without its slash") << QByteArray("/list") << true << 301;
        QTest::newRow("a folder with an index") << QByteArray("/indexed/") << true << 200;
        QTest::newRow("nothing") << QByteArray("/nothing/") << true << 404;
        QTest::newRow("a file with a slash behind it") << QByteArray("/list/b10.txt/") << true << 404;
        QTest::newRow("behind a link that leads outside") << QByteArray("/list/outfolder/") << true << 403;
        QTest::newRow("hidden") << QByteArray("/.git/") << true << 403;
    }

    void aFolderStandsForItsList()
    {
        QFETCH(QByteArray, target);
        QFETCH(bool, listing);
        QFETCH(int, status);
        SiteConfig config = m_folder.config();
        config.directoryListing = listing;
        SiteUnderTest site(config);
        const Resolution resolution = site.get(target.toStdString());
        QCOMPARE(resolution.status, status);
        if (resolution.representation)
            QCOMPARE(resolution.representation->isMade, !target.startsWith("/indexed"));
    }

    void aListWithoutAnIndexName()
    {
        SiteConfig config = listingConfig();
        config.index.clear();
        SiteUnderTest site(config);
        QCOMPARE(
            namesOf(site.get("/indexed/", {.json = true}).representation), QByteArrayList({"index.html"}));
        QCOMPARE(site.get("/list/outfolder/").status, 403);
    }

    void aListIsNeverKept()
    {
        SiteUnderTest site(listingConfig());
        m_folder.write(u"growing/1.txt"_s, "1");
        QCOMPARE(namesOf(site.get("/growing/", {.json = true}).representation), QByteArrayList({"1.txt"}));
        m_folder.write(u"growing/2.txt"_s, "2");
        QCOMPARE(namesOf(site.get("/growing/", {.json = true}).representation),
            QByteArrayList({"1.txt", "2.txt"}));
        m_folder.write(u"growing/index.html"_s, "index");
        QCOMPARE(bytesOf(site.get("/growing/").representation), "index");
    }

    void namesAreEscaped()
    {
        const QString hostile = u"a\"<b>&'%41 ?#:ü.txt"_s;
        m_folder.write(u"escaped/"_s + hostile, "x");
        SiteUnderTest site(listingConfig());
        const QByteArray page = bytesOf(site.get("/escaped/").representation);
        QVERIFY2(page.contains("<a href=\"./a%22%3Cb%3E&amp;'%2541%20%3F%23:%C3%BC.txt\">"
                               "a&quot;&lt;b&gt;&amp;'%41 ?#:ü.txt</a>"),
            page.constData());
        QVERIFY(!page.contains("<b>"));
        QCOMPARE(site.get("/escaped/a%22%3Cb%3E&'%2541%20%3F%23:%C3%BC.txt").status, 200);
    }

    void thePathIsEscaped()
    {
        m_folder.write(u"<i>/x.txt"_s, "x");
        SiteUnderTest site(listingConfig());
        const QByteArray page = bytesOf(site.get("/%3Ci%3E/").representation);
        QVERIFY(page.contains("<h1>/&lt;i&gt;/</h1>"));
        QVERIFY(!page.contains("<i>"));
    }

    void namesThatNoAddressLeadsToAreLeftOut()
    {
        m_folder.write(u"odd/fine.txt"_s, "x");
        m_folder.write(u"odd/back\\slash.txt"_s, "x");
        const std::string bad = QFile::encodeName(m_folder.path(u"odd/"_s)).toStdString() + "bad\xff.txt";
        FILE *file = std::fopen(bad.c_str(), "w");
        if (file)
            std::fclose(file);
        SiteUnderTest site(listingConfig());
        QCOMPARE(namesOf(site.get("/odd/", {.json = true}).representation), QByteArrayList({"fine.txt"}));
        std::remove(bad.c_str()); // Qt cannot spell it
    }

    void thePageShowsSizesAndTheWayUp()
    {
        SiteUnderTest site(listingConfig());
        const Resolution sub = site.get("/list/");
        const QByteArray page = bytesOf(sub.representation);
        QVERIFY(page.contains("<a href=\"../\">"));
        QVERIFY(page.contains("<a href=\"./zoo/\">zoo/</a>"));
        QVERIFY(page.contains("<td>2.0 KiB</td>"));
        QVERIFY(page.contains("<td>10 bytes</td>"));
        QVERIFY(!page.contains("<script"));
        QVERIFY(!bytesOf(site.get("/").representation).contains("\"../\""));
        QCOMPARE(sub.representation->length, std::uint64_t(page.size()));
    }

    void jsonSaysWhatThereIs()
    {
        SiteUnderTest site(listingConfig());
        const RepresentationPointer listing = site.get("/list/", {.json = true}).representation;
        QCOMPARE(listing->mediaType, "application/json");
        const QJsonObject object = QJsonDocument::fromJson(bytesOf(listing)).object();
        QCOMPARE(object.value(u"path"_s).toString(), u"/list/"_s);
        QCOMPARE(object.value(u"complete"_s).toBool(), true);
        const QJsonArray entries = object.value(u"entries"_s).toArray();
        QCOMPARE(entries.first().toObject().value(u"type"_s).toString(), u"folder"_s);
        QVERIFY(!entries.first().toObject().contains(u"size"_s));
        const QJsonObject file = entries.at(2).toObject();
        QCOMPARE(file.value(u"name"_s).toString(), u"B9.txt"_s);
        QCOMPARE(file.value(u"type"_s).toString(), u"file"_s);
        QCOMPARE(file.value(u"size"_s).toInteger(), 2048);
        const auto modified = QDateTime::fromString(file.value(u"modified"_s).toString(), Qt::ISODate);
        QVERIFY(qAbs(modified.secsTo(QFileInfo(m_folder.path(u"list/B9.txt"_s)).lastModified())) <= 1);
    }

    void aLongListIsCut()
    {
        const auto more = FolderListings::mostEntries + 1;
        for (std::size_t i = 0; i < more; ++i)
            m_folder.write(u"many/%1"_s.arg(i), {});
        SiteUnderTest site(listingConfig());
        const RepresentationPointer json = site.get("/many/", {.json = true}).representation;
        QCOMPARE(namesOf(json).size(), qsizetype(FolderListings::mostEntries));
        QVERIFY(bytesOf(json).contains("\"complete\":false"));
        QVERIFY(bytesOf(site.get("/many/").representation).contains("holds more than 4000"));
        QFile::remove(m_folder.path(u"many/0"_s));
        QVERIFY(bytesOf(site.get("/many/", {.json = true}).representation).contains("\"complete\":true"));
    }

    void entriesComeInTheOrderPeopleCount()
    {
        const QByteArrayList order{"a", "A1", "a2", "a02", "a10", "a10b", "b", "Z", "\xc3\xa9"};
        std::vector<FolderEntry> entries;
        for (const QByteArray &name : order)
            entries.insert(entries.begin(), {name.toStdString(), FolderEntry::Kind::File, 0, 0});
        entries.push_back({"z", FolderEntry::Kind::Folder, 0, 0});
        sortEntries(entries);
        QByteArrayList sorted;
        for (const FolderEntry &entry : entries)
            sorted += QByteArray::fromStdString(entry.name);
        QCOMPARE(sorted, QByteArrayList({"z", "a", "A1", "a02", "a2", "a10", "a10b", "b", "Z", "\xc3\xa9"}));
    }

private:
    SiteConfig listingConfig() const
    {
        SiteConfig config = m_folder.config();
        config.directoryListing = true;
        return config;
    }

    SiteFolder m_folder;
};

QTEST_APPLESS_MAIN(TestFolderListing)
#include "tst_folderlisting.moc"
