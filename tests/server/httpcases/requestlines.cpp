// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

/// The first flight of a TLS 1.2 client, cut behind its cipher suites.
QByteArray clientHello()
{
    return QByteArray::fromHex("16030100a5010000a10303") + QByteArray(32, '\x5a')
        + QByteArray::fromHex("0000") + QByteArray::fromHex("c02fc030c013c014").repeated(4);
}

} // namespace

Rows requestLineRows(const Facts &)
{
    Rows rows;
    RowWriter table(rows);
    const QByteArray host = "\r\nHost: localhost\r\n";
    const QByteArray end = host + "\r\n";
    table.closed("B1 two spaces", "GET  /a.txt HTTP/1.1" + end, 400);
    table.closed("B1 two spaces before the version", "GET /a.txt  HTTP/1.1" + end, 400);
    table.closed("B2 tabs for spaces", "GET\t/a.txt\tHTTP/1.1" + end, 400);
    table.closed("B2 trailing space", "GET /a.txt HTTP/1.1 " + end, 400);
    const Expectation wholeFile
        = Expectation(200).with({"Content-Length: 100", "!Transfer-Encoding"}).length(100);
    table.closed("B3 HTTP/1.0", "GET /a.txt HTTP/1.0" + end, wholeFile);
    table.kept("B4 HTTP/1.0 keep-alive", "GET /a.txt HTTP/1.0" + host + "Connection: keep-alive\r\n\r\n",
        Expectation(wholeFile).with({"Connection: keep-alive"}));
    table.closed("B5 HTTP/1.0 without Host", "GET /a.txt HTTP/1.0\r\n\r\n", 400);
    for (const char *version : {"HTTP/1.2", "HTTP/1.9"})
        table.kept(QByteArray("B6 ") + version, QByteArray("GET /a.txt ") + version + end,
            Expectation(200).length(100));
    for (const char *version : {"HTTP/2.0", "HTTP/3.0"})
        table.closed(QByteArray("B7 ") + version, QByteArray("GET /a.txt ") + version + end, 505);
    for (const char *version : {"HTTP/1.10", "http/1.1", "HTTP/1,1", "HTTP/01.1", "HTTP/1.", "HTTP"})
        table.closed(QByteArray("B8 ") + version, QByteArray("GET /a.txt ") + version + end, 400);
    table.closed("B9 no version", "GET /a.txt" + end, 400);
    table.kept("B10 blank line before", "\r\n" + get("/a.txt"), Expectation(200).length(100));
    table.kept("B10 four blank lines", "\r\n\r\n\r\n\r\n" + get("/a.txt"), Expectation(200).length(100));
    table.closed("B10 blank lines without end", QByteArray("\r\n").repeated(2000) + get("/a.txt"), 400);
    table.closed("B11 preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400);
    table.closed("B11 ClientHello", clientHello(), 400);
    table.closed("B11 2 kB of 0xff", QByteArray(2000, '\xff'), 400);
    return rows;
}

} // namespace servelab::tests::httpcases
