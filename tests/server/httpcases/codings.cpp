// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

const QByteArray vary = QByteArrayLiteral("Vary: Accept-Encoding");

QByteArray accepting(const QByteArray &value, const QByteArray &more = {})
{
    return get("/big.html", "Accept-Encoding: " + value + "\r\n" + more);
}

Expectation coded(const QByteArray &coding)
{
    return Expectation(200)
        .with({"Content-Encoding: " + coding, vary, "!Accept-Ranges", "ETag:"})
        .body(Fixture::bigPage());
}

Expectation identity()
{
    return Expectation(200)
        .with({"!Content-Encoding", vary, "Content-Length: 31000", "Accept-Ranges: bytes"})
        .body(Fixture::bigPage());
}

void addNegotiation(Rows &rows)
{
    RowWriter table(rows, Served::Coding);
    const auto add = [&table](const char *number, const QByteArrayList &values, const Expectation &answer) {
        for (const QByteArray &value : values)
            table.kept(QByteArray(number) + " \"" + value + '"', accepting(value), answer);
    };
    add("I1", {"br", "gzip, br", "BR", "zstd, br"}, coded("br"));
    add("I2", {"gzip", "gzip;q=1, br;q=0.5"}, coded("gzip"));
    add("I3", {"gzip;q=0.5, br;q=0.5"}, coded("br"));
    table.kept("I4 absent", get("/big.html"), identity());
    add("I4", {"", "identity", "deflate", "x-gzip"}, identity());
    add("I5", {"br;q=0", "br;q=0, gzip;q=0", "*;q=0", "br;Q=0", "gzip ; q=0"}, identity());
    add("I6", {"*", "gzip;q=0, *"}, coded("br"));
    add("I7", {"identity;q=0", "identity;q=0, *;q=0"}, identity());
    add("I8", {"br;q=2", "br;q=-1", "br;q=abc"}, identity());
}

void addLeftAlone(Rows &rows, const QByteArray &pageTag)
{
    RowWriter table(rows, Served::Coding);
    for (const char *coding : {"br", "gzip"})
        table.kept(QByteArray("I13 weak tag of ") + coding, accepting(coding),
            coded(coding).with({"ETag: " + pageTag}));
    const QByteArray br = "Accept-Encoding: br\r\n";
    table.kept("I9 below the threshold", get("/a.txt", br),
        Expectation(200).with({"!Content-Encoding"}).body(Fixture::patterned(100)));
    table.kept("I9 picture", get("/photo.png", br),
        Expectation(200).with({"!Content-Encoding", "!Vary"}).body(Fixture::patterned(5000)));
    table.kept("I9 range", accepting("br", "Range: bytes=0-9\r\n"),
        Expectation(206).with({"!Content-Encoding", vary}).body(Fixture::bigPage().left(10)));
    table.kept("I9 error body", get("/no.html", br), Expectation(404).with({"!Content-Encoding"}));
    table.kept("I10 HEAD", request("HEAD /big.html", br),
        Expectation(200).with({"Content-Encoding: br", vary}).toHead());
    table.closed("I11 HTTP/1.0", "GET /big.html HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
        coded("gzip").with({"!Transfer-Encoding"}));
    table.kept("I12 not modified", accepting("br", "If-None-Match: *\r\n"), Expectation(304).with({vary}));
    table.kept("I14 /big.html.br", get("/big.html.br", br),
        Expectation(200).with({"!Content-Encoding", "Content-Type: application/octet-stream"}).body("as br"));
    table.kept("I14 /big.html.gz", get("/big.html.gz", br),
        Expectation(200).with({"!Content-Encoding"}).body("as gzip"));
    RowWriter(rows, Served::Untyped)
        .kept("I9 application/octet-stream", accepting("br"),
            Expectation(200)
                .with({"!Content-Encoding", "Content-Type: application/octet-stream"})
                .length(31'000));
}

void addSiblings(Rows &rows, const Facts &facts)
{
    RowWriter table(rows, Served::Siblings);
    const auto side = [](const QByteArray &fields) { return get("/side.js", fields); };
    const QByteArray br = "Accept-Encoding: br\r\n";
    const Expectation itself = Expectation(200)
                                   .with({"!Content-Encoding", vary, "ETag: " + facts.siblingTag})
                                   .body(Fixture::patterned(2000));
    table.kept("I15 not accepted", side({}), itself);
    table.kept("I15 refused", side("Accept-Encoding: br;q=0\r\n"), itself);
    table.kept("I15 range of the file itself", side("Range: bytes=0-9\r\n"),
        Expectation(206).with({"Content-Range: bytes 0-9/2000"}).body(Fixture::patterned(10)));
    table.kept("I15 accepted, range ignored", side(br + "Range: bytes=0-9\r\n"),
        Expectation(200)
            .with({"Content-Encoding: br", vary, "Content-Length:", "!Content-Range"})
            .body(Fixture::patterned(2000)));
    table.kept("I15 older than its source", get("/stale.js", br),
        Expectation(200).with({"!Content-Encoding"}).body(Fixture::patterned(2000)));
    table.kept("I15 a link out of the root", get("/linked.js", br),
        Expectation(200).with({"!Content-Encoding"}).body(Fixture::patterned(2000)));
}

} // namespace

Rows codingRows(const Facts &facts)
{
    Rows rows;
    addNegotiation(rows);
    addLeftAlone(rows, facts.pageTag);
    addSiblings(rows, facts);
    return rows;
}

} // namespace servelab::tests::httpcases
