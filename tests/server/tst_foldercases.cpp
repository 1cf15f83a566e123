// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

using namespace servelab;
using namespace servelab::tests;

/// What a site answers beside its files: lists of folders, pages without their extension, its own page for
/// what is missing.
class FolderCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lists_data();
    void lists();
    void aListHasTheFieldsOfItsSite();
    void aListIsTheSameForHead();
    void aListIsNotCoded();
    void pages_data();
    void pages();
    void missing_data();
    void missing();
    void aLargePageForWhatIsMissing();

private:
    Fixture m_fixture;
    std::unique_ptr<server::Server> m_server;
};

void FolderCases::initTestCase()
{
    m_fixture.write("404.html", "<title>lost</title>");
    m_fixture.write("about.html", "<title>about</title>");
    site::SiteConfig config = m_fixture.config();
    config.directoryListing = true;
    config.cleanUrls = true;
    config.compression.enabled = true;
    config.compression.thresholdBytes = 1;
    config.errors.insert(404, {std::nullopt, {{QStringLiteral("X-Why"), QStringLiteral("gone")}}});
    m_server = startServer(config);
}

void FolderCases::lists_data()
{
    declareCases();
    const QByteArrayList html{"Content-Type: text/html; charset=utf-8", "Vary: Accept", "!ETag",
        "!Last-Modified", "!Accept-Ranges", "X-Content-Type-Options: nosniff",
        "Cache-Control: no-cache, no-store, must-revalidate"};
    const QByteArrayList json{"Content-Type: application/json", "Vary: Accept", "!ETag"};
    addCase("a folder without an index", {get("/noindex/"), 200, Then::Kept, html, -1, "./x.txt"});
    addCase("a browser",
        {get("/noindex/", "Accept: text/html,*/*;q=0.8\r\n"), 200, Then::Kept, html, -1, "<table>"});
    addCase("a client of JSON",
        {get("/noindex/", "Accept: application/json\r\n"), 200, Then::Kept, json, -1, "\"name\":\"x.txt\""});
    addCase("JSON before anything else",
        {get("/noindex/", "Accept: application/json, */*\r\n"), 200, Then::Kept, json});
    addCase("conditions do not count",
        {get("/noindex/", "If-None-Match: *\r\nIf-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT\r\n"), 200,
            Then::Kept, html});
    addCase("ranges do not count",
        {get("/noindex/", "Range: bytes=0-9\r\n"), 200, Then::Kept, {"!Content-Range"}, -1, "</html>"});
    addCase("without its slash", {get("/noindex"), 301, Then::Kept, {"Location: /noindex/"}, 0});
    addCase("a folder with an index", {get("/sub/"), 200, Then::Kept, {"ETag:"}, -1, "sub"});
    addCase("hidden", {get("/.well-known/"), 403});
    addCase("POST", {request("POST /noindex/"), 405});
}

void FolderCases::lists()
{
    QFETCH(Case, row);
    runCase(m_server->port(), row);
}

void FolderCases::aListHasTheFieldsOfItsSite()
{
    site::SiteConfig config = m_fixture.config();
    config.directoryListing = true;
    config.noCache = false;
    config.cacheControl = QStringLiteral("max-age=5");
    const auto server = startServer(config);
    runCase(server->port(), {get("/noindex/"), 200, Then::Kept, {"Cache-Control: max-age=5"}});
}

void FolderCases::aListIsTheSameForHead()
{
    RawClient client(m_server->port());
    client.send(get("/noindex/") + request("HEAD /noindex/"));
    const auto whole = client.readAnswer();
    const auto head = client.readAnswer(true);
    QVERIFY(whole && head);
    QCOMPARE(head->status, 200);
    QCOMPARE(head->fields, whole->fields);
    QCOMPARE(whole->field("content-length").toLongLong(), whole->body.size());
}

void FolderCases::aListIsNotCoded()
{
    runCase(m_server->port(),
        {get("/noindex/", "Accept-Encoding: br, gzip\r\n"), 200, Then::Kept, {"!Content-Encoding"}, -1,
            "</html>"});
}

void FolderCases::pages_data()
{
    declareCases();
    addCase("a page without its extension",
        {get("/about"), 200, Then::Kept, {"Content-Type: text/html; charset=utf-8", "ETag:"}, -1, "about"});
    addCase("a page by its name", {get("/about.html"), 200, Then::Kept, {}, -1, "about"});
    addCase("HEAD", {request("HEAD /about"), 200, Then::Kept, {"Content-Length: 20"}, 0});
    addCase("a query", {get("/about?x=1"), 200, Then::Kept, {}, -1, "about"});
    addCase("a condition", {get("/about", "If-None-Match: *\r\n"), 304, Then::Kept, {"ETag:"}, 0});
    addCase("a range", {get("/about", "Range: bytes=0-6\r\n"), 206, Then::Kept, {}, 7, "<title>"});
}

void FolderCases::pages()
{
    QFETCH(Case, row);
    runCase(m_server->port(), row);
}

void FolderCases::missing_data()
{
    declareCases();
    const QByteArrayList fields{"Content-Type: text/html; charset=utf-8", "Content-Length: 19", "!ETag",
        "!Last-Modified", "!Content-Encoding", "!Accept-Ranges", "X-Why: gone",
        "Cache-Control: no-cache, no-store, must-revalidate"};
    const QByteArray page = "<title>lost</title>";
    addCase("GET", {get("/no"), 404, Then::Kept, fields, 19, page});
    addCase("HEAD", {request("HEAD /no"), 404, Then::Kept, fields, 0});
    addCase("deeper", {get("/no/at/all/"), 404, Then::Kept, fields, 19, page});
    addCase("a condition that would hold", {get("/no", "If-None-Match: *\r\n"), 404, Then::Kept, fields, 19});
    addCase("a condition that would fail", {get("/no", "If-Match: \"x\"\r\n"), 404, Then::Kept, fields, 19});
    addCase("a range", {get("/no", "Range: bytes=0-1\r\n"), 404, Then::Kept, fields, 19, page});
    addCase("a coding", {get("/no", "Accept-Encoding: br\r\n"), 404, Then::Kept, fields, 19, page});
    addCase("the page itself", {get("/404.html"), 200, Then::Kept, {"ETag:"}, 19, page});
    addCase("another error", {get("/.env"), 403, Then::Kept, {"!X-Why"}, -1, "403 Forbidden"});
}

void FolderCases::missing()
{
    QFETCH(Case, row);
    runCase(m_server->port(), row);
}

void FolderCases::aLargePageForWhatIsMissing()
{
    const Fixture fixture;
    const QByteArray page = Fixture::patterned(600'000);
    fixture.write("404.html", page);
    const auto server = startServer(fixture.config());
    RawClient client(server->port());
    client.send(get("/no") + get("/no") + get("/a.txt"));
    for (int round = 0; round < 2; ++round) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, 404);
        QVERIFY(answer->body == page);
    }
    QCOMPARE(client.readAnswer()->status, 200);
}

QTEST_GUILESS_MAIN(FolderCases)
#include "tst_foldercases.moc"
