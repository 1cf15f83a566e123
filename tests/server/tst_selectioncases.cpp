// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <brotli/decode.h>
#include <zlib.h>

using namespace servelab;
using namespace servelab::tests;

/// Which representation is selected, and which part of it: paths, ranges, conditions and content codings
/// (sections F to I of the request cases).
class SelectionCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void paths_data();
    void paths();
    void singlePageSites_data();
    void singlePageSites();
    void ranges_data();
    void ranges();
    void conditions_data();
    void conditions();
    void codings_data();
    void codings();
    void codedBodiesAreWhatTheyStandFor_data();
    void codedBodiesAreWhatTheyStandFor();
    void i10HeadHasTheFieldsOfGet();
    void i11Http10GetsACodedBodyDelimitedByClose();
    void aCodedBodyThatIsReadyKeepsTheConnectionOfHttp10();
    void pipelinedRequestsWaitForAnEncoder();
    void configuredErrorAnswers();
    void filesThatAreNotInMemory_data();
    void filesThatAreNotInMemory();
    void everyAnswerShowsTheLatestEdit();

private:
    QByteArray entityTag() const { return m_entityTag; }

    Fixture m_fixture;
    std::unique_ptr<server::Server> m_plain;
    std::unique_ptr<server::Server> m_coding;
    std::unique_ptr<server::Server> m_single;
    QByteArray m_entityTag; ///< of a.txt
};

void SelectionCases::initTestCase()
{
    m_plain = startServer(m_fixture.config());

    site::SiteConfig coding = m_fixture.config();
    coding.compression.enabled = true;
    m_coding = startServer(coding);

    site::SiteConfig single = m_fixture.config();
    single.spaFallback = QStringLiteral("index.html");
    m_single = startServer(single);

    RawClient client(m_plain->port());
    client.send(get("/a.txt"));
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    m_entityTag = answer->field("etag");
    QVERIFY(m_entityTag.startsWith("W/\""));
}

void SelectionCases::paths_data()
{
    declareCases();
    for (const char *path : {"/../x", "/%2e%2e/x", "/..%2fx", "/sub/../a.txt", "/../root-evil/s.txt"})
        addCase(QByteArray("F1 parent segment ") + path, {get(path), 403});
    addCase("F2 decoded once only", {get("/%252e%252e%252fx"), 404});
    addCase("F3 dot segments", {get("/./a.txt"), 200, Then::Kept, {}, 100});
    addCase("F5 NUL", {get("/a.txt%00"), 400});
    addCase("F6 broken escape", {get("/%zz"), 400});
    addCase("F7 encoded CRLF", {get("/a%0d%0aX:y"), 404, Then::Kept, {"!X"}});
    addCase("F8 percent", {get("/100%25.txt"), 200, Then::Kept, {}, -1, "percent"});
    addCase("F8 plus is not a space", {get("/a+b.txt"), 200, Then::Kept, {}, -1, "plus"});
    addCase("F8 space", {get("/sp%20ace.txt"), 200, Then::Kept, {}, -1, "space"});
    addCase("F8 UTF-8", {get("/caf%C3%A9.txt"), 200, Then::Kept, {}, -1, "coffee"});
    addCase("F9 link out of the root", {get("/link.txt"), 403});
    addCase("F10 link inside", {get("/inlink.txt"), 200, Then::Kept, {}, 100});
    addCase("F11 dotfile", {get("/.env"), 403});
    addCase("F11 HEAD of a dotfile", {request("HEAD /.env"), 403, Then::Kept, {}, 0});
    addCase("F13 folder without its slash",
        {get("/sub?x=1"), 301, Then::Kept, {"Location: /sub/?x=1", "Content-Length: 0"}, 0});
    addCase("F13 folder with its slash", {get("/sub/"), 200, Then::Kept, {}, -1, "sub"});
    addCase("F13 folder without an index", {get("/noindex/"), 404});
    addCase("F14 slash behind a file", {get("/a.txt/"), 404});
    addCase("F15 name over 255 bytes", {get("/" + QByteArray(300, 'a')), 404});
    addCase("empty file", {get("/empty.txt"), 200, Then::Kept, {"Content-Length: 0"}, 0});
}

