// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

const QByteArrayList &fieldsOfFile()
{
    static const QByteArrayList fields{"Content-Length: 100",
        "Content-Type:", "X-Content-Type-Options: nosniff", "Accept-Ranges: bytes",
        "ETag:", "Last-Modified: Tue, 14 Nov 2023 22:13:20 GMT",
        "Date:", "Cache-Control: no-cache, no-store, must-revalidate", "!Content-Encoding",
        "!Transfer-Encoding"};
    return fields;
}

void addServedMethods(Rows &rows)
{
    RowWriter table(rows);
    table.kept(
        "A1 plain file", get("/a.txt"), Expectation(200).with(fieldsOfFile()).body(Fixture::patterned(100)));
    table.kept("A2 HEAD", request("HEAD /a.txt"), Expectation(200).with(fieldsOfFile()).toHead());
    RowWriter(rows, Served::Relaxed)
        .kept("A1 noCache off", get("/a.txt"), Expectation(200).with({"Cache-Control: max-age=60"}));
}

void addOtherMethods(Rows &rows)
{
    RowWriter table(rows);
    const Expectation notAllowed = Expectation(405).with({"Allow: GET, HEAD"}).without("echoed");
    for (const char *method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"}) {
        const QByteArray name = QByteArray("A3 ") + method;
        const QByteArray line = QByteArray(method) + " /a.txt";
        table.kept(name, request(line, "X-Secret: echoed\r\n"), notAllowed);
        table.kept(
            name + ", its body is drained", request(line, "Content-Length: 6\r\n") + "echoed", notAllowed);
        table.kept(name + ", its chunks are drained",
            request(line, "Transfer-Encoding: chunked\r\n") + "6\r\nechoed\r\n0\r\n\r\n", notAllowed);
    }
    table.kept("A4 OPTIONS *", request("OPTIONS *"), Expectation(405).with({"Allow: GET, HEAD"}));
    table.closed("A5 asterisk with GET", request("GET *"), 400);
    table.closed("A6 CONNECT", request("CONNECT localhost:80"), Expectation(405).with({"Allow:"}));
    table.kept("A7 unknown method", request("BREW /a.txt"), 501);
    table.kept("A7 unknown method with a body", request("BREW /a.txt", "Content-Length: 3\r\n") + "abc", 501);
    table.kept("A8 lower-case method", request("get /a.txt"), 501);
}

void addTargetForms(Rows &rows)
{
    RowWriter table(rows);
    table.kept("A9 absolute-form", get("http://localhost/a.txt"), Expectation(200).length(100));
    table.kept("A11 absolute-form without a path", get("http://localhost"),
        Expectation(200).body("<title>home</title>"));
    for (const char *target : {"ftp://localhost/a.txt", "http://u@localhost/"})
        table.closed(QByteArray("A12 ") + target, get(target), 400);
    table.closed("A13 relative target", get("a.txt"), 400);
    table.closed("A14 authority-form with GET", get("localhost:80"), 400);
    table.kept("A15 //a.txt", get("//a.txt"), Expectation(200).length(100));
    table.kept("A15 //evil.test/a.txt", get("//evil.test/a.txt"), Expectation(404).with({"!Location"}));
    table.closed("A16 fragment", get("/a.txt#x"), 400);
    table.closed("A17 raw 8-bit bytes", get("/caf\xc3\xa9.txt"), 400);
    table.closed("A17 raw control byte", get("/a.txt\x01"), 400);
    table.closed("A18 space", get("/sp ace.txt"), 400);
    table.kept("A19 query", get("/a.txt?../../x"), Expectation(200).length(100));
    table.closed("A20 path of 17 KiB", get("/" + QByteArray(17'408, 'a')), 414);
    table.closed("A20 query of 17 KiB", get("/a.txt?" + QByteArray(17'408, 'q')), 414);
    table.kept(
        "A20 target of 8,000 bytes", get("/a.txt?" + QByteArray(7993, 'q')), Expectation(200).length(100));
}

void addTargetHosts(Rows &rows)
{
    RowWriter table(rows, Served::Hosts);
    const QByteArray host = " HTTP/1.1\r\nHost: main.test\r\n\r\n";
    table.kept("A10 the target's host wins", "GET http://docs.test/" + host,
        Expectation(200).body("<title>docs</title>"));
    table.kept("A10 unknown host in the target", "GET http://no.test/" + host, 421);
}

} // namespace

Rows methodRows(const Facts &)
{
    Rows rows;
    addServedMethods(rows);
    addOtherMethods(rows);
    addTargetForms(rows);
    addTargetHosts(rows);
    return rows;
}

} // namespace servelab::tests::httpcases
