// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/hookedserver.h"

#include <stdexcept>

using namespace servelab;
using namespace servelab::tests;
using server::AnswerHead;
using server::HookedRequest;
using server::Responder;

/// What hooks see of a request, and what becomes of their answers.
class SiteHooksTest : public QObject, private HookedServer
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { reset(); }

    void seesTheRequest();
    void seesTheBody_data();
    void seesTheBody();
    void answersAtOnce_data();
    void answersAtOnce();
    void leavesToTheSite();
    void unanswered_data();
    void unanswered();
    void headCannotBeSent_data();
    void headCannotBeSent();
    void onHeadRefusesBeforeTheBody_data();
    void onHeadRefusesBeforeTheBody();
    void bodyLimitHolds();
    void refusedUnseen_data();
    void refusedUnseen();
    void hooksChangeWhileServing();
};

void SiteHooksTest::seesTheRequest()
{
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        QByteArray seen
            = bytesOf(r.methodToken()) + '|' + bytesOf(r.target()) + '|' + bytesOf(r.path()) + '|';
        for (const std::string_view value : r.parameters().values("k"))
            seen += bytesOf(value) + ',';
        seen += '|' + bytesOf(r.field("x-thing").value_or("none")) + '|' + bytesOf(r.host()) + '|'
            + r.peerAddress().toString().toUtf8();
        std::move(responder).answer(text(), seen);
    };
    start();
    const auto answer = ask(get("/caf%C3%A9?k=1&x=2&k=a%20b", "X-Thing: yes\r\n"));
    QVERIFY(answer);
    QCOMPARE(answer->body,
        QByteArray("GET|/caf%C3%A9?k=1&x=2&k=a%20b|/caf\xc3\xa9|1,a b,|yes|localhost|127.0.0.1"));
}

void SiteHooksTest::seesTheBody_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isText");
    const QByteArray big = Fixture::patterned(300'000);
    QTest::newRow("none") << get("/x") << QByteArray() << true;
    QTest::newRow("counted") << post("/x", "hello") << QByteArray("hello") << true;
    QTest::newRow("counted, many reads") << post("/x", big) << big << true;
    QTest::newRow("chunked") << request("POST /x", "Transfer-Encoding: chunked\r\n")
            + "3\r\nabc\r\n2;e=1\r\nde\r\n0\r\n\r\n"
                             << QByteArray("abcde") << true;
    QTest::newRow("bytes that are no text") << post("/x", "\xff\xfe") << QByteArray("\xff\xfe") << false;
}

void SiteHooksTest::seesTheBody()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, body);
    QFETCH(const bool, isText);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        AnswerHead head = text().field("X-Text", r.text() ? "yes" : "no");
        const std::size_t size = r.body().size();
        std::string taken = r.takeBody();
        head.field("X-Same", taken.size() == size && r.body().empty() ? "yes" : "no");
        std::move(responder).answer(head, std::move(taken));
    };
    start();
    RawClient client(m_server->port());
    // The second request on the connection shows that the first one's body was taken to its end.
    for (const QByteArray &sent : {bytes, bytes}) {
        client.send(sent);
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->body, body);
        QCOMPARE(answer->field("x-text"), isText ? "yes" : "no");
        QCOMPARE(answer->field("x-same"), "yes");
    }
    // And cut at a place inside the body.
    client.send(bytes.left(bytes.size() - 1));
    QVERIFY(!client.receive(50));
    client.send(bytes.right(1));
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body, body);
}