void SelectionCases::paths()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void SelectionCases::singlePageSites_data()
{
    declareCases();
    addCase("F18 a browser's route",
        {get("/route/x", "Accept: text/html,*/*;q=0.8\r\n"), 200, Then::Kept, {}, -1, "home"});
    addCase("F18 no Accept at all", {get("/route/x"), 200, Then::Kept, {}, -1, "home"});
    addCase("F18 an asset", {get("/x.js", "Accept: */*\r\n"), 404});
    addCase("F18 a client of JSON", {get("/route/x", "Accept: application/json\r\n"), 404});
    addCase("F18 HTML is refused", {get("/route/x", "Accept: text/html;q=0, application/json\r\n"), 404});
    addCase("F18 hidden", {get("/.git/x", "Accept: text/html\r\n"), 403});
    addCase("F18 HEAD", {request("HEAD /route/x", "Accept: text/html\r\n"), 200, Then::Kept, {}, 0});
    addCase("F18 POST", {request("POST /route/x", "Accept: text/html\r\n"), 405});
}

void SelectionCases::singlePageSites()
{
    QFETCH(Case, row);
    runCase(m_single->port(), row);
}

void SelectionCases::ranges_data()
{
    declareCases();
    const QByteArray all = Fixture::patterned(100);
    const auto range = [](const QByteArray &value, const QByteArray &more = {}) {
        return get("/a.txt", "Range: " + value + "\r\n" + more);
    };
    const auto part = [&](qsizetype first, qsizetype last) {
        const QByteArray numbers = QByteArray::number(first) + "-" + QByteArray::number(last);
        return QByteArrayList{
            "Content-Range: bytes " + numbers + "/100", "Accept-Ranges: bytes", "!Content-Encoding"};
    };
    const QByteArrayList unsatisfied{"Content-Range: bytes */100"};
    addCase("G1 first ten bytes", {range("bytes=0-9"), 206, Then::Kept, part(0, 9), 10, all.left(10)});
    addCase("G1 one byte", {range("bytes=0-0"), 206, Then::Kept, part(0, 0), 1, all.left(1)});
    addCase("G1 from an offset", {range("bytes=90-"), 206, Then::Kept, part(90, 99), 10, all.mid(90)});
    addCase("G2 suffix", {range("bytes=-10"), 206, Then::Kept, part(90, 99), 10, all.mid(90)});
    addCase("G2 suffix longer than the file", {range("bytes=-1000"), 206, Then::Kept, part(0, 99), 100, all});
    addCase("G3 behind the end", {range("bytes=100-"), 416, Then::Kept, unsatisfied});
    addCase("G3 empty suffix", {range("bytes=-0"), 416, Then::Kept, unsatisfied});
    addCase("G4 last before first", {range("bytes=5-2"), 416, Then::Kept, unsatisfied});
    addCase("G5 malformed", {range("bytes=a-b"), 200, Then::Kept, {"!Content-Range"}, 100});
    addCase("G6 several ranges", {range("bytes=0-1,5-6"), 200, Then::Kept, {}, 100});
    addCase("G6 several Range lines", {range("bytes=0-1", "Range: bytes=5-6\r\n"), 200, Then::Kept, {}, 100});
    addCase("G7 another unit", {range("items=0-5"), 200, Then::Kept, {}, 100});
    addCase("G8 unit in another case", {range("Bytes=0-5"), 206, Then::Kept, part(0, 5), 6});
    addCase("G9 HEAD",
        {request("HEAD /a.txt", "Range: bytes=0-9\r\n"), 200, Then::Kept, {"Content-Length: 100"}, 0});
    addCase("G10 POST", {request("POST /a.txt", "Range: bytes=0-9\r\n"), 405});
    addCase("G10 missing file", {get("/no.txt", "Range: bytes=0-9\r\n"), 404});
    addCase("G11 empty file",
        {get("/empty.txt", "Range: bytes=0-0\r\n"), 416, Then::Kept, {"Content-Range: bytes */0"}});
    addCase("G12 If-Range with our weak tag",
        {range("bytes=0-9", "If-Range: " + entityTag() + "\r\n"), 200, Then::Kept, {}, 100});
    addCase("G13 If-Range date that is equal",
        {range("bytes=0-9", "If-Range: Tue, 14 Nov 2023 22:13:20 GMT\r\n"), 206, Then::Kept, part(0, 9), 10});
    addCase("G13 If-Range date that is newer",
        {range("bytes=0-9", "If-Range: Wed, 15 Nov 2023 22:13:20 GMT\r\n"), 200, Then::Kept, {}, 100});
    addCase("G14 If-Range that fails before an unsatisfiable range",
        {range("bytes=200-", "If-Range: \"x\"\r\n"), 200, Then::Kept, {}, 100});
}

