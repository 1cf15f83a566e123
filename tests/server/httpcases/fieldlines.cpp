// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

const QByteArray line = QByteArrayLiteral("GET /a.txt HTTP/1.1\r\n");

QByteArray withHost(const QByteArray &host, const QByteArray &method = "GET")
{
    return method + " /a.txt HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

void addLineEnds(Rows &rows)
{
    RowWriter table(rows);
    table.closed("C1 bare LF everywhere", "GET /a.txt HTTP/1.1\nHost: localhost\n\n", 400);
    table.closed("C1 bare LF behind the request line", "GET /a.txt HTTP/1.1\nHost: localhost\r\n\r\n", 400);
    table.closed("C1 bare LF behind a field", line + "Host: localhost\nX: y\r\n\r\n", 400);
    table.closed("C1 bare LF at the end", line + "Host: localhost\r\n\n", 400);
    table.closed("C2 bare CR in a field", line + "Host: a\rX: y\r\n\r\n", 400);
    table.closed("C2 bare CR at the end", line + "Host: localhost\r\n\rX", 400);
    table.closed("C2 bare CR in the request line", "GET /a.txt\rHTTP/1.1\r\nHost: localhost\r\n\r\n", 400);
}

void addFieldSyntax(Rows &rows)
{
    RowWriter table(rows);
    const auto field = [&table](const QByteArray &name, const QByteArray &fieldLine) {
        table.closed(name, get("/a.txt", fieldLine + "\r\n"), 400);
    };
    field("C3 folded line", "X: a\r\n b");
    field("C3 line folded with a tab", "X: a\r\n\tb");
    field("C4 space before the colon", "Content-Length : 3");
    field("C4 tab before the colon", "Content-Length\t: 3");
    table.closed("C5 space before the first field", line + " X: y\r\nHost: localhost\r\n\r\n", 400);
    field("C6 no colon", "novalue");
    field("C6 empty name", ": v");
    field("C7 NUL in a value", QByteArray("X: a\0b", 6));
    field("C7 control in a value", "X: a\x01z");
    field("C7 DEL in a value", "X: a\x7f");
    table.kept("C8 8-bit byte in a value", get("/a.txt", "X: caf\xe9\r\n"), Expectation(200).length(100));
    field("C9 name that is no token", "X[]: v");
    field("C9 8-bit name", "X\xe9: v");
    table.kept("C10 empty value", get("/a.txt", "X:\r\n"), Expectation(200).length(100));
    table.closed("C19 value of 17 kB", get("/a.txt", "X: " + QByteArray(17'000, 'a') + "\r\n"), 431);
    table.closed("C19 2,500 lines", get("/a.txt", QByteArray("a: b\r\n").repeated(2500)), 431);
    table.closed("C19 101 lines", get("/a.txt", QByteArray("a: b\r\n").repeated(100)), 431);
    table.kept("C19 100 lines", get("/a.txt", QByteArray("a: b\r\n").repeated(99)), 200);
}

void addHostSyntax(Rows &rows)
{
    RowWriter table(rows);
    table.closed("C11 no Host", line + "\r\n", 400);
    table.closed("C12 two equal Host lines", get("/a.txt", "Host: localhost\r\n"), 400);
    table.closed("C12 two different Host lines", get("/a.txt", "Host: 127.0.0.1\r\n"), 400);
    for (const char *host : {"", "localhost:99999", "a b", "[::1"})
        table.closed(QByteArray("C13 \"") + host + '"', withHost(host), 400);
    for (const char *host : {"u@localhost", "localhost/x", "a,b", "abc\\foo"})
        table.closed(QByteArray("C14 ") + host, withHost(host), 400);
    table.kept("C15 [::1]:80", withHost("[::1]:80"), Expectation(200).length(100));
    for (const char *host : {"evil.test:8080", "evil.test", "localhost.evil.test", "128.0.0.1",
             "127.0.0.1.evil.test", "[::2]", "10.0.0.1:80"})
        table.kept(QByteArray("C18 refused ") + host, withHost(host), 421);
    for (const char *host :
        {"localhost:1", "LOCALHOST", "a.b.localhost", "127.0.0.1", "127.1.2.3:80", "[::1]"})
        table.kept(QByteArray("C18 taken ") + host, withHost(host), Expectation(200).length(100));
}

void addVirtualHosts(Rows &rows)
{
    RowWriter table(rows, Served::Hosts);
    table.kept("C16 known", withHost("docs.test"), Expectation(200).body("docs"));
    table.kept("C16 other case", withHost("DOCS.test"), Expectation(200).body("docs"));
    table.kept("C16 with a port", withHost("docs.test:1"), Expectation(200).body("docs"));
    table.kept("C16 the site's own", withHost("Main.Test:8080"), Expectation(200).length(100));
    for (const char *host : {"x.test", "127.0.0.1", "main.test.", "localhost", "sub.docs.test"})
        table.kept(QByteArray("C17 ") + host, withHost(host), 421);
    table.kept("C17 HEAD", withHost("x.test", "HEAD"), Expectation(421).toHead());
    for (const char *method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"})
        table.kept(QByteArray("C17 before the method, ") + method, withHost("x.test", method),
            Expectation(421).with({"!Allow"}));
}

} // namespace

Rows fieldLineRows(const Facts &)
{
    Rows rows;
    addLineEnds(rows);
    addFieldSyntax(rows);
    addHostSyntax(rows);
    addVirtualHosts(rows);
    return rows;
}

} // namespace servelab::tests::httpcases
