// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

using namespace servelab;
using namespace servelab::tests;

/// Requests as bytes, answers as they come off a real connection: sections A to D of the request cases.
class RequestCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void methodsAndTargets_data();
    void methodsAndTargets();
    void requestLines_data();
    void requestLines();
    void fieldLines_data();
    void fieldLines();
    void bodies_data();
    void bodies();
    void hosts_data();
    void hosts();
    void a2HeadIsFollowedByTheNextAnswer();
    void d7NothingIsTakenForASecondRequest();
    void d21BodyOfAGetIsDrained_data();
    void d21BodyOfAGetIsDrained();
    void d23ADeclaredLengthOverTheLimitIsRefusedAtOnce();
    void d25AChunkedBodyIsRefusedAsSoonAsItCrossesTheLimit();
    void d26ContinueIsSentBeforeTheAnswer();
    void d26Http10IsNeverSentContinue();

private:
    Fixture m_fixture;
    std::unique_ptr<server::Server> m_plain;
    std::unique_ptr<server::Server> m_hosts;
};

void RequestCases::initTestCase()
{
    site::SiteConfig config = m_fixture.config();
    config.maximumBodyBytes = 1024;
    config.contentTypes.insert(QStringLiteral("png"), std::nullopt);
    config.restrictedTypes = {QStringLiteral("bin")};
    m_plain = startServer(config);

    site::SiteConfig hosts = m_fixture.config();
    hosts.domain = QStringLiteral("main.test");
    hosts.domains = {{QStringLiteral("docs.test"), m_fixture.root() + QStringLiteral("/../docs")}};
    m_hosts = startServer(hosts);
}