void SelectionCases::ranges()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void SelectionCases::conditions_data()
{
    declareCases();
    const auto with = [](const QByteArray &lines) { return get("/a.txt", lines + "\r\n"); };
    const QByteArrayList unchanged{
        "ETag: " + entityTag(), "Last-Modified:", "Cache-Control:", "!Content-Type", "!Content-Length"};
    const QByteArray sameTag = "If-None-Match: " + entityTag();
    addCase("H1 equal tag", {with(sameTag), 304, Then::Kept, unchanged, 0});
    addCase(
        "H1 tag in a list", {with("If-None-Match: \"x\", " + entityTag()), 304, Then::Kept, unchanged, 0});
    addCase("H1 any tag", {with("If-None-Match: *"), 304, Then::Kept, unchanged, 0});
    addCase("H2 strong spelling of our weak tag", {with("If-None-Match: " + entityTag().mid(2)), 304});
    addCase("H3 no match wins over a fresh date",
        {with("If-None-Match: \"x\"\r\nIf-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT"), 200, Then::Kept,
            {}, 100});
    addCase("H5 match and Range", {with(sameTag + "\r\nRange: bytes=0-9"), 304});
    addCase("H6 any tag of a missing file", {get("/no.txt", "If-None-Match: *\r\n"), 404});
    addCase("H8 date equal", {with("If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT"), 304});
    addCase("H8 date older",
        {with("If-Modified-Since: Mon, 13 Nov 2023 22:13:20 GMT"), 200, Then::Kept, {}, 100});
    addCase("H9 RFC 850 date", {with("If-Modified-Since: Tuesday, 14-Nov-23 22:13:20 GMT"), 304});
    addCase("H10 no HTTP-date", {with("If-Modified-Since: 2023-11-14T22:13:20Z"), 200, Then::Kept, {}, 100});
    addCase("H11 If-Match any", {with("If-Match: *"), 200, Then::Kept, {}, 100});
    addCase("H11 If-Match with our weak tag", {with("If-Match: " + entityTag()), 412});
    addCase("H12 unmodified since an older date",
        {with("If-Unmodified-Since: Mon, 13 Nov 2023 22:13:20 GMT"), 412});
    addCase("H12 unmodified since a newer date",
        {with("If-Unmodified-Since: Wed, 15 Nov 2023 22:13:20 GMT"), 200, Then::Kept, {}, 100});
    addCase("HEAD that is not modified",
        {request("HEAD /a.txt", sameTag + "\r\n"), 304, Then::Kept, unchanged, 0});
}

void SelectionCases::conditions()
{
    QFETCH(Case, row);
    runCase(m_plain->port(), row);
}

