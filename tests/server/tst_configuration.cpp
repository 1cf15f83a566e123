// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/common/descriptorlimit.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include "core/base/process.h"

using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// What the keys of a site's configuration do to the answers of a real server, where no row of the request
/// cases or test of its own feature shows it.
class Configuration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void errorsHaveTheirOwnBodiesAndFields_data();
    void errorsHaveTheirOwnBodiesAndFields();
    void errorsWithFieldsAloneKeepTheBuiltInPage();
    void aFileThatCannotBeOpenedIs500();
    void aSlowHeadIs408();
    void typesAreThoseOfTheOverlay_data();
    void typesAreThoseOfTheOverlay();
    void withoutTypesAllIsBytes();
    void cacheControlIsAsConfigured_data();
    void cacheControlIsAsConfigured();
    void aFallbackMayBeAnyFile();
    void indexMayBeAnotherFileOrNone();
    void dotfilesAreServedWhereAllowed();
    void hostsAreToldApart_data();
    void hostsAreToldApart();
    void aThousandVirtualHosts();
    void codingsAreMadeAsHardAsConfigured();

private:
    site::SiteConfig withOwnErrors() const;

    Fixture m_fixture;
};

constexpr std::array errorStatuses{
    400, 403, 404, 405, 408, 412, 413, 414, 415, 416, 417, 421, 431, 500, 501, 505};

static QByteArray ownBody(int status)
{
    return "<p>own page of " + QByteArray::number(status) + "</p>";
}

static QByteArrayList ownFields(int status)
{
    return {"X-Error: " + QByteArray::number(status), "Content-Type: text/html; charset=utf-8",
        "Content-Length: " + QByteArray::number(ownBody(status).size())};
}

void Configuration::initTestCase()
{
    m_fixture.write("page.custom", "custom");
    m_fixture.write("PHOTO.PNG", "photo");
    m_fixture.write("app.html", "<title>app</title>");
    m_fixture.write("docs.js", "script");
}

site::SiteConfig Configuration::withOwnErrors() const
{
    site::SiteConfig config = m_fixture.config();
    config.maximumBodyBytes = 10;
    config.timeouts.headers = 300ms;
    config.contentTypes.insert(u"png"_s, std::nullopt);
    for (const int status : errorStatuses)
        config.errors.insert(
            status, {QString::fromUtf8(ownBody(status)), {{u"X-Error"_s, QString::number(status)}}});
    return config;
}

