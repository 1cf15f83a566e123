// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {

/// What needs a clock (E8 to E11) or a look inside (E13, E14) is not a row but in tst_timedcases.
Rows connectionRows(const Facts &)
{
    Rows rows;
    RowWriter table(rows);
    const Expectation file = Expectation(200).body(Fixture::patterned(100));
    const QByteArray last = get("/a.txt", "Connection: close\r\n");
    table.closed("E1 three in one packet", get("/a.txt") + get("/missing") + last, {file, 404, file});
    table.closed("E2 close, then more", last + get("/a.txt"), file);
    table.closed("E2 close, then much more", last + QByteArray(300'000, 'x'), file);
    table.closed("E3 good, then broken", get("/a.txt") + "BAD\r\n\r\n", {file, 400});
    for (const char *tokens : {"Close", "keep-alive, close", "close, keep-alive", "CLOSE", "foo,close ,bar"})
        table.closed(
            QByteArray("E4 ") + tokens, get("/a.txt", QByteArray("Connection: ") + tokens + "\r\n"), file);
    table.closed("E4 two lines", get("/a.txt", "Connection: keep-alive\r\nConnection: close\r\n"), file);
    table.kept("E4 closed is not close", get("/a.txt", "Connection: closed\r\n"), file);
    table.halfClosed(
        "E6 from memory", get("/page.txt"), {Expectation(200).body(Fixture::patterned(200'000))});
    table.halfClosed(
        "E6 from a file", get("/film.dat"), {Expectation(200).body(Fixture::patterned(2'000'000))});
    table.halfClosed("E6 behind two", get("/a.txt") + get("/page.txt"),
        {file, Expectation(200).body(Fixture::patterned(200'000))});
    table.halfClosed("E7 the end inside a head", "GET /a.txt HTTP/1.1\r\nHost: local", {});
    table.halfClosed("E7 the end inside a request line", "GET /a.t", {});
    table.closed("E7 the end inside a body", post("Content-Length: 10\r\n", "abc"), 400).halfCloses = true;
    table.closed("E7 the end inside a chunk", post("Transfer-Encoding: chunked\r\n", "a\r\nabc"), 400)
        .halfCloses
        = true;
    const Expectation noUpgrade = Expectation(200).with({"!Upgrade"}).body(Fixture::patterned(100));
    table.kept("E12 h2c",
        get("/a.txt", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"),
        noUpgrade);
    table.kept("E12 websocket",
        get("/a.txt",
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"),
        noUpgrade);
    return rows;
}

} // namespace servelab::tests::httpcases