void SelectionCases::codings_data()
{
    declareCases();
    const auto accepting = [](const QByteArray &value, const QByteArray &more = {}) {
        return get("/big.html", "Accept-Encoding: " + value + "\r\n" + more);
    };
    const QByteArray vary = "Vary: Accept-Encoding";
    const QByteArrayList identity{"!Content-Encoding", vary, "Content-Length: 31000", "Accept-Ranges: bytes"};
    const QByteArrayList brotli{"Content-Encoding: br", vary, "!Accept-Ranges"};
    const QByteArrayList gzip{"Content-Encoding: gzip", vary, "!Accept-Ranges"};
    addCase("I1 br", {accepting("br"), 200, Then::Kept, brotli});
    addCase("I1 gzip and br", {accepting("gzip, br"), 200, Then::Kept, brotli});
    addCase("I2 gzip", {accepting("gzip"), 200, Then::Kept, gzip});
    addCase("I3 a tie goes to br", {accepting("gzip;q=0.5, br;q=0.5"), 200, Then::Kept, brotli});
    addCase("I4 absent", {get("/big.html"), 200, Then::Kept, identity, 31'000});
    addCase("I4 another coding", {accepting("deflate"), 200, Then::Kept, identity, 31'000});
    addCase("I5 refused", {accepting("br;q=0"), 200, Then::Kept, identity, 31'000});
    addCase("I7 identity refused", {accepting("identity;q=0, *;q=0"), 200, Then::Kept, identity, 31'000});
    addCase("I9 below the threshold",
        {get("/a.txt", "Accept-Encoding: br\r\n"), 200, Then::Kept, {"!Content-Encoding"}, 100});
    addCase("I9 picture",
        {get("/photo.png", "Accept-Encoding: br\r\n"), 200, Then::Kept, {"!Content-Encoding", "!Vary"},
            5000});
    addCase("I9 range",
        {accepting("br", "Range: bytes=0-9\r\n"), 206, Then::Kept, {"!Content-Encoding", vary}, 10});
    addCase("I9 error", {get("/no.html", "Accept-Encoding: br\r\n"), 404, Then::Kept, {"!Content-Encoding"}});
    addCase("I12 not modified", {accepting("br", "If-None-Match: *\r\n"), 304, Then::Kept, {vary}});
}

void SelectionCases::codings()
{
    QFETCH(Case, row);
    runCase(m_coding->port(), row);
}

static QByteArray decodedGzip(const QByteArray &bytes, qsizetype room)
{
    QByteArray out(room, Qt::Uninitialized);
    z_stream stream{};
    inflateInit2(&stream, 16 + MAX_WBITS);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const bool isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
    out.truncate(static_cast<qsizetype>(stream.total_out));
    inflateEnd(&stream);
    return isWhole ? out : QByteArray();
}

static QByteArray decodedBrotli(const QByteArray &bytes, qsizetype room)
{
    QByteArray out(room, Qt::Uninitialized);
    auto size = static_cast<size_t>(out.size());
    const auto result = BrotliDecoderDecompress(static_cast<size_t>(bytes.size()),
        reinterpret_cast<const uint8_t *>(bytes.data()), &size, reinterpret_cast<uint8_t *>(out.data()));
    out.truncate(static_cast<qsizetype>(size));
    return result == BROTLI_DECODER_RESULT_SUCCESS ? out : QByteArray();
}

static QByteArray decoded(const QByteArray &coding, const QByteArray &bytes)
{
    constexpr qsizetype room = 4'000'000;
    return coding == "br" ? decodedBrotli(bytes, room) : decodedGzip(bytes, room);
}

void SelectionCases::codedBodiesAreWhatTheyStandFor_data()
{
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<bool>("cached");
    QTest::newRow("gzip, while it is made and from the cache") << QByteArray("gzip") << true;
    QTest::newRow("gzip, made for each request") << QByteArray("gzip") << false;
    QTest::newRow("br, while it is made and from the cache") << QByteArray("br") << true;
    QTest::newRow("br, made for each request") << QByteArray("br") << false;
}

void SelectionCases::codedBodiesAreWhatTheyStandFor()
{
    QFETCH(QByteArray, coding);
    QFETCH(bool, cached);
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    if (!cached)
        config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    const QByteArray page = Fixture::patterned(3'000'000);
    m_fixture.write("large.html", page);
    const auto server = startServer(config);
    RawClient client(server->port());
    for (int round = 0; round < 3; ++round) {
        client.send(get("/large.html", "Accept-Encoding: " + coding + "\r\n"));
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->field("content-encoding"), coding);
        verifyFraming(*answer);
        QVERIFY(decoded(coding, answer->body) == page);
    }
}

void SelectionCases::i10HeadHasTheFieldsOfGet()
{
    RawClient client(m_coding->port());
    const QByteArray accepting = "Accept-Encoding: br\r\n";
    std::optional<Answer> whole;
    std::optional<Answer> head;
    const auto askForBoth = [&] {
        client.send(get("/big.html", accepting) + request("HEAD /big.html", accepting));
        whole = client.readAnswer();
        head = client.readAnswer(true);
        return whole && head;
    };
    // Once the variant is in the cache both have the same framing.
    QTRY_VERIFY(askForBoth() && whole->has("content-length") && head->has("content-length"));
    QCOMPARE(head->fields, whole->fields);
    QCOMPARE(head->field("content-encoding"), "br");
}

void SelectionCases::i11Http10GetsACodedBodyDelimitedByClose()
{
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    m_fixture.write("large.html", Fixture::patterned(3'000'000));
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send("GET /large.html HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QVERIFY(!answer->has("transfer-encoding"));
    QCOMPARE(answer->field("connection"), "close");
    QCOMPARE(client.ending(), Ending::Closed);
    QVERIFY(decoded("gzip", answer->body) == Fixture::patterned(3'000'000));
}

/// Whether the coded page comes with a length: it is not made while it is sent.
static bool isReady(quint16 port)
{
    RawClient client(port);
    client.send(get("/big.html", "Accept-Encoding: br\r\n"));
    const auto answer = client.readAnswer();
    return answer && answer->has("content-length");
}

void SelectionCases::aCodedBodyThatIsReadyKeepsTheConnectionOfHttp10()
{
    QTRY_VERIFY(isReady(m_coding->port()));
    runCase(m_coding->port(),
        {"GET /big.html HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: keep-alive\r\n\r\n",
            200, Then::Kept, {"Content-Encoding: br", "Content-Length:"}});
}

void SelectionCases::pipelinedRequestsWaitForAnEncoder()
{
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    m_fixture.write("large.html", Fixture::patterned(3'000'000));
    const auto server = startServer(config);
    RawClient client(server->port());
    const QByteArray coded = get("/large.html", "Accept-Encoding: gzip\r\n");
    client.send(get("/a.txt") + coded + get("/a.txt") + coded + get("/missing"));
    for (const int status : {200, 200, 200, 200, 404}) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, status);
    }
}

void SelectionCases::configuredErrorAnswers()
{
    site::SiteConfig config = m_fixture.config();
    config.errors.insert(
        404, {QStringLiteral("<h1>Nothing here</h1>"), {{QStringLiteral("X-Why"), QStringLiteral("gone")}}});
    const auto server = startServer(config);
    runCase(server->port(),
        {get("/no"), 404, Then::Kept, {"X-Why: gone", "Content-Length: 21"}, -1, "Nothing here"});
    runCase(server->port(), {request("HEAD /no"), 404, Then::Kept, {"X-Why: gone", "Content-Length: 21"}, 0});
}

void SelectionCases::filesThatAreNotInMemory_data()
{
    QTest::addColumn<bool>("cache");
    QTest::newRow("larger than the cache takes") << true;
    QTest::newRow("without a cache") << false;
}

void SelectionCases::filesThatAreNotInMemory()
{
    QFETCH(bool, cache);
    site::SiteConfig config = m_fixture.config();
    config.techniques.staticCache = cache ? site::StaticCacheTechnique::On : site::StaticCacheTechnique::Off;
    const QByteArray bytes = Fixture::patterned(4'000'000);
    m_fixture.write("film.bin", bytes);
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/film.bin") + get("/a.txt") + get("/film.bin", "Range: bytes=1000000-2999999\r\n")
        + get("/missing"));
    const auto whole = client.readAnswer();
    const auto small = client.readAnswer();
    const auto part = client.readAnswer();
    const auto missing = client.readAnswer();
    QVERIFY(whole && small && part && missing);
    QVERIFY(whole->body == bytes);
    QCOMPARE(small->body.size(), 100);
    QCOMPARE(part->field("content-range"), "bytes 1000000-2999999/4000000");
    QVERIFY(part->body == bytes.mid(1'000'000, 2'000'000));
    QCOMPARE(missing->status, 404);
}

void SelectionCases::everyAnswerShowsTheLatestEdit()
{
    RawClient client(m_plain->port());
    for (int round = 0; round < 50; ++round) {
        const QByteArray text = "edit " + QByteArray::number(round);
        m_fixture.write("edited.txt", text, 1'700'000'000 + round);
        client.send(get("/edited.txt"));
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->body, text);
    }
}

QTEST_GUILESS_MAIN(SelectionCases)
#include "tst_selectioncases.moc"
