// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/httpdate.h"
#include "core/site/representationfields.h"
#include "tests/site/sitefolder.h"

#include <QDateTime>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

class TestRepresentation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"a.txt"_s, QByteArray(100, 'a'));
        m_folder.write(u"big.html"_s, QByteArray(31000, 'h'));
        m_folder.write(u"photo.png"_s, QByteArray(5000, 'p'));
        QFile file(m_folder.path(u"a.txt"_s));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(
            QDateTime::fromSecsSinceEpoch(1'700'000'000), QFileDevice::FileModificationTime));
    }

    void aPlainFileHasItsFields()
    {
        const auto representation = get(m_folder.config(), "/a.txt");
        QCOMPARE(representation->length, 100u);
        QCOMPARE(representation->bytes(), std::string(100, 'a'));
        QCOMPARE(representation->lastModified, 1'700'000'000);
        QCOMPARE(representation->entityTag, "W/\"64-17979cfe362a0000\"");
        QVERIFY(!representation->codable);
        QCOMPARE(representation->fieldLines,
            "Content-Type: text/plain; charset=utf-8\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "ETag: W/\"64-17979cfe362a0000\"\r\n"
            "Last-Modified: Tue, 14 Nov 2023 22:13:20 GMT\r\n"
            "Cache-Control: no-cache, no-store, must-revalidate\r\n");
        QCOMPARE(representation->notModifiedFieldLines,
            "ETag: W/\"64-17979cfe362a0000\"\r\n"
            "Last-Modified: Tue, 14 Nov 2023 22:13:20 GMT\r\n"
            "Cache-Control: no-cache, no-store, must-revalidate\r\n");
    }

    void cacheControlIsAsConfigured()
    {
        SiteConfig config = m_folder.config();
        config.noCache = false;
        QVERIFY(get(config, "/a.txt")->fieldLines.find("Cache-Control") == std::string::npos);
        config.cacheControl = u"max-age=60"_s;
        QVERIFY(get(config, "/a.txt")->fieldLines.ends_with("Cache-Control: max-age=60\r\n"));
    }

    void varyIsSentWhereTheCodingMayDiffer()
    {
        SiteConfig config = m_folder.config();
        QVERIFY(!get(config, "/big.html")->codable);
        config.compression.enabled = true;
        const auto codable = get(config, "/big.html");
        QVERIFY(codable->codable);
        QVERIFY(codable->fieldLines.ends_with("Vary: Accept-Encoding\r\n"));
        QVERIFY(codable->notModifiedFieldLines.ends_with("Vary: Accept-Encoding\r\n"));
        for (const char *target : {"/a.txt", "/photo.png"}) {
            const auto plain = get(config, target);
            QVERIFY2(!plain->codable, target);
            QVERIFY2(plain->fieldLines.find("Vary") == std::string::npos, target);
        }
        config.contentTypes.insert(u"html"_s, u"application/octet-stream"_s);
        QVERIFY(!get(config, "/big.html")->codable);
    }

    void theThresholdIsTheShortestThatIsCoded()
    {
        SiteConfig config = m_folder.config();
        config.compression.enabled = true;
        config.compression.thresholdBytes = 31000;
        QVERIFY(get(config, "/big.html")->codable);
        config.compression.thresholdBytes = 31001;
        QVERIFY(!get(config, "/big.html")->codable);
    }

    void mayCodeIsWhatCanBeCoded()
    {
        SiteConfig config = m_folder.config();
        config.compression.enabled = true;
        SiteUnderTest coding(config);
        const auto big = coding.get("/big.html").representation;
        QVERIFY(coding.site().mayCode(*big));
        QVERIFY(!coding.site().mayCode(*coding.get("/photo.png").representation));
        QVERIFY(!coding.site().mayCode(*coding.get("/a.txt").representation));
        QVERIFY(!SiteUnderTest(m_folder.config()).site().mayCode(*big));
    }

    void mediaTypesAreThoseOfTheSite()
    {
        SiteConfig config = m_folder.config();
        config.contentTypes.insert(u".TXT"_s, u"text/x-own"_s);
        QCOMPARE(get(config, "/a.txt")->mediaType, "text/x-own");
        QCOMPARE(get(config, "/big.html")->mediaType, "text/html; charset=utf-8");
    }

    void largeFilesStayOnDisk()
    {
        SiteConfig config = m_folder.config();
        config.cache.largestEntryBytes = 5000;
        QVERIFY(get(config, "/photo.png")->inMemory());
        const auto large = get(config, "/big.html");
        QVERIFY(!large->inMemory());
        QVERIFY(large->bytes().empty());
        QCOMPARE(large->length, 31000u);
        QCOMPARE(bytesOf(large), QByteArray(31000, 'h'));
    }

    void aTimeInTheFutureIsNotSent()
    {
        Representation representation;
        representation.identity.modifiedNanoseconds = 4'000'000'000 * 1'000'000'000;
        prepareFields(representation, {});
        QVERIFY(representation.lastModified <= QDateTime::currentSecsSinceEpoch());
    }

    void everyEditHasItsTag()
    {
        FileIdentity identity;
        identity.size = 10;
        identity.modifiedNanoseconds = 1000;
        const std::string tag = entityTagOf(identity);
        identity.modifiedNanoseconds += 1;
        QVERIFY(entityTagOf(identity) != tag);
        identity.modifiedNanoseconds -= 1;
        identity.size += 1;
        QVERIFY(entityTagOf(identity) != tag);
    }

    void aCodedHeadNamesItsCoding()
    {
        SiteConfig config = m_folder.config();
        config.compression.enabled = true;
        const auto source = get(config, "/big.html");
        const Representation head = codedHead(*source, http::ContentCoding::Brotli);
        QCOMPARE(head.entityTag, source->entityTag);
        QCOMPARE(head.fieldLines, source->fieldLines + "Content-Encoding: br\r\n");
        QCOMPARE(head.notModifiedFieldLines, source->notModifiedFieldLines);
        QCOMPARE(head.coding, http::ContentCoding::Brotli);
    }

private:
    static RepresentationPointer get(const SiteConfig &config, std::string_view target)
    {
        auto representation = SiteUnderTest(config).get(target).representation;
        if (!representation)
            qFatal("no representation");
        return representation;
    }

    SiteFolder m_folder;
};

QTEST_APPLESS_MAIN(TestRepresentation)
#include "tst_representation.moc"