void SiteHooksTest::answersAtOnce_data()
{
    declareCases();
    addCase("small",
        {get("/small"), 200, Then::Kept, {"Content-Length: 5", "Content-Type: text/plain"}, 5, "small"});
    addCase("large", {get("/large"), 200, Then::Kept, {"Content-Length: 100000"}, 100'000});
    addCase("another method", {request("DELETE /small"), 200, Then::Kept, {}, 5});
    addCase("an unknown method", {request("BREW /small"), 200, Then::Kept, {}, 5});
    addCase("HEAD", {request("HEAD /small"), 200, Then::Kept, {"Content-Length: 5"}, 0});
    addCase("no content", {get("/none"), 204, Then::Kept, {"!Content-Length", "!Transfer-Encoding"}});
    addCase("HTTP/1.0", {"GET /small HTTP/1.0\r\nHost: localhost\r\n\r\n", 200, Then::Closed, {}, 5});
    addCase("the client closes", {get("/small", "Connection: close\r\n"), 200, Then::Closed, {}, 5});
    addCase("the hook closes", {get("/close"), 200, Then::Closed, {}, 3});
    addCase("with a body", {post("/small", "abc"), 200, Then::Kept, {}, 5});
}

void SiteHooksTest::answersAtOnce()
{
    QFETCH(const Case, row);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        if (r.path() == "/small")
            std::move(responder).answer(text(), "small");
        else if (r.path() == "/large")
            std::move(responder).answer(text(), Fixture::patterned(100'000));
        else if (r.path() == "/none")
            std::move(responder).answer(AnswerHead(204));
        else if (r.path() == "/close")
            std::move(responder).answer(text().closeConnection(), "end");
        else
            std::move(responder).serve();
    };
    start();
    if (row.status == 204) { // no length: the body cannot be read as runCase() does
        RawClient client(m_server->port());
        client.send(row.bytes + get("/small"));
        const auto head = client.readHead();
        QVERIFY(head && head->status == 204);
        QVERIFY(!head->has("content-length") && !head->has("transfer-encoding"));
        QCOMPARE(client.readAnswer()->body, "small");
        return;
    }
    runCase(m_server->port(), row);
}

void SiteHooksTest::leavesToTheSite()
{
    m_hooks->head = [](const HookedRequest &, Responder responder) { std::move(responder).serve(); };
    m_hooks->request = [](HookedRequest &, Responder responder) { std::move(responder).serve(); };
    start();
    QCOMPARE(ask(get("/a.txt"))->body, Fixture::patterned(100));
    QCOMPARE(ask(get("/missing"))->status, 404);
    QCOMPARE(ask(post("/a.txt", "abc"))->status, 405);
}

void SiteHooksTest::unanswered_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("fault");
    QTest::newRow("dropped") << QByteArray("/drop") << QString();
    QTest::newRow("kept and dropped") << QByteArray("/keep") << QString();
    QTest::newRow("an exception") << QByteArray("/throw") << QStringLiteral("the disk is full");
    QTest::newRow("something else thrown") << QByteArray("/throw-int") << QStringLiteral("unknown type");
    QTest::newRow("thrown while the responder is kept")
        << QByteArray("/keep-throw") << QStringLiteral("late");
}

void SiteHooksTest::unanswered()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QString, fault);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        if (r.path() == "/throw")
            throw std::runtime_error("the disk is full");
        if (r.path() == "/throw-int")
            throw 1;
        if (r.path() == "/keep" || r.path() == "/keep-throw")
            const Responder kept(std::move(responder));
        if (r.path() == "/keep-throw")
            throw std::runtime_error("late");
        if (r.path() == "/ok")
            std::move(responder).answer(text(), "ok");
    };
    start();
    RawClient client(m_server->port());
    client.send(get(path) + get("/ok"));
    QCOMPARE(client.readAnswer()->status, 500);
    QCOMPARE(client.readAnswer()->body, "ok");
    QCOMPARE(m_server->lastError().has_value(), !fault.isNull());
    if (!fault.isNull())
        QVERIFY2(m_server->lastError()->message.contains(fault), qPrintable(m_server->lastError()->message));
}

void SiteHooksTest::headCannotBeSent_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("status");
    QTest::newRow("value with a line feed") << QByteArray("X-A") << QByteArray("a\r\nSet-Cookie: b") << 200;
    QTest::newRow("name that is no token") << QByteArray("X A") << QByteArray("a") << 200;
    QTest::newRow("framing") << QByteArray("content-length") << QByteArray("3") << 200;
    QTest::newRow("status too low") << QByteArray("X-A") << QByteArray("a") << 101;
    QTest::newRow("status too high") << QByteArray("X-A") << QByteArray("a") << 1000;
}

