// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/preconditions.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;

namespace {

constexpr std::int64_t modified = 1700000000; // Tue, 14 Nov 2023 22:13:20 GMT
constexpr std::int64_t now = 1780000000;
const char *const weakTag = "W/\"64-18bcfe568d0\"";
const char *const strongTag = "\"64-18bcfe568d0\"";

QByteArray requestWith(const QByteArray &lines)
{
    return "GET /a.txt HTTP/1.1\r\nHost: localhost\r\n" + lines + (lines.isEmpty() ? "" : "\r\n") + "\r\n";
}

} // namespace

class TestPreconditions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evaluates_data();
    void evaluates();
    void letsARangeCount_data();
    void letsARangeCount();
    void comparesTagsWeakly_data();
    void comparesTagsWeakly();
    void knowsRepresentationsWithoutATag();
};

void TestPreconditions::evaluates_data()
{
    QTest::addColumn<QByteArray>("entityTag");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<PreconditionResult>("result");
    using enum PreconditionResult;
    const auto weak = [](const char *name, const char *lines, PreconditionResult result) {
        QTest::newRow(name) << QByteArray(weakTag) << QByteArray(lines) << result;
    };
    const auto strong = [](const char *name, const char *lines, PreconditionResult result) {
        QTest::newRow(name) << QByteArray(strongTag) << QByteArray(lines) << result;
    };
    weak("no condition", "", Proceed);
    weak("H1 If-None-Match equal", "If-None-Match: W/\"64-18bcfe568d0\"", NotModified);
    weak("H1 in a list", "If-None-Match: \"x\", W/\"64-18bcfe568d0\" ,\"y\"", NotModified);
    weak("H1 on the second line", "If-None-Match: \"x\"\r\nIf-None-Match: W/\"64-18bcfe568d0\"", NotModified);
    weak("H1 star", "If-None-Match: *", NotModified);
    weak("H2 strong spelling of our weak tag", "If-None-Match: \"64-18bcfe568d0\"", NotModified);
    weak("H3 no match wins over a fresh date",
        "If-None-Match: \"x\"\r\nIf-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT", Proceed);
    weak("H4 match wins over a stale date",
        "If-None-Match: W/\"64-18bcfe568d0\"\r\nIf-Modified-Since: Mon, 13 Nov 2023 22:13:20 GMT",
        NotModified);
    weak("H7 empty value", "If-None-Match:", Proceed);
    weak("H7 empty value keeps the date out",
        "If-None-Match:\r\nIf-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT", Proceed);
    weak("H7 a comma inside a tag", "If-None-Match: \"a,b\"", Proceed);
    weak("our tag inside another tag", "If-None-Match: \"x,W/\"64-18bcfe568d0\"\"", Proceed);
    weak("tag without quotes", "If-None-Match: 64-18bcfe568d0", Proceed);
    weak("tag without its last quote", "If-None-Match: \"64-18bcfe568d0", Proceed);
    weak("star among tags is none", "If-None-Match: \"x\", *", Proceed);
    weak("small w marks no weak tag", "If-None-Match: w/\"64-18bcfe568d0\"", Proceed);
    weak("empty elements of a list", "If-None-Match: , ,\t\"x\",, W/\"64-18bcfe568d0\"", NotModified);
    weak("H8 If-Modified-Since equal", "If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT", NotModified);
    weak("H8 If-Modified-Since newer", "If-Modified-Since: Tue, 14 Nov 2023 22:13:21 GMT", NotModified);
    weak("H8 If-Modified-Since older", "If-Modified-Since: Tue, 14 Nov 2023 22:13:19 GMT", Proceed);
    weak("H9 RFC 850 date", "If-Modified-Since: Tuesday, 14-Nov-23 22:13:20 GMT", NotModified);
    weak("H9 asctime date", "If-Modified-Since: Tue Nov 14 22:13:20 2023", NotModified);
    weak("H10 not a date", "If-Modified-Since: yesterday", Proceed);
    weak("H10 ISO 8601", "If-Modified-Since: 2023-11-14T22:13:20Z", Proceed);
    weak("two dates are none",
        "If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT\r\nIf-Modified-Since: Tue, 14 Nov 2023 22:13:20 "
        "GMT",
        Proceed);
    weak("H11 If-Match star", "If-Match: *", Proceed);
    weak("H11 If-Match without a match", "If-Match: \"x\"", Failed);
    weak("H11 If-Match with our own weak tag", "If-Match: W/\"64-18bcfe568d0\"", Failed);
    weak("If-Match empty", "If-Match:", Failed);
    strong("If-Match with a strong tag", "If-Match: \"64-18bcfe568d0\"", Proceed);
    strong("If-Match in a list", "If-Match: \"x\", \"64-18bcfe568d0\"", Proceed);
    strong("If-Match with the weak spelling", "If-Match: W/\"64-18bcfe568d0\"", Failed);
    strong("If-None-Match with the weak spelling", "If-None-Match: W/\"64-18bcfe568d0\"", NotModified);
    weak("H12 If-Unmodified-Since older", "If-Unmodified-Since: Tue, 14 Nov 2023 22:13:19 GMT", Failed);
    weak("H12 If-Unmodified-Since newer", "If-Unmodified-Since: Tue, 14 Nov 2023 22:13:21 GMT", Proceed);
    weak("H12 If-Unmodified-Since equal", "If-Unmodified-Since: Tue, 14 Nov 2023 22:13:20 GMT", Proceed);
    weak("If-Unmodified-Since that is no date", "If-Unmodified-Since: yesterday", Proceed);
    strong("a match keeps If-Unmodified-Since out",
        "If-Match: \"64-18bcfe568d0\"\r\nIf-Unmodified-Since: Mon, 13 Nov 2023 22:13:20 GMT", Proceed);
    strong("If-Match, then If-None-Match", "If-Match: \"64-18bcfe568d0\"\r\nIf-None-Match: *", NotModified);
    weak("a failed If-Match wins over If-None-Match", "If-None-Match: *\r\nIf-Match: \"x\"", Failed);
    weak("If-Unmodified-Since, then If-None-Match",
        "If-Unmodified-Since: Tue, 14 Nov 2023 22:13:21 GMT\r\nIf-None-Match: *", NotModified);
}