void RequestCases::methodsAndTargets_data()
{
    declareCases();
    const QByteArrayList whole{"Content-Length: 100", "Content-Type:", "X-Content-Type-Options: nosniff",
        "Accept-Ranges: bytes", "ETag:", "Last-Modified: Tue, 14 Nov 2023 22:13:20 GMT",
        "Cache-Control: no-cache, no-store, must-revalidate"};
    const QByteArrayList allow{"Allow: GET, HEAD"};
    addCase("A1 plain file", {get("/a.txt"), 200, Then::Kept, whole, 100, Fixture::patterned(100)});
    addCase("A2 HEAD has the fields of GET and no body", {request("HEAD /a.txt"), 200, Then::Kept, whole, 0});
    for (const char *method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"}) {
        const QByteArray name = QByteArray("A3 ") + method + " is not allowed, and its body is drained";
        addCase(name,
            {request(QByteArray(method) + " /a.txt", "Content-Length: 3\r\n") + "abc", 405, Then::Kept,
                allow});
    }
    addCase(
        "A3 TRACE echoes nothing", {request("TRACE /a.txt", "X-Secret: echoed\r\n"), 405, Then::Kept, allow});
    addCase("A4 OPTIONS * tells what is allowed", {request("OPTIONS *"), 405, Then::Kept, allow});
    addCase("A5 asterisk with GET", {request("GET *"), 400, Then::Closed});
    addCase("A6 CONNECT", {request("CONNECT localhost:80"), 405, Then::Closed, allow});
    addCase("A7 unknown method", {request("BREW /a.txt"), 501});
    addCase("A8 lower-case method", {request("get /a.txt"), 501});
    addCase("A9 absolute-form", {get("http://localhost/a.txt"), 200, Then::Kept, {}, 100});
    addCase("A11 absolute-form without a path", {get("http://localhost"), 200, Then::Kept, {}, -1, "home"});
    addCase("A12 foreign scheme", {get("ftp://localhost/a.txt"), 400, Then::Closed});
    addCase("A12 user information", {get("http://u@localhost/"), 400, Then::Closed});
    addCase("A13 relative target", {get("a.txt"), 400, Then::Closed});
    addCase("A14 authority-form with GET", {get("localhost:80"), 400, Then::Closed});
    addCase("A15 two leading slashes are a path", {get("//a.txt"), 200, Then::Kept, {}, 100});
    addCase("A15 two leading slashes are no authority",
        {get("//evil.test/a.txt"), 404, Then::Kept, {"!Location"}});
    addCase("A16 fragment", {get("/a.txt#x"), 400, Then::Closed});
    addCase("A17 raw 8-bit bytes", {get("/caf\xc3\xa9.txt"), 400, Then::Closed});
    addCase("A18 space in the target", {get("/sp ace.txt"), 400, Then::Closed});
    addCase("A19 the query never reaches the file system", {get("/a.txt?../../x"), 200, Then::Kept, {}, 100});
    addCase("A20 target over the line limit", {get("/" + QByteArray(17'000, 'a')), 414, Then::Closed});
}

void RequestCases::methodsAndTargets()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void RequestCases::requestLines_data()
{
    declareCases();
    const QByteArray host = "\r\nHost: localhost\r\n";
    const QByteArray end = host + "\r\n";
    addCase("B1 two spaces", {"GET  /a.txt HTTP/1.1" + end, 400, Then::Closed});
    addCase("B2 tabs for spaces", {"GET\t/a.txt\tHTTP/1.1" + end, 400, Then::Closed});
    addCase("B2 trailing space", {"GET /a.txt HTTP/1.1 " + end, 400, Then::Closed});
    addCase(
        "B3 HTTP/1.0 closes", {"GET /a.txt HTTP/1.0" + end, 200, Then::Closed, {"Content-Length: 100"}, 100});
    addCase("B4 HTTP/1.0 with keep-alive",
        {"GET /a.txt HTTP/1.0" + host + "Connection: keep-alive\r\n\r\n", 200, Then::Kept,
            {"Connection: keep-alive", "Keep-Alive: timeout=5"}, 100});
    addCase("B5 HTTP/1.0 without Host", {"GET /a.txt HTTP/1.0\r\n\r\n", 400, Then::Closed});
    addCase("B6 minor version too high", {"GET /a.txt HTTP/1.2" + end, 200, Then::Kept, {}, 100});
    addCase("B7 HTTP/2.0", {"GET /a.txt HTTP/2.0" + end, 505, Then::Closed});
    addCase("B8 broken version", {"GET /a.txt HTTP/1.10" + end, 400, Then::Closed});
    addCase("B9 no version", {"GET /a.txt" + end, 400, Then::Closed});
    addCase("B10 blank line before", {"\r\n" + get("/a.txt"), 200, Then::Kept, {}, 100});
    addCase("B11 bytes of another protocol", {QByteArray(2000, '\xff'), 400, Then::Closed});
}

void RequestCases::requestLines()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void RequestCases::fieldLines_data()
{
    declareCases();
    const QByteArray line = "GET /a.txt HTTP/1.1\r\n";
    addCase("C1 bare LF", {"GET /a.txt HTTP/1.1\nHost: localhost\n\n", 400, Then::Closed});
    addCase("C2 bare CR", {line + "Host: localhost\rX: y\r\n\r\n", 400, Then::Closed});
    addCase("C3 folded line", {get("/a.txt", "X: a\r\n b\r\n"), 400, Then::Closed});
    addCase("C4 space before the colon", {get("/a.txt", "Content-Length : 3\r\n"), 400, Then::Closed});
    addCase("C7 NUL in a value", {get("/a.txt", QByteArray("X: a\0b\r\n", 8)), 400, Then::Closed});
    addCase("C8 8-bit byte in a value", {get("/a.txt", "X: caf\xe9\r\n"), 200, Then::Kept, {}, 100});
    addCase("C10 empty value", {get("/a.txt", "X:\r\n"), 200, Then::Kept, {}, 100});
    addCase("C11 no Host", {line + "\r\n", 400, Then::Closed});
    addCase("C12 two Host lines", {get("/a.txt", "Host: localhost\r\n"), 400, Then::Closed});
    addCase("C13 bad port in Host", {line + "Host: localhost:99999\r\n\r\n", 400, Then::Closed});
    addCase("C14 user information in Host", {line + "Host: u@localhost\r\n\r\n", 400, Then::Closed});
    addCase("C15 IPv6 Host", {line + "Host: [::1]:80\r\n\r\n", 200, Then::Kept, {}, 100});
    addCase("C18 foreign Host on a loopback listener", {line + "Host: evil.test:8080\r\n\r\n", 421});
    addCase("C19 head over its limit",
        {get("/a.txt", "X: " + QByteArray(17'000, 'a') + "\r\n"), 431, Then::Closed});
    addCase("C19 too many lines", {get("/a.txt", QByteArray("a: b\r\n").repeated(2500)), 431, Then::Closed});
}

void RequestCases::fieldLines()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void RequestCases::bodies_data()
{
    declareCases();
    const auto post = [](const QByteArray &fields, const QByteArray &body = {}) {
        return request("POST /a.txt", fields) + body;
    };
    const QByteArray chunked = "Transfer-Encoding: chunked\r\n";
    addCase("D1 the same length twice",
        {post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), 400, Then::Closed});
    addCase("D3 a length that is no number", {post("Content-Length: 0x3\r\n", "abc"), 400, Then::Closed});
    addCase(
        "D4 a length beyond 64 bits", {post("Content-Length: 18446744073709551616\r\n"), 400, Then::Closed});
    addCase("D5 a huge length", {post("Content-Length: 9223372036854775808\r\n"), 413, Then::Closed});
    addCase("D6 leading zeros", {post("Content-Length: 003\r\n", "abc"), 405});
    addCase("D8 unknown transfer coding", {post("Transfer-Encoding: blah\r\n"), 501, Then::Closed});
    addCase("D9 gzip before chunked", {post("Transfer-Encoding: gzip, chunked\r\n"), 501, Then::Closed});
    addCase("D10 chunked is not last", {post("Transfer-Encoding: chunked, gzip\r\n"), 400, Then::Closed});
    addCase("D12 upper case", {post("Transfer-Encoding: CHUNKED\r\n", "3\r\nabc\r\n0\r\n\r\n"), 405});
    addCase("D14 chunk extensions", {post(chunked, "3;a=b;c=\"d e\"\r\nabc\r\n0\r\n\r\n"), 405});
    addCase("D15 trailers", {post(chunked, "0\r\nX-T: 1\r\n\r\n"), 405});
    addCase("D17 bad chunk size", {post(chunked, "3z\r\nabc\r\n0\r\n\r\n"), 400, Then::Closed});
    addCase("D18 chunk size overflow", {post(chunked, QByteArray(17, 'f') + "\r\n"), 400, Then::Closed});
    addCase("D19 junk behind a chunk", {post(chunked, "3\r\nabcXX0\r\n\r\n"), 400, Then::Closed});
    addCase("D20 chunk-extension flood", {post(chunked, "3;" + QByteArray(20'000, 'a')), 400, Then::Closed});
    addCase("D22 body at its limit", {post("Content-Length: 1024\r\n", QByteArray(1024, 'b')), 405});
    addCase("D22 body one over its limit",
        {post("Content-Length: 1025\r\n", QByteArray(1025, 'b')), 413, Then::Closed});
    addCase("D22 chunked body at its limit",
        {post(chunked, "400\r\n" + QByteArray(1024, 'b') + "\r\n0\r\n\r\n"), 405});
    addCase("D23 413 comes before 405 and the client may still be sending",
        {post("Content-Length: 1000000\r\n", QByteArray(1'000'000, 'b')), 413, Then::Closed});
    addCase("D24 no 100 where the body is too large",
        {post("Expect: 100-continue\r\nContent-Length: 1025\r\n"), 413, Then::Closed});
    addCase("D27 unknown expectation", {get("/a.txt", "Expect: foo\r\n"), 417});
    addCase("D27 unknown expectation with a body",
        {post("Expect: foo\r\nContent-Length: 3\r\n"), 417, Then::Closed});
    addCase("D28 type that is not served", {get("/photo.png"), 415});
    addCase("D28 restricted type", {get("/blob.bin"), 403});
    addCase("HEAD with a broken body is refused without one",
        {request("HEAD /a.txt", chunked) + "zz\r\n", 400, Then::Closed, {}, 0});
}

void RequestCases::bodies()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void RequestCases::hosts_data()
{
    declareCases();
    const auto at
        = [](const QByteArray &host) { return "GET /a.txt HTTP/1.1\r\nHost: " + host + "\r\n\r\n"; };
    addCase("A10 the target's host wins over Host",
        {"GET http://docs.test/a.txt HTTP/1.1\r\nHost: main.test\r\n\r\n", 200, Then::Kept, {}, -1, "docs"});
    addCase(
        "A10 unknown host in the target", {"GET http://no.test/ HTTP/1.1\r\nHost: main.test\r\n\r\n", 421});
    addCase("C16 known host", {at("main.test"), 200, Then::Kept, {}, 100});
    addCase("C16 other case and a port", {at("DOCS.test:1"), 200, Then::Kept, {}, -1, "docs"});
    addCase("C17 unknown host", {at("x.test"), 421});
    addCase("C17 address", {at("127.0.0.1"), 421});
    addCase("C17 before the method",
        {"DELETE /a.txt HTTP/1.1\r\nHost: x.test\r\n\r\n", 421, Then::Kept, {"!Allow"}});
}

void RequestCases::hosts()
{
    QFETCH(Case, row);
    runCase(m_hosts->port(), row);
}

void RequestCases::a2HeadIsFollowedByTheNextAnswer()
{
    RawClient client(m_plain->port());
    client.send(request("HEAD /a.txt") + get("/missing.txt"));
    const auto head = client.readAnswer(true);
    QVERIFY(head);
    QCOMPARE(head->status, 200);
    const auto next = client.readAnswer();
    QVERIFY(next);
    QCOMPARE(next->status, 404);
}

void RequestCases::d7NothingIsTakenForASecondRequest()
{
    RawClient client(m_plain->port());
    client.send(request("POST /a.txt", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n"
        + get("/a.txt"));
    const QByteArray everything = client.readToEnd();
    QVERIFY(everything.startsWith("HTTP/1.1 400 "));
    QCOMPARE(everything.count("HTTP/1.1 "), 1);
    QCOMPARE(client.ending(), Ending::Closed);
}

void RequestCases::d21BodyOfAGetIsDrained_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::newRow("with a length") << get("/a.txt", "Content-Length: 3\r\n") + "abc";
    QTest::newRow("chunked") << get("/a.txt", "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n";
}

void RequestCases::d21BodyOfAGetIsDrained()
{
    QFETCH(QByteArray, first);
    RawClient client(m_plain->port());
    client.send(first + get("/index.html"));
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 200);
    QCOMPARE(answer->body.size(), 100);
    const auto next = client.readAnswer();
    QVERIFY(next);
    QCOMPARE(next->status, 200);
    QVERIFY(next->body.contains("home"));
}

void RequestCases::d23ADeclaredLengthOverTheLimitIsRefusedAtOnce()
{
    RawClient client(m_plain->port());
    client.send(request("POST /a.txt", "Content-Length: 1000000000\r\n")); // and nothing of it
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 413);
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void RequestCases::d25AChunkedBodyIsRefusedAsSoonAsItCrossesTheLimit()
{
    RawClient client(m_plain->port());
    client.send(request("POST /a.txt", "Transfer-Encoding: chunked\r\n") + "200\r\n" + QByteArray(512, 'b')
        + "\r\n201\r\n");
    const auto answer = client.readAnswer(); // of the second chunk only its size was sent
    QVERIFY(answer);
    QCOMPARE(answer->status, 413);
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void RequestCases::d26ContinueIsSentBeforeTheAnswer()
{
    RawClient client(m_plain->port());
    client.send(request("POST /a.txt", "Expect: 100-continue\r\nContent-Length: 3\r\n"));
    const auto interim = client.readHead();
    QVERIFY(interim);
    QCOMPARE(interim->status, 100);
    QVERIFY(interim->fields.isEmpty());
    client.send("abc");
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 405);
}

void RequestCases::d26Http10IsNeverSentContinue()
{
    RawClient client(m_plain->port());
    client.send(
        "POST /a.txt HTTP/1.0\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc");
    const auto answer = client.readHead();
    QVERIFY(answer);
    QCOMPARE(answer->status, 405);
}

QTEST_GUILESS_MAIN(RequestCases)
#include "tst_requestcases.moc"