void SiteHooksTest::headCannotBeSent()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, value);
    QFETCH(const int, status);
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        AnswerHead head(status);
        head.field(name.toStdString(), value.toStdString());
        if (r.path() == "/stream")
            std::move(responder).begin(std::move(head)).write("x");
        else
            std::move(responder).answer(head, "x");
    };
    start();
    for (const char *path : {"/whole", "/stream"}) {
        const auto answer = ask(get(path));
        QVERIFY(answer);
        QCOMPARE(answer->status, 500);
        QVERIFY(!answer->has("set-cookie") && !answer->has("x-a"));
        QVERIFY(m_server->lastError());
    }
}

void SiteHooksTest::onHeadRefusesBeforeTheBody_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("no body") << get("/secret") << true;
    QTest::newRow("a body is read and thrown away") << post("/secret", "abc") << true;
    QTest::newRow("a client that waits for 100 does not get it")
        << request("POST /secret", "Content-Length: 3\r\nExpect: 100-continue\r\n") << false;
    QTest::newRow("a body that is too large")
        << request("POST /secret", "Content-Length: 99000000\r\n") << false;
}

void SiteHooksTest::onHeadRefusesBeforeTheBody()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isKept);
    m_hooks->head = [](const HookedRequest &r, Responder responder) {
        if (r.path() == "/secret" && r.body().empty())
            std::move(responder).answer(text(401).field("WWW-Authenticate", "Basic"), "who are you?");
        else
            std::move(responder).serve();
    };
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        if (r.path() == "/secret")
            qFatal("a request that was answered is seen again");
        std::move(responder).serve();
    };
    start();
    RawClient client(m_server->port());
    client.send(bytes);
    const auto answer = client.readHead(); // 100 would be seen
    QVERIFY(answer);
    QCOMPARE(answer->status, 401);
    QCOMPARE(answer->field("connection") != "close", isKept);
}

void SiteHooksTest::bodyLimitHolds()
{
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        std::move(responder).answer(text(), QByteArray::number(qulonglong(r.body().size())));
    };
    site::SiteConfig config = m_fixture.config();
    config.maximumBodyBytes = 1024;
    start(config);
    QCOMPARE(ask(post("/x", QByteArray(1024, 'a')))->body, "1024");
    QCOMPARE(ask(post("/x", QByteArray(1025, 'a')))->status, 413);
    QCOMPARE(
        ask(request("POST /x", "Transfer-Encoding: chunked\r\n") + "401\r\n" + QByteArray(1025, 'a'))->status,
        413);
    RawClient client(m_server->port());
    client.send(request("POST /x", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
    QCOMPARE(client.readHead()->status, 100);
    client.send("abc");
    QCOMPARE(client.readAnswer()->body, "3");
}

void SiteHooksTest::refusedUnseen_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::newRow("a host that the site does not have")
        << QByteArray("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n") << 421;
    QTest::newRow("a broken target") << request("GET a.txt") << 400;
    QTest::newRow("CONNECT") << request("CONNECT localhost:80") << 405;
    QTest::newRow("an expectation nobody knows") << get("/", "Expect: foo\r\n") << 417;
    QTest::newRow("a head that cannot be read") << QByteArray("BAD\r\n\r\n") << 400;
}

void SiteHooksTest::refusedUnseen()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    m_hooks->request
        = [](HookedRequest &, Responder responder) { std::move(responder).answer(text(), "seen"); };
    start();
    QCOMPARE(ask(bytes)->status, status);
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, status);
}

void SiteHooksTest::hooksChangeWhileServing()
{
    m_hooks->request
        = [](HookedRequest &, Responder responder) { std::move(responder).answer(text(), "first"); };
    start();
    RawClient client(m_server->port());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, "first");

    const auto second = std::make_shared<FunctionHooks>();
    second->request
        = [](HookedRequest &, Responder responder) { std::move(responder).answer(text(), "second"); };
    m_server->setHooks(second);
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, "second");

    m_server->setHooks(nullptr);
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, Fixture::patterned(100));
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QTRY_COMPARE(second->ended().size(), 1);
    const std::weak_ptr<FunctionHooks> gone = second;
    QCOMPARE(gone.use_count(), 1L); // no worker has it any more
}

QTEST_GUILESS_MAIN(SiteHooksTest)
#include "tst_sitehooks.moc"
