// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

const QByteArray chunked = QByteArrayLiteral("Transfer-Encoding: chunked\r\n");
const QByteArray abcInChunks = QByteArrayLiteral("3\r\nabc\r\n0\r\n\r\n");

QByteArray codings(const QByteArray &value)
{
    return post("Transfer-Encoding: " + value + "\r\n", abcInChunks);
}

void addLengths(Rows &rows)
{
    RowWriter table(rows);
    const auto length = [](const QByteArray &value) { return "Content-Length: " + value + "\r\n"; };
    table.closed("D1 the same twice", post(length("3") + length("3"), "abc"), 400);
    table.closed("D1 as a list", post(length("3, 3"), "abc"), 400);
    table.closed("D2 two different ones", post(length("3") + length("4"), "abcd"), 400);
    for (const char *value : {"-1", "+3", "0x3", "1e1", "3_0", "", "4 2"})
        table.closed(QByteArray("D3 \"") + value + '"', post(length(value), "abc"), 400);
    for (const char *value : {"18446744073709551616", "18446744073709551619"})
        table.closed(QByteArray("D4 ") + value, post(length(value), "abc"), 400);
    table.closed("D5 9223372036854775808", post(length("9223372036854775808")), 413);
    table.closed("D5 18446744073709551615", post(length("18446744073709551615")), 413);
    table.kept("D6 003", post(length("003"), "abc"), 405);
    table.kept("D6 tabs around 42", post("Content-Length:\t42\t\r\n", QByteArray(42, 'b')), 405);
    table.kept("D6 spaces around 3", post("Content-Length:   3  \r\n", "abc"), 405);
    const QByteArray smuggled = "0\r\n\r\n" + get("/a.txt");
    table.closed("D7 length, then coding", post(length("5") + chunked, smuggled), 400);
    table.closed("D7 coding, then length", post(chunked + length("5"), smuggled), 400);
}

void addTransferCodings(Rows &rows)
{
    RowWriter table(rows);
    for (const char *value : {"identity", "blah"})
        table.closed(QByteArray("D8 ") + value, codings(value), 501);
    table.closed("D9 gzip, chunked", codings("gzip, chunked"), 501);
    for (const char *value : {"chunked, gzip", "chunked, chunked", "xchunked",
             "\x0b"
             "chunked",
             ""})
        table.closed("D10 \"" + shown(value) + '"', codings(value), 400);
    table.closed("D10 in two lines", post(chunked + chunked, abcInChunks), 400);
    table.closed(
        "D10 identity in a second line", post(chunked + "Transfer-Encoding: identity\r\n", abcInChunks), 400);
    table.closed("D11 ,chunked", codings(",chunked"), 400);
    table.kept("D12 upper case", codings("CHUNKED"), 405);
    table.closed("D13 in HTTP/1.0",
        "POST /a.txt HTTP/1.0\r\nHost: localhost\r\n" + chunked + "\r\n" + abcInChunks, 400);
}

