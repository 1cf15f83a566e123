// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

using namespace servelab;
using namespace servelab::tests;

/// Files that hold another one in a content coding (I15 of the request cases). Their bytes are no real
/// codings, so that what is sent can be told from what an encoder would make.
class SiblingCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void siblings_data();
    void siblings();
    void theyAreOffUntilAskedFor();
    void theyHaveTheirOwnTag();
    void headHasTheFieldsOfGet();
    void editsAreSeenAtOnce();
    void restrictedTypesAreNotUsed();
    void withoutACache();

private:
    site::SiteConfig config() const;
    QByteArray bodyOf(const server::Server &server, const QByteArray &target, const QByteArray &accepted);

    Fixture m_fixture;
    std::unique_ptr<server::Server> m_server;
};

constexpr qint64 older = 1'600'000'000;

void SiblingCases::initTestCase()
{
    m_fixture.write("both.js", Fixture::patterned(2000));
    m_fixture.write("both.js.br", "coded by br");
    m_fixture.write("both.js.gz", "coded by gzip");
    m_fixture.write("gz.js", Fixture::patterned(2000));
    m_fixture.write("gz.js.gz", "coded by gzip");
    m_fixture.write("stale.js", Fixture::patterned(2000));
    m_fixture.write("stale.js.br", "out of date", older);
    m_fixture.write("stale.js.gz", "in time");
    m_fixture.write("second.js", Fixture::patterned(2000));
    m_fixture.write("second.js.br", "coded by br");
    QFile second(m_fixture.path("second.js"));
    QVERIFY(second.open(QIODevice::ReadWrite)
        && second.setFileTime(
            QDateTime::fromMSecsSinceEpoch(1'700'000'000'500), QFileDevice::FileModificationTime));
    m_fixture.write("linked.js", Fixture::patterned(2000));
    m_fixture.write("../root-evil/x.br", "outside");
    m_fixture.write(".hidden.br", "hidden");
    m_fixture.write("veiled.js", Fixture::patterned(2000));
    m_fixture.write("folder.js", Fixture::patterned(2000));
    QDir(m_fixture.root()).mkdir(QStringLiteral("folder.js.br"));
    m_fixture.write("folder.js.br/index.html", "no sibling");
    m_fixture.write("orphan.js.br", "alone");
    m_fixture.write("sub/index.html.br", "coded index");
    m_fixture.write("large.js", Fixture::patterned(900'000));
    m_fixture.write("large.js.br", Fixture::patterned(600'000));
    QFile::link(m_fixture.root() + QStringLiteral("/../root-evil/x.br"), m_fixture.path("linked.js.br"));
    QFile::link(QStringLiteral(".hidden.br"), m_fixture.path("veiled.js.br"));
    m_server = startServer(config());
}

site::SiteConfig SiblingCases::config() const
{
    site::SiteConfig config = m_fixture.config();
    config.precompressedSiblings = true;
    return config;
}

QByteArray SiblingCases::bodyOf(
    const server::Server &server, const QByteArray &target, const QByteArray &accepted)
{
    RawClient client(server.port());
    client.send(get(target, "Accept-Encoding: " + accepted + "\r\n"));
    const auto answer = client.readAnswer();
    return answer ? answer->body : QByteArray("no answer");
}

void SiblingCases::siblings_data()
{
    declareCases();
    const auto accepting
        = [](const QByteArray &target, const QByteArray &value, const QByteArray &more = {}) {
              return get(target, "Accept-Encoding: " + value + "\r\n" + more);
          };
    const QByteArray vary = "Vary: Accept-Encoding";
    const QByteArray script = "Content-Type: text/javascript; charset=utf-8";
    const QByteArrayList brotli{"Content-Encoding: br", "Content-Length: 11", vary, script, "!Accept-Ranges"};
    const QByteArrayList gzip{"Content-Encoding: gzip", vary, script, "!Accept-Ranges"};
    const QByteArrayList identity{"!Content-Encoding", "Content-Length: 2000", vary, "Accept-Ranges: bytes"};
    addCase("br", {accepting("/both.js", "gzip, br"), 200, Then::Kept, brotli, 11, "coded by br"});
    addCase("gzip", {accepting("/both.js", "gzip"), 200, Then::Kept, gzip, 13, "coded by gzip"});
    addCase("the weights decide",
        {accepting("/both.js", "br;q=0.1, gzip"), 200, Then::Kept, gzip, 13, "coded by gzip"});
    addCase("the second best where the best is not there",
        {accepting("/gz.js", "br, gzip"), 200, Then::Kept, gzip, 13, "coded by gzip"});
    addCase("none is accepted", {get("/both.js"), 200, Then::Kept, identity, 2000});
    addCase("refused", {accepting("/both.js", "br;q=0, gzip;q=0"), 200, Then::Kept, identity, 2000});
    addCase("only the one that is not there", {accepting("/gz.js", "br"), 200, Then::Kept, identity, 2000});
    addCase(
        "older than its source", {accepting("/stale.js", "br, gzip"), 200, Then::Kept, gzip, 7, "in time"});
    addCase("as old as its source but for a part of a second that was cut off",
        {accepting("/second.js", "br"), 200, Then::Kept, brotli, 11, "coded by br"});
    addCase("a link out of the root", {accepting("/linked.js", "br"), 200, Then::Kept, identity, 2000});
    addCase("a link to a hidden file", {accepting("/veiled.js", "br"), 200, Then::Kept, identity, 2000});
    addCase("a folder of that name", {accepting("/folder.js", "br"), 200, Then::Kept, identity, 2000});
    addCase("without a source", {accepting("/orphan.js", "br"), 404, Then::Kept, {"!Content-Encoding"}});
    addCase("of an index",
        {accepting("/sub/", "br"), 200, Then::Kept,
            {"Content-Encoding: br", "Content-Type: text/html; charset=utf-8"}, 11, "coded index"});
    addCase("by its own name",
        {accepting("/both.js.br", "gzip"), 200, Then::Kept,
            {"!Content-Encoding", "Content-Type: application/octet-stream"}, 11, "coded by br"});
    addCase("a range is ignored",
        {accepting("/both.js", "br", "Range: bytes=0-1\r\n"), 200, Then::Kept, brotli, 11});
    addCase("a range of the source", {get("/both.js", "Range: bytes=0-1\r\n"), 206, Then::Kept, {vary}, 2});
    addCase("not modified",
        {accepting("/both.js", "br", "If-None-Match: *\r\n"), 304, Then::Kept,
            {vary, "ETag:", "!Content-Encoding"}, 0});
    addCase("larger than the cache takes",
        {accepting("/large.js", "br"), 200, Then::Kept, {"Content-Encoding: br"}, 600'000});
}

void SiblingCases::siblings()
{
    QFETCH(Case, row);
    runCase(m_server->port(), row);
    site::SiteConfig coding = config();
    coding.compression.enabled = true;
    coding.compression.thresholdBytes = 1'000'000; // so that only a sibling can be coded
    runCase(startServer(coding)->port(), row);
}

void SiblingCases::theyAreOffUntilAskedFor()
{
    const auto server = startServer(m_fixture.config());
    runCase(server->port(),
        {get("/both.js", "Accept-Encoding: br\r\n"), 200, Then::Kept, {"!Content-Encoding", "!Vary"}, 2000});
}

void SiblingCases::theyHaveTheirOwnTag()
{
    RawClient client(m_server->port());
    client.send(get("/both.js") + get("/both.js", "Accept-Encoding: br\r\n")
        + get("/both.js", "Accept-Encoding: gzip\r\n"));
    const auto identity = client.readAnswer();
    const auto brotli = client.readAnswer();
    const auto gzip = client.readAnswer();
    QVERIFY(identity && brotli && gzip);
    QVERIFY(identity->field("etag") != brotli->field("etag"));
    QVERIFY(gzip->field("etag") != brotli->field("etag"));
    const auto revalidated = [&](const QByteArray &tag) {
        client.send(get("/both.js", "Accept-Encoding: br\r\nIf-None-Match: " + tag + "\r\n"));
        const auto answer = client.readAnswer();
        return answer ? answer->status : 0;
    };
    QCOMPARE(revalidated(brotli->field("etag")), 304);
    QCOMPARE(revalidated(identity->field("etag")), 200);
}

void SiblingCases::headHasTheFieldsOfGet()
{
    RawClient client(m_server->port());
    client.send(
        get("/both.js", "Accept-Encoding: br\r\n") + request("HEAD /both.js", "Accept-Encoding: br\r\n"));
    const auto whole = client.readAnswer();
    const auto head = client.readAnswer(true);
    QVERIFY(whole && head);
    QCOMPARE(head->fields, whole->fields);
}

void SiblingCases::editsAreSeenAtOnce()
{
    site::SiteConfig coding = config();
    coding.compression.enabled = true;
    const auto server = startServer(coding);
    m_fixture.write("edit.js", "one");
    QCOMPARE(bodyOf(*server, "/edit.js", "br"), "one");
    m_fixture.write("edit.js.br", "coded one");
    QCOMPARE(bodyOf(*server, "/edit.js", "br"), "coded one");
    QCOMPARE(bodyOf(*server, "/edit.js", "br"), "coded one");
    m_fixture.write("edit.js", "two", 1'700'000'001);
    QCOMPARE(bodyOf(*server, "/edit.js", "br"), "two");
    m_fixture.write("edit.js.br", "coded two", 1'700'000'001);
    QCOMPARE(bodyOf(*server, "/edit.js", "br"), "coded two");
    QFile::remove(m_fixture.path("edit.js.br"));
    QCOMPARE(bodyOf(*server, "/edit.js", "br"), "two");
}

void SiblingCases::restrictedTypesAreNotUsed()
{
    site::SiteConfig restricted = config();
    restricted.restrictedTypes = {QStringLiteral("br")};
    restricted.contentTypes.insert(QStringLiteral("gz"), std::nullopt);
    const auto server = startServer(restricted);
    QCOMPARE(bodyOf(*server, "/both.js", "br, gzip"), Fixture::patterned(2000));
}

void SiblingCases::withoutACache()
{
    site::SiteConfig bare = config();
    bare.techniques.staticCache = site::StaticCacheTechnique::Off;
    const auto server = startServer(bare);
    QCOMPARE(bodyOf(*server, "/both.js", "br"), "coded by br");
    QCOMPARE(bodyOf(*server, "/stale.js", "br"), Fixture::patterned(2000));
}

QTEST_GUILESS_MAIN(SiblingCases)
#include "tst_siblingcases.moc"
