// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

QByteArray range(const QByteArray &value, const QByteArray &more = {})
{
    return get("/a.txt", "Range: " + value + "\r\n" + more);
}

Expectation part(qsizetype first, qsizetype last)
{
    const QByteArray numbers = QByteArray::number(first) + "-" + QByteArray::number(last);
    return Expectation(206)
        .with({"Content-Range: bytes " + numbers + "/100",
            "Content-Length: " + QByteArray::number(last - first + 1), "!Content-Encoding",
            "ETag:", "Accept-Ranges: bytes"})
        .body(Fixture::patterned(100).mid(first, last - first + 1));
}

Expectation whole()
{
    return Expectation(200).with({"!Content-Range"}).body(Fixture::patterned(100));
}

void addParts(Rows &rows)
{
    RowWriter table(rows);
    const auto add = [&table](const QByteArray &number, const QByteArray &value, const Expectation &answer) {
        table.kept(number + ' ' + value, range(value), answer);
    };
    add("G1", "bytes=0-9", part(0, 9));
    add("G1", "bytes=0-0", part(0, 0));
    add("G1", "bytes=90-", part(90, 99));
    add("G1", "bytes=99-99", part(99, 99));
    add("G2", "bytes=-10", part(90, 99));
    for (const char *value : {"bytes=-1000", "bytes=0-1000", "bytes=0-99999999999999999999"})
        add("G2", value, part(0, 99));
    for (const char *value : {"bytes=100-", "bytes=100-200", "bytes=18446744073709551615-",
             "bytes=18446744073709551616-18446744073709551617", "bytes=-0"})
        add("G3", value, Expectation(416).with({"Content-Range: bytes */100"}));
    add("G4", "bytes=5-2", Expectation(416).with({"Content-Range: bytes */100"}));
    for (const char *value : {"bytes=", "bytes=-", "bytes=a-b", "bytes=0x0-5", "bytes=+0-5", "bytes=--5",
             "bytes=0-5-9", "bytes=0 - 5", "bytes= 0-5", "bytes=0-5;x", ""})
        add("G5", value, whole());
    for (const char *value : {"bytes=0-1,5-6", "bytes=0-0,-1"})
        add("G6", value, whole());
    table.kept("G6 1,300 ranges", range("bytes=" + QByteArray("0-1,").repeated(1299) + "0-1"), whole());
    table.kept("G6 two lines", range("bytes=0-1", "Range: bytes=5-6\r\n"), whole());
    add("G7", "items=0-5", whole());
    add("G8", "Bytes=0-5", part(0, 5));
}

void addOtherRequests(Rows &rows)
{
    RowWriter table(rows);
    for (const char *value : {"bytes=0-9", "bytes=200-", "bytes=a-b"})
        table.kept(QByteArray("G9 HEAD ") + value,
            request("HEAD /a.txt", QByteArray("Range: ") + value + "\r\n"),
            Expectation(200).with({"Content-Length: 100", "!Content-Range"}).toHead());
    table.kept("G10 POST", request("POST /a.txt", "Range: bytes=0-9\r\n"), 405);
    table.kept("G10 missing file", get("/no.txt", "Range: bytes=0-9\r\n"), 404);
    for (const char *value : {"bytes=0-0", "bytes=-5"})
        table.kept(QByteArray("G11 empty file ") + value,
            get("/empty.txt", QByteArray("Range: ") + value + "\r\n"),
            Expectation(416).with({"Content-Range: bytes */0"}));
    table.kept("G11 empty file, malformed", get("/empty.txt", "Range: bytes=a-b\r\n"),
        Expectation(200).with({"Content-Length: 0"}).body(""));
}

void addIfRange(Rows &rows, const QByteArray &entityTag)
{
    RowWriter table(rows);
    const auto ifRange = [](const QByteArray &value, const QByteArray &bytes = "bytes=0-9") {
        return range(bytes, "If-Range: " + value + "\r\n");
    };
    table.kept("G12 our weak tag", ifRange(entityTag), whole());
    table.kept("G12 its strong form", ifRange(entityTag.mid(2)), whole());
    table.kept("G12 garbage", ifRange("garbage"), whole());
    table.kept("G13 equal date", ifRange("Tue, 14 Nov 2023 22:13:20 GMT"), part(0, 9));
    table.kept("G13 older date", ifRange("Mon, 13 Nov 2023 22:13:20 GMT"), whole());
    table.kept("G13 newer date", ifRange("Wed, 15 Nov 2023 22:13:20 GMT"), whole());
    table.kept("G14 fails, unsatisfiable range", ifRange("\"x\"", "bytes=200-"), whole());
    table.kept("G15 without Range", get("/a.txt", "If-Range: " + entityTag + "\r\n"), whole());
}

} // namespace

Rows rangeRows(const Facts &facts)
{
    Rows rows;
    addParts(rows);
    addOtherRequests(rows);
    addIfRange(rows, facts.entityTag);
    return rows;
}

} // namespace servelab::tests::httpcases