void addChunks(Rows &rows)
{
    RowWriter table(rows);
    table.kept("D14 extensions", post(chunked, "3;a=b;c=\"d e\"\r\nabc\r\n0;last\r\n\r\n"), 405);
    table.kept("D15 trailer", post(chunked, "0\r\nX-T: 1\r\n\r\n"), 405);
    table.kept("D16 length in a trailer", post(chunked, "3\r\nabc\r\n0\r\nContent-Length: 9\r\n\r\n"), 405);
    table.kept("D16 host in a trailer", post(chunked, "3\r\nabc\r\n0\r\nHost: evil\r\n\r\n"), 405);
    for (const char *size : {"3z", "0x3", "-3", "+3", "3_0", "", "3 "})
        table.closed(
            QByteArray("D17 \"") + size + '"', post(chunked, size + QByteArray("\r\nabc\r\n0\r\n\r\n")), 400);
    table.closed("D18 17 digits", post(chunked, "10000000000000003\r\nabc\r\n0\r\n\r\n"), 400);
    table.closed("D18 16 times f", post(chunked, "ffffffffffffffff\r\nabc"), 400);
    for (const char *chunks : {"3\nabc\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "3\r\nabcXX0\r\n\r\n",
             "3;a\nabc\r\n0\r\n\r\n", "3;a\rXabc\r\n0\r\n\r\n", "3\r\nabc\r\n0\r\n\n"})
        table.closed("D19 " + shown(chunks), post(chunked, chunks), 400);
    table.closed("D20 extension of 20 kB", post(chunked, "3;" + QByteArray(20'000, 'a')), 400);
    // Within its limit the body must stay: one byte a chunk, so that the extensions are what is too much.
    const QByteArray wordy = "1;" + QByteArray(1000, 'e') + "\r\nb\r\n";
    table.closed("D20 extensions of many chunks", post(chunked, wordy.repeated(200)), 400);
}

void addLimits(Rows &rows)
{
    RowWriter table(rows);
    const QByteArray full(1024, 'b');
    table.kept("D21 GET with a length", get("/a.txt", "Content-Length: 3\r\n") + "abc" + get("/sub/"),
        {Expectation(200).length(100), Expectation(200).body("<title>sub</title>")});
    table.kept("D21 GET in chunks", get("/a.txt", chunked) + abcInChunks + get("/sub/"),
        {Expectation(200).length(100), Expectation(200).body("<title>sub</title>")});
    table.kept("D22 at the limit", post("Content-Length: 1024\r\n", full), 405);
    table.kept("D22 at the limit in chunks", post(chunked, "400\r\n" + full + "\r\n0\r\n\r\n"), 405);
    table.closed("D22 one over", post("Content-Length: 1025\r\n", full + 'b'), 413);
    table.closed("D22 one over in chunks", post(chunked, "401\r\n" + full + "b\r\n0\r\n\r\n"), 413);
    table.closed("D23 the body is not sent", post("Content-Length: 1000000000\r\n"), 413);
    table.closed("D23 more of the body than anything holds",
        post("Content-Length: 1000000\r\n", QByteArray(1'000'000, 'b')), 413);
    table.closed(
        "D24 no 100 for too much", post("Expect: 100-continue\r\nContent-Length: 1000000000\r\n"), 413);
    table.closed(
        "D25 the second chunk crosses", post(chunked, "200\r\n" + full.left(512) + "\r\n201\r\n"), 413);
}

void addExpectations(Rows &rows)
{
    RowWriter table(rows);
    const QByteArray expecting = "Expect: 100-continue\r\n";
    table.kept(
        "D26 POST", post(expecting + "Content-Length: 3\r\n", "abc"), Expectation(405).afterContinue());
    table.kept("D26 GET", get("/a.txt", expecting + "Content-Length: 3\r\n") + "abc",
        Expectation(200).length(100).afterContinue());
    table.kept("D26 in chunks", post(expecting + chunked, abcInChunks), Expectation(405).afterContinue());
    table.kept("D26 no body", get("/a.txt", expecting), Expectation(200).length(100));
    table.closed("D26 HTTP/1.0",
        "POST /a.txt HTTP/1.0\r\nHost: localhost\r\n" + expecting + "Content-Length: 3\r\n\r\nabc", 405);
    table.kept("D27 other expectation", get("/a.txt", "Expect: foo\r\n"), 417);
    table.closed(
        "D27 other expectation with a body", post("Expect: foo\r\nContent-Length: 3\r\n", "abc"), 417);
    table.kept("D28 type that is not served", get("/photo.png"), 415);
    table.kept("D28 restricted type", get("/blob.bin"), 403);
    table.closed("D17 HEAD", request("HEAD /a.txt", chunked) + "zz\r\n", Expectation(400).toHead());
}

} // namespace

Rows bodyRows(const Facts &)
{
    Rows rows;
    addLengths(rows);
    addTransferCodings(rows);
    addChunks(rows);
    addLimits(rows);
    addExpectations(rows);
    return rows;
}

} // namespace servelab::tests::httpcases
