// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

const QByteArray equal = QByteArrayLiteral("Tue, 14 Nov 2023 22:13:20 GMT");
const QByteArray older = QByteArrayLiteral("Mon, 13 Nov 2023 22:13:20 GMT");
const QByteArray newer = QByteArrayLiteral("Wed, 15 Nov 2023 22:13:20 GMT");

QByteArray with(const QByteArrayList &lines)
{
    return get("/a.txt", lines.join("\r\n") + "\r\n");
}

void addNoneMatch(Rows &rows, const QByteArray &tag)
{
    RowWriter table(rows);
    const QByteArray match = "If-None-Match: " + tag;
    const Expectation unchanged = Expectation(304).with(
        {"ETag: " + tag, "Last-Modified: " + equal, "Cache-Control:", "Date:", "!Content-Type"});
    const Expectation whole = Expectation(200).length(100);
    table.kept("H1 equal tag", with({match}), unchanged);
    table.kept("H1 in a list", with({"If-None-Match: \"x\", " + tag + ", \"y\""}), unchanged);
    table.kept("H1 in the second line", with({"If-None-Match: \"x\"", match}), unchanged);
    table.kept("H1 any", with({"If-None-Match: *"}), unchanged);
    table.kept("H1 HEAD", request("HEAD /a.txt", match + "\r\n"), Expectation(unchanged).toHead());
    table.kept("H2 strong spelling", with({"If-None-Match: " + tag.mid(2)}), unchanged);
    table.kept(
        "H3 no match, fresh date", with({"If-None-Match: \"x\"", "If-Modified-Since: " + equal}), whole);
    table.kept("H4 match, stale date", with({match, "If-Modified-Since: " + older}), unchanged);
    table.kept("H5 match and Range", with({match, "Range: bytes=0-9"}), unchanged);
    table.kept("H6 any, missing file", get("/no.txt", "If-None-Match: *\r\n"), 404);
    table.kept("H7 empty value", with({"If-None-Match:"}), whole);
    table.kept("H7 a comma inside a tag", with({"If-None-Match: \"a,b\""}), whole);
    const QByteArray opaque = tag.mid(3).chopped(1);
    table.kept(
        "H7 our tag behind a comma inside another", with({"If-None-Match: \"a," + opaque + '"'}), whole);
}

void addDates(Rows &rows)
{
    RowWriter table(rows);
    const auto since = [](const QByteArray &date) { return with({"If-Modified-Since: " + date}); };
    const Expectation whole = Expectation(200).length(100);
    table.kept("H8 equal", since(equal), 304);
    table.kept("H8 newer", since(newer), 304);
    table.kept("H8 older", since(older), whole);
    table.kept("H8 POST", request("POST /a.txt", "If-Modified-Since: " + equal + "\r\n"), 405);
    table.kept("H9 RFC 850", since("Tuesday, 14-Nov-23 22:13:20 GMT"), 304);
    table.kept("H9 asctime", since("Tue Nov 14 22:13:20 2023"), 304);
    for (const char *date :
        {"yesterday", "2023-11-14T22:13:20Z", "1700000000", "Tue, 14 Nov 2023 22:13:20 +0100"})
        table.kept(QByteArray("H10 ") + date, since(date), whole);
}

void addMatch(Rows &rows, const QByteArray &tag)
{
    RowWriter table(rows);
    table.kept("H11 any", with({"If-Match: *"}), Expectation(200).length(100));
    table.kept("H11 no match", with({"If-Match: \"x\""}), 412);
    table.kept("H11 our own weak tag", with({"If-Match: " + tag}), 412);
    table.kept("H12 older", with({"If-Unmodified-Since: " + older}), 412);
    table.kept("H12 equal", with({"If-Unmodified-Since: " + equal}), Expectation(200).length(100));
    table.kept("H12 newer", with({"If-Unmodified-Since: " + newer}), Expectation(200).length(100));
}

} // namespace

Rows conditionRows(const Facts &facts)
{
    Rows rows;
    addNoneMatch(rows, facts.entityTag);
    addDates(rows);
    addMatch(rows, facts.entityTag);
    return rows;
}

} // namespace servelab::tests::httpcases
