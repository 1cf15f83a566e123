// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/hookedserver.h"

#include <stdexcept>
#include <vector>

using namespace servelab;
using namespace servelab::tests;
using server::BodyWriter;
using server::HookedRequest;
using server::Responder;
using server::ServedAnswer;

/// The hooks around what the site itself answers: before it is sent, and behind its end.
class ServeHooks : public QObject, private HookedServer
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { reset(); }

    void beforeServeSees_data();
    void beforeServeSees();
    void beforeServeChanges_data();
    void beforeServeChanges();
    void afterServeOnceWhateverTheEnd_data();
    void afterServeOnceWhateverTheEnd();
};

void ServeHooks::beforeServeSees_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("seen");
    QTest::newRow("a file") << get("/a.txt") << 200 << Fixture::patterned(100);
    QTest::newRow("the selected part alone")
        << get("/a.txt", "Range: bytes=20-35\r\n") << 206 << Fixture::patterned(100).mid(20, 16);
    QTest::newRow("a part of a file that is not in memory") << get("/large.bin",
        "Range: bytes=300000-300015\r\n") << 206 << Fixture::patterned(400'000).mid(300'000, 16);
    QTest::newRow("HEAD: the whole representation")
        << request("HEAD /large.bin") << 200 << Fixture::patterned(400'000);
    QTest::newRow("identity, whatever the client accepts")
        << get("/big.html", "Accept-Encoding: br, gzip\r\n") << 200 << Fixture::bigPage();
    QTest::newRow("not modified: nothing") << get("/a.txt", "If-None-Match: *\r\n") << 304 << QByteArray();
    QTest::newRow("a redirect: nothing") << get("/sub") << 301 << QByteArray();
}

void ServeHooks::beforeServeSees()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    QFETCH(const QByteArray, seen);
    m_fixture.write("large.bin", Fixture::patterned(400'000));
    int sawStatus = 0;
    QByteArray sawBytes;
    m_hooks->serve = [&](const HookedRequest &, ServedAnswer &answer) {
        sawStatus = answer.status();
        sawBytes = bytesOf(answer.bytes().value_or("unread"));
        if (answer.length() != static_cast<std::uint64_t>(sawBytes.size()))
            qFatal("length() says otherwise");
    };
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    start(config);
    const auto answer = ask(bytes);
    QVERIFY(answer);
    QCOMPARE(answer->status, status);
    QTRY_COMPARE(m_hooks->ended().size(), 1); // the hook has run before it
    QCOMPARE(sawStatus, status);
    QCOMPARE(sawBytes, seen);
    if (bytes.startsWith("HEAD"))
        QCOMPARE(answer->field("content-length"), QByteArray::number(seen.size()));
    else
        QCOMPARE(answer->body, seen);
}

void ServeHooks::beforeServeChanges_data()
{
    declareCases();
    addCase("bytes", {get("/a.txt?bytes"), 200, Then::Kept, {"Content-Length: 3"}, 3, "new"});
    addCase("the bytes of HEAD", {request("HEAD /a.txt?bytes"), 200, Then::Kept, {"Content-Length: 3"}, 0});
    addCase("bytes of a part",
        {get("/a.txt?part", "Range: bytes=0-2\r\n"), 206, Then::Kept, {"Content-Range: bytes 0-2/100"}, 3,
            "new"});
    addCase("a part cannot become longer", {get("/a.txt?bytes", "Range: bytes=0-9\r\n"), 500, Then::Kept});
    addCase("fields",
        {get("/a.txt?field"), 200, Then::Kept, {"X-New: yes", "ETag: \"mine\"", "!Last-Modified"}, 100});
    addCase("a framing field cannot be set", {get("/a.txt?framing"), 500, Then::Kept});
    addCase("an exception", {get("/a.txt?throw"), 500, Then::Kept});
    addCase("an error's body", {get("/missing?bytes"), 404, Then::Kept, {}, 3, "new"});
    addCase("nothing, of an answer that closes",
        {get("/a.txt", "Connection: close\r\n"), 200, Then::Closed, {}, 100});
}

void ServeHooks::beforeServeChanges()
{
    QFETCH(const Case, row);
    m_hooks->serve = [](const HookedRequest &r, ServedAnswer &answer) {
        if (r.query() == "bytes" || r.query() == "part")
            answer.setBytes("new");
        if (r.query() == "field") {
            answer.setField("X-New", "yes");
            answer.setField("etag", "\"mine\"");
            answer.removeField("last-modified");
            answer.removeField("content-length"); // is not theirs to remove
        }
        if (r.query() == "framing")
            answer.setField("Content-Length", "3");
        if (r.query() == "throw")
            throw std::runtime_error("no");
    };
    start();
    runCase(m_server->port(), row);
    QCOMPARE(m_server->lastError().has_value(), row.status == 500);
}

void ServeHooks::afterServeOnceWhateverTheEnd_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("how");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("complete");
    QTest::newRow("delivered") << get("/a.txt") << QByteArray("read") << 200 << true;
    QTest::newRow("two pipelined, the second one missing")
        << get("/missing") << QByteArray("read") << 404 << true;
    QTest::newRow("the client leaves inside the body")
        << request("POST /x", "Content-Length: 9\r\n") + "abc" << QByteArray("leave") << 0 << false;
    QTest::newRow("the client ends its side inside the body")
        << request("POST /x", "Content-Length: 9\r\n") + "abc" << QByteArray("end") << 400 << true;
    QTest::newRow("the body does not come in time")
        << request("POST /x", "Content-Length: 9\r\n") + "abc" << QByteArray("wait") << 408 << true;
    QTest::newRow("the client leaves before the answer")
        << get("/later") << QByteArray("leave") << 0 << false;
    QTest::newRow("the client leaves inside the answer")
        << get("/endless") << QByteArray("leave") << 200 << false;
}

void ServeHooks::afterServeOnceWhateverTheEnd()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, how);
    QFETCH(const int, status);
    QFETCH(const bool, complete);
    std::vector<Responder> kept;
    std::vector<BodyWriter> writers;
    std::atomic<int> seen = 0;
    m_hooks->head = [&](const HookedRequest &, Responder responder) {
        std::move(responder).serve();
        ++seen;
    };
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        if (r.path() == "/later")
            kept.push_back(std::move(responder));
        else if (r.path() == "/endless")
            writers.push_back(std::move(responder).begin(text()));
        else
            std::move(responder).serve();
    };
    site::SiteConfig config = m_fixture.config();
    config.timeouts.request = std::chrono::milliseconds(how == "wait" ? 300 : 60'000);
    start(config);
    {
        RawClient client(m_server->port());
        client.send(bytes);
        QTRY_COMPARE(seen, 1);
        if (how == "end")
            client.shutdownWrite();
        if (how == "leave")
            client.reset();
        else
            QCOMPARE(client.readAnswer()->status, status);
    }
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
    m_server.reset();
    QCOMPARE(m_hooks->ended().size(), 1);
    const server::AccessRecord record = m_hooks->ended().first();
    QCOMPARE(record.status, status);
    QCOMPARE(record.complete, complete);
    QCOMPARE(record.bytes > 0, complete || status == 200);
    QVERIFY(record.duration.count() > 0);
}

QTEST_GUILESS_MAIN(ServeHooks)
#include "tst_servehooks.moc"