void TestPreconditions::evaluates()
{
    QFETCH(const QByteArray, entityTag);
    QFETCH(const QByteArray, lines);
    QFETCH(const PreconditionResult, result);
    const QByteArray bytes = requestWith(lines);
    QCOMPARE(evaluatePreconditions(parsedHead(bytes), {viewOf(entityTag), modified}, now), result);
}

void TestPreconditions::letsARangeCount_data()
{
    QTest::addColumn<QByteArray>("entityTag");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<bool>("applies");
    const auto row = [](const char *name, const char *entityTag, const char *lines, bool applies) {
        QTest::newRow(name) << QByteArray(entityTag) << QByteArray(lines) << applies;
    };
    row("no If-Range", weakTag, "", true);
    row("G12 our weak tag", weakTag, "If-Range: W/\"64-18bcfe568d0\"", false);
    row("G12 strong form of our weak tag", weakTag, "If-Range: \"64-18bcfe568d0\"", false);
    row("G12 garbage", weakTag, "If-Range: garbage", false);
    row("empty", weakTag, "If-Range:", false);
    row("equal strong tag", strongTag, "If-Range: \"64-18bcfe568d0\"", true);
    row("another strong tag", strongTag, "If-Range: \"x\"", false);
    row("weak form of a strong tag", strongTag, "If-Range: W/\"64-18bcfe568d0\"", false);
    row("G13 equal date", weakTag, "If-Range: Tue, 14 Nov 2023 22:13:20 GMT", true);
    row("G13 older date", weakTag, "If-Range: Tue, 14 Nov 2023 22:13:19 GMT", false);
    row("G13 newer date", weakTag, "If-Range: Tue, 14 Nov 2023 22:13:21 GMT", false);
    row("two lines", strongTag, "If-Range: \"64-18bcfe568d0\"\r\nIf-Range: \"64-18bcfe568d0\"", false);
}

void TestPreconditions::letsARangeCount()
{
    QFETCH(const QByteArray, entityTag);
    QFETCH(const QByteArray, lines);
    QFETCH(const bool, applies);
    const QByteArray bytes = requestWith(lines);
    QCOMPARE(rangeApplies(parsedHead(bytes), {viewOf(entityTag), modified}, now), applies);
}

void TestPreconditions::comparesTagsWeakly_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<bool>("match");
    const auto row = [](const char *name, const char *a, const char *b, bool match) {
        QTest::newRow(name) << QByteArray(a) << QByteArray(b) << match;
    };
    row("both weak", "W/\"1\"", "W/\"1\"", true);
    row("one weak", "W/\"1\"", "\"1\"", true);
    row("both strong", "\"1\"", "\"1\"", true);
    row("both weak but different", "W/\"1\"", "W/\"2\"", false);
    row("one weak and different", "W/\"1\"", "\"2\"", false);
    row("case matters", "\"a\"", "\"A\"", false);
    row("no tags", "", "", false);
}

void TestPreconditions::comparesTagsWeakly()
{
    QFETCH(const QByteArray, a);
    QFETCH(const QByteArray, b);
    QFETCH(const bool, match);
    QCOMPARE(weakMatch(viewOf(a), viewOf(b)), match);
    QCOMPARE(weakMatch(viewOf(b), viewOf(a)), match);
}

void TestPreconditions::knowsRepresentationsWithoutATag()
{
    const Validators untagged{{}, modified};
    const QByteArray star = requestWith("If-Match: *");
    QCOMPARE(evaluatePreconditions(parsedHead(star), untagged, now), PreconditionResult::Proceed);
    const QByteArray tag = requestWith("If-Match: \"x\"");
    QCOMPARE(evaluatePreconditions(parsedHead(tag), untagged, now), PreconditionResult::Failed);
    const QByteArray none = requestWith("If-None-Match: \"x\"");
    QCOMPARE(evaluatePreconditions(parsedHead(none), untagged, now), PreconditionResult::Proceed);
    const QByteArray range = requestWith("If-Range: \"\"");
    QVERIFY(!rangeApplies(parsedHead(range), untagged, now));
}

QTEST_APPLESS_MAIN(TestPreconditions)
#include "tst_preconditions.moc"