void Configuration::errorsHaveTheirOwnBodiesAndFields_data()
{
    declareCases();
    const auto row = [](int status, const QByteArray &bytes, Then then = Then::Kept) {
        addCase(QByteArray::number(status), {bytes, status, then, ownFields(status), -1, ownBody(status)});
    };
    row(400, "BAD\r\n\r\n", Then::Closed);
    row(403, get("/.env"));
    row(404, get("/missing"));
    row(405, request("DELETE /a.txt"));
    row(412, get("/a.txt", "If-Match: \"x\"\r\n"));
    row(413, request("POST /a.txt", "Content-Length: 11\r\n"), Then::Closed);
    row(414, get("/" + QByteArray(9000, 'a')), Then::Closed);
    row(415, get("/photo.png"));
    row(416, get("/a.txt", "Range: bytes=100-\r\n"));
    row(417, get("/a.txt", "Expect: x\r\n"));
    row(421, "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n");
    row(431, get("/", "X: " + QByteArray(17'000, 'x') + "\r\n"), Then::Closed);
    row(501, request("BREW /a.txt"));
    row(505, "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", Then::Closed);
    addCase("404 to HEAD", {request("HEAD /missing"), 404, Then::Kept, ownFields(404), 0});
}

void Configuration::errorsHaveTheirOwnBodiesAndFields()
{
    QFETCH(Case, row);
    const auto server = startServer(withOwnErrors());
    runCase(server->port(), row);
}

void Configuration::errorsWithFieldsAloneKeepTheBuiltInPage()
{
    site::SiteConfig config = m_fixture.config();
    config.errors.insert(404, {std::nullopt, {{u"Cache-Control"_s, u"max-age=3"_s}}});
    const auto server = startServer(config);
    runCase(
        server->port(), {get("/missing"), 404, Then::Kept, {"Cache-Control: max-age=3"}, -1, "Not Found"});
}

void Configuration::aFileThatCannotBeOpenedIs500()
{
    const auto server = startServer(withOwnErrors());
    RawClient client(server->port());
    client.send(get("/missing"));
    QVERIFY(client.readAnswer());
    {
        const DescriptorLimit none(static_cast<rlim_t>(base::openDescriptorCount().value_or(0)));
        client.send(get("/a.txt"));
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, 500);
        QCOMPARE(answer->body, ownBody(500));
        for (const QByteArray &field : ownFields(500))
            verifyField(*answer, field);
    }
    client.send(get("/a.txt"));
    const auto again = client.readAnswer();
    QVERIFY(again);
    QCOMPARE(again->status, 200);
}

void Configuration::aSlowHeadIs408()
{
    const auto server = startServer(withOwnErrors());
    runCase(server->port(),
        {"GET /a.txt HTTP/1.1\r\nHost: lo", 408, Then::Closed, ownFields(408), -1, ownBody(408)});
}

void Configuration::typesAreThoseOfTheOverlay_data()
{
    declareCases();
    const auto typed = [](const QByteArray &type) { return QByteArrayList{"Content-Type: " + type}; };
    addCase("a type of its own", {get("/page.custom"), 200, Then::Kept, typed("application/x-custom")});
    addCase(
        "another one than built in", {get("/docs.js"), 200, Then::Kept, typed("text/plain; charset=utf-8")});
    addCase("built in", {get("/app.html"), 200, Then::Kept, typed("text/html; charset=utf-8")});
    addCase("unknown", {get("/blob.bin"), 200, Then::Kept, typed("application/octet-stream")});
    addCase("false", {get("/photo.png"), 415, Then::Kept, {"!ETag"}});
    addCase("false, in another case", {get("/PHOTO.PNG"), 415});
    addCase("false, HEAD", {request("HEAD /photo.png"), 415, Then::Kept, {}, 0});
    addCase("false, a missing file", {get("/missing.png"), 404});
    addCase("restricted", {get("/a.txt"), 403, Then::Kept, {"!ETag"}});
    addCase("restricted, a missing file", {get("/missing.txt"), 403});
}

void Configuration::typesAreThoseOfTheOverlay()
{
    QFETCH(Case, row);
    site::SiteConfig config = m_fixture.config();
    config.contentTypes = {{u"custom"_s, u"application/x-custom"_s},
        {u".JS"_s, u"text/plain; charset=utf-8"_s}, {u"png"_s, std::nullopt}};
    config.restrictedTypes = {u".TXT"_s};
    const auto server = startServer(config);
    runCase(server->port(), row);
}

void Configuration::withoutTypesAllIsBytes()
{
    site::SiteConfig config = m_fixture.config();
    config.contentTypesEnabled = false;
    const auto server = startServer(config);
    for (const char *path : {"/app.html", "/photo.png", "/a.txt", "/"})
        runCase(server->port(),
            {get(path), 200, Then::Kept,
                {"Content-Type: application/octet-stream", "X-Content-Type-Options: nosniff"}});
}

void Configuration::cacheControlIsAsConfigured_data()
{
    QTest::addColumn<bool>("noCache");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("as it is at first")
        << true << QString() << QByteArray("Cache-Control: no-cache, no-store, must-revalidate");
    QTest::newRow("noCache wins") << true << u"max-age=60"_s
                                  << QByteArray("Cache-Control: no-cache, no-store, must-revalidate");
    QTest::newRow("a text") << false << u"public, max-age=60"_s
                            << QByteArray("Cache-Control: public, max-age=60");
    QTest::newRow("nothing") << false << QString() << QByteArray("!Cache-Control");
}

void Configuration::cacheControlIsAsConfigured()
{
    QFETCH(bool, noCache);
    QFETCH(QString, text);
    QFETCH(QByteArray, field);
    site::SiteConfig config = m_fixture.config();
    config.noCache = noCache;
    config.cacheControl = text;
    config.compression.enabled = true;
    const auto server = startServer(config);
    runCase(server->port(), {get("/a.txt"), 200, Then::Kept, {field}});
    runCase(server->port(), {get("/a.txt", "Range: bytes=0-1\r\n"), 206, Then::Kept, {field}});
    runCase(server->port(), {get("/a.txt", "If-None-Match: *\r\n"), 304, Then::Kept, {field}});
    runCase(server->port(), {get("/big.html", "Accept-Encoding: br\r\n"), 200, Then::Kept, {field}});
}

void Configuration::aFallbackMayBeAnyFile()
{
    site::SiteConfig config = m_fixture.config();
    config.spaFallback = u"app.html"_s;
    const auto server = startServer(config);
    runCase(server->port(), {get("/route"), 200, Then::Kept, {}, -1, "app"});
    runCase(server->port(), {get("/"), 200, Then::Kept, {}, -1, "home"});
}

void Configuration::indexMayBeAnotherFileOrNone()
{
    site::SiteConfig config = m_fixture.config();
    config.index = u"app.html"_s;
    runCase(startServer(config)->port(), {get("/"), 200, Then::Kept, {}, -1, "app"});
    config.index.clear();
    runCase(startServer(config)->port(), {get("/"), 404});
}

void Configuration::dotfilesAreServedWhereAllowed()
{
    site::SiteConfig config = m_fixture.config();
    config.allowDotfiles = true;
    const auto server = startServer(config);
    runCase(server->port(), {get("/.env"), 200, Then::Kept, {}, -1, "SECRET"});
    runCase(server->port(), {get("/.well-known/acme"), 200, Then::Kept, {}, -1, "acme"});
    runCase(server->port(), {get("/../root-evil/s.txt"), 403});
}

void Configuration::hostsAreToldApart_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("anyHost");
    QTest::addColumn<QByteArray>("body"); // empty: 421
    const QByteArray root = Fixture::patterned(100);
    const QByteArray docs("docs");
    QTest::newRow("own name") << QByteArray("main.test") << false << root;
    QTest::newRow("mixed case and a port") << QByteArray("MaIn.TeSt:8080") << false << root;
    QTest::newRow("wildcard") << QByteArray("x.wild.test") << false << docs;
    QTest::newRow("wildcard, deeper, mixed case and a port")
        << QByteArray("a.B.Wild.test:1") << false << docs;
    QTest::newRow("the wildcard's own domain") << QByteArray("wild.test") << false << QByteArray();
    QTest::newRow("foreign") << QByteArray("evil.test") << false << QByteArray();
    QTest::newRow("foreign, any allowed") << QByteArray("evil.test:99") << true << root;
    QTest::newRow("wildcard, any allowed") << QByteArray("x.wild.test") << true << docs;
}

void Configuration::hostsAreToldApart()
{
    QFETCH(QByteArray, host);
    QFETCH(bool, anyHost);
    QFETCH(QByteArray, body);
    site::SiteConfig config = m_fixture.config();
    config.domain = u"Main.Test"_s;
    config.domains = {{u"*.Wild.test"_s, u"../docs"_s}};
    config.anyHost = anyHost;
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send("GET /a.txt HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, body.isEmpty() ? 421 : 200);
    if (!body.isEmpty())
        QCOMPARE(answer->body, body);
}

void Configuration::aThousandVirtualHosts()
{
    constexpr int hosts = 1000;
    site::SiteConfig config = m_fixture.config();
    for (int i = 0; i < hosts; ++i) {
        const QString folder = u"../hosts/%1"_s.arg(i);
        QDir(m_fixture.root()).mkpath(folder);
        m_fixture.write(qPrintable(folder + u"/index.html"_s), "host " + QByteArray::number(i));
        config.domains += {u"Host%1.test"_s.arg(i), folder};
    }
    const auto server = startServer(config);
    RawClient client(server->port());
    for (int i = 0; i < hosts; ++i)
        client.send("GET / HTTP/1.1\r\nHost: hOST" + QByteArray::number(i) + ".TEST:80\r\n\r\n");
    for (int i = 0; i < hosts; ++i) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->body, "host " + QByteArray::number(i));
    }
    client.send("GET / HTTP/1.1\r\nHost: host1000.test\r\n\r\n");
    const auto unknown = client.readAnswer();
    QVERIFY(unknown);
    QCOMPARE(unknown->status, 421);
}

/// Bytes of varied.html in that coding.
static qsizetype codedSize(const site::SiteConfig &config, const QByteArray &coding)
{
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/varied.html", "Accept-Encoding: " + coding + "\r\n"));
    const auto answer = client.readAnswer();
    return answer && answer->field("content-encoding") == coding ? answer->body.size() : -1;
}

void Configuration::codingsAreMadeAsHardAsConfigured()
{
    QByteArray text;
    for (int i = 0; i < 4000; ++i)
        text += "<li>" + QByteArray::number(i * 7919 % 4001) + " of many</li>\n";
    m_fixture.write("varied.html", text);
    site::SiteConfig quick = m_fixture.config();
    quick.compression = {true, 1024, 0, 1};
    site::SiteConfig hard = m_fixture.config();
    hard.compression = {true, 1024, 11, 9};
    for (const char *coding : {"br", "gzip"}) {
        const qsizetype smaller = codedSize(hard, coding);
        QVERIFY(smaller > 0);
        QVERIFY(smaller < codedSize(quick, coding));
    }
}

QTEST_GUILESS_MAIN(Configuration)
#include "tst_configuration.moc"
