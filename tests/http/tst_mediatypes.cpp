// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/mediatypes.h"
#include "core/http/responsehead.h"
#include "tests/http/feeding.h"

#include <QSet>
#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;

class TestMediaTypes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasASortedTableOfTokens();
    void findsTypesOfExtensions_data();
    void findsTypesOfExtensions();
    void findsExtensionsOfPaths_data();
    void findsExtensionsOfPaths();
    void tellsWhatToCompress_data();
    void tellsWhatToCompress();
};

void TestMediaTypes::hasASortedTableOfTokens()
{
    QByteArray previous;
    for (const MediaTypeEntry &entry : mediaTypes()) {
        const QByteArray extension = bytesOf(entry.extension);
        QVERIFY2(previous < extension, extension);
        QCOMPARE(extension, extension.toLower());
        QVERIFY2(isToken(entry.extension) && isFieldValue(entry.mediaType), extension);
        QVERIFY2(entry.mediaType.find('/') != std::string_view::npos, extension);
        QCOMPARE(entry.mediaType.ends_with("; charset=utf-8"), entry.mediaType.starts_with("text/"));
        QVERIFY(mediaTypeForExtension(entry.extension) == entry.mediaType);
        previous = extension;
    }
}

void TestMediaTypes::findsTypesOfExtensions_data()
{
    QTest::addColumn<QByteArray>("extension");
    QTest::addColumn<QByteArray>("mediaType");
    const auto row = [](const char *extension, const char *mediaType) {
        QTest::newRow(extension) << QByteArray(extension) << QByteArray(mediaType);
    };
    row("html", "text/html; charset=utf-8");
    row("HTML", "text/html; charset=utf-8");
    row("Js", "text/javascript; charset=utf-8");
    row("svg", "image/svg+xml");
    row("wasm", "application/wasm");
    row("webmanifest", "application/manifest+json");
    row("woff2", "font/woff2");
    row("3g2", "video/3gpp2");
    row("zst", "application/zstd");
    row("htmlx", "");
    row("ht", "");
    row("anextensionlongerthananyother", "");
    row("", "");
}

void TestMediaTypes::findsTypesOfExtensions()
{
    QFETCH(const QByteArray, extension);
    QFETCH(const QByteArray, mediaType);
    QCOMPARE(bytesOf(mediaTypeForExtension(viewOf(extension))), mediaType);
}

void TestMediaTypes::findsExtensionsOfPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("extension");
    const auto row = [](const char *path, const char *extension) {
        QTest::newRow(*path ? path : "nothing") << QByteArray(path) << QByteArray(extension);
    };
    row("/a.txt", "txt");
    row("a.txt", "txt");
    row("/x/archive.tar.gz", "gz");
    row("/x.d/file", "");
    row("/.env", "");
    row("/.env.local", "local");
    row("/file.", "");
    row("/dir.html/", "");
    row("/", "");
    row("", "");
    row("/A.PNG", "PNG");
}

void TestMediaTypes::findsExtensionsOfPaths()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, extension);
    QCOMPARE(bytesOf(extensionOf(viewOf(path))), extension);
}

void TestMediaTypes::tellsWhatToCompress_data()
{
    QTest::addColumn<QByteArray>("mediaType");
    QTest::addColumn<bool>("compressible");
    for (const char *type : {"text/html; charset=utf-8", "TEXT/CSS", "text/plain", "application/json",
             "application/json ; charset=utf-8", "application/ld+json", "application/xml",
             "application/xhtml+xml", "image/svg+xml", "text/javascript", "application/javascript",
             "application/wasm", "font/ttf", "font/otf", "application/vnd.ms-fontobject",
             "application/x-ndjson"})
        QTest::newRow(type) << QByteArray(type) << true;
    for (const char *type : {"image/png", "image/jpeg", "image/x-icon", "audio/mpeg", "video/mp4",
             "application/zip", "application/gzip", "font/woff", "font/woff2", "application/octet-stream",
             "application/pdf", "textile/x", "+jso", "", "; charset=utf-8"})
        QTest::newRow(*type ? type : "nothing") << QByteArray(type) << false;
}

void TestMediaTypes::tellsWhatToCompress()
{
    QFETCH(const QByteArray, mediaType);
    QFETCH(const bool, compressible);
    QCOMPARE(isCompressible(viewOf(mediaType)), compressible);
}

QTEST_APPLESS_MAIN(TestMediaTypes)
#include "tst_mediatypes.moc"
