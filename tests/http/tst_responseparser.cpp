// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responseparser.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

namespace {

QByteArray describe(const ResponseHead &head)
{
    return QByteArray::number(head.status) + " 1." + QByteArray::number(head.minorVersion)
        + (head.closes ? " closes" : "") + (head.chunked ? " chunked" : "")
        + (head.hasLength ? " length " + QByteArray::number(qulonglong(head.contentLength)) : "")
        + (head.contentEncoding.empty() ? "" : " coding " + bytesOf(head.contentEncoding));
}

/// Reader for differenceWhenCut().
class ResponseReader
{
public:
    QByteArray operator()(std::string_view bytes)
    {
        ResponseHead head;
        switch (m_parser.parseHead(bytes, head)) {
        case ResponseParser::Status::HeadComplete:
            return QByteArray::number(qulonglong(m_parser.headLength())) + ' ' + describe(head) + ' '
                + bytesOf(head.lines);
        case ResponseParser::Status::Error:
            return "error"_ba;
        case ResponseParser::Status::Incomplete:
            break;
        }
        return {};
    }

private:
    ResponseParser m_parser;
};

QByteArray differenceWhenCut(const QByteArray &bytes)
{
    return servelab::testing::differenceWhenCut([] { return ResponseReader(); }, bytes);
}

ResponseHead headOf(const QByteArray &bytes)
{
    ResponseHead head;
    ResponseParser parser;
    if (parser.parseHead(viewOf(bytes), head) != ResponseParser::Status::HeadComplete)
        qFatal("the test's own answer is wrong: %s", bytes.constData());
    return head;
}

/// What a BodyReader made of some bytes given in pieces.
struct BodyResult
{
    BodyReader::Status status = BodyReader::Status::Incomplete;
    std::size_t consumed = 0;
    std::uint64_t bodyBytes = 0;

    bool operator==(const BodyResult &) const = default;
};

BodyResult countBody(BodyReader reader, std::string_view bytes, std::size_t pieceSize)
{
    BodyResult result;
    do {
        std::size_t consumed = 0;
        result.status = reader.take(bytes.substr(result.consumed, pieceSize), consumed);
        result.consumed += consumed;
    } while (result.status == BodyReader::Status::Incomplete && result.consumed < bytes.size());
    result.bodyBytes = reader.bodyBytes();
    return result;
}

} // namespace

class TestResponseParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsHeads_data();
    void readsHeads();
    void refusesHeads_data();
    void refusesHeads();
    void skipsInterimAnswers();
    void takesTheUpgradeThatWasAskedFor();
    void refusesAtTheFirstByteThatAllowsIt_data();
    void refusesAtTheFirstByteThatAllowsIt();
    void limitsTheHead();
    void staysInErrorUntilReset();
    void keepsTheFieldLines();
    void measuresBodies_data();
    void measuresBodies();
    void refusesBrokenBodies();
    void handsOutBodies();
    void readsPipelinedAnswers();
};

void TestResponseParser::readsHeads_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("head");
    const auto row = [](const char *name, const char *bytes, const char *head) {
        QTest::newRow(name) << QByteArray(bytes) << QByteArray(head);
    };
    row("a length", "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n", "200 1.1 length 13");
    row("chunked", "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n", "200 1.1 chunked");
    row("neither", "HTTP/1.1 200 OK\r\n\r\n", "200 1.1");
    row("no phrase", "HTTP/1.1 404 \r\n\r\n", "404 1.1");
    row("no space behind the code", "HTTP/1.1 404\r\n\r\n", "404 1.1");
    row("8-bit phrase", "HTTP/1.1 500 \xe9\r\n\r\n", "500 1.1");
    row("close", "HTTP/1.1 200 OK\r\nConnection: Close\r\n\r\n", "200 1.1 closes");
    row("close in a list", "HTTP/1.1 200 OK\r\nConnection: x, close\r\n\r\n", "200 1.1 closes");
    row("HTTP/1.0 closes", "HTTP/1.0 200 OK\r\n\r\n", "200 1.0 closes");
    row("HTTP/1.0 with keep-alive", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\n", "200 1.0");
    row("higher minor version", "HTTP/1.7 200 OK\r\n\r\n", "200 1.1");
    row("content coding", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n", "200 1.1 coding br");
    row("length of 2^63 - 1", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n",
        "200 1.1 length 9223372036854775807");
    row("a code nobody named", "HTTP/1.1 999 x\r\n\r\n", "999 1.1");
}

void TestResponseParser::readsHeads()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, head);
    QCOMPARE(describe(headOf(bytes)), head);
    QCOMPARE(differenceWhenCut(bytes + "body"), QByteArray());
}

void TestResponseParser::refusesHeads_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const QByteArray &bytes) { QTest::newRow(name) << bytes; };
    const auto lines = [&row](const char *name, const QByteArray &fields) {
        row(name, "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n");
    };
    row("another protocol", "SSH-2.0-OpenSSH_9.2\r\n");
    row("an empty line first", "\r\nHTTP/1.1 200 OK\r\n\r\n");
    row("HTTP/2", "HTTP/2 200\r\n\r\n");
    row("small letters", "http/1.1 200 OK\r\n\r\n");
    row("no minor version", "HTTP/1.x 200 OK\r\n\r\n");
    row("two spaces", "HTTP/1.1  200 OK\r\n\r\n");
    row("two digits", "HTTP/1.1 20 OK\r\n\r\n");
    row("four digits", "HTTP/1.1 2000 OK\r\n\r\n");
    row("letters for a code", "HTTP/1.1 2x0 OK\r\n\r\n");
    row("code below 100", "HTTP/1.1 099 x\r\n\r\n");
    row("no code", "HTTP/1.1\r\n\r\n");
    row("bare LF", "HTTP/1.1 200 OK\nContent-Length: 0\n\n");
    row("bare CR", "HTTP/1.1 200 OK\rX\r\n\r\n");
    row("answer to an upgrade nobody asked for", "HTTP/1.1 101 Switching Protocols\r\n\r\n");
    lines("field line without a colon", "novalue");
    lines("field line without a name", ": v");
    lines("space before the colon", "Content-Length : 3");
    lines("folded line", "X: a\r\n b");
    lines("NUL in a value", "X: \0"_ba);
    lines("lengths that differ", "Content-Length: 3\r\nContent-Length: 4");
    lines("lengths that are the same", "Content-Length: 3\r\nContent-Length: 3");
    lines("length as a list", "Content-Length: 3, 3");
    lines("length with a sign", "Content-Length: +3");
    lines("length of nothing", "Content-Length:");
    lines("length of 2^63", "Content-Length: 9223372036854775808");
    lines("length of 2^64", "Content-Length: 18446744073709551616");
    lines("length and coding", "Content-Length: 3\r\nTransfer-Encoding: chunked");
    lines("unknown coding", "Transfer-Encoding: gzip, chunked");
    lines("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked");
    lines("chunked not last", "Transfer-Encoding: chunked, gzip");
    row("coding in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
}

void TestResponseParser::refusesHeads()
{
    QFETCH(const QByteArray, bytes);
    ResponseHead head;
    ResponseParser parser;
    QCOMPARE(parser.parseHead(viewOf(bytes), head), ResponseParser::Status::Error);
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestResponseParser::skipsInterimAnswers()
{
    const QByteArray bytes = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                             "HTTP/1.1 204 No Content\r\n\r\n"_ba;
    ResponseHead head;
    ResponseParser parser;
    QCOMPARE(parser.parseHead(viewOf(bytes), head), ResponseParser::Status::HeadComplete);
    QCOMPARE(head.status, 204);
    QCOMPARE(parser.headLength(), std::size_t(bytes.size()));
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
    ResponseParser interim;
    QCOMPARE(interim.parseHead("HTTP/1.1 100 Continue\r\n\r\n", head), ResponseParser::Status::Incomplete);
}

void TestResponseParser::takesTheUpgradeThatWasAskedFor()
{
    const std::string_view answer = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n"
                                    "Upgrade: websocket\r\n\r\n";
    ResponseParser parser;
    parser.expectUpgrade();
    ResponseHead head;
    QCOMPARE(parser.parseHead(std::string(answer) + "frames", head), ResponseParser::Status::HeadComplete);
    QCOMPARE(head.status, 101);
    QCOMPARE(parser.headLength(), answer.size());
    parser.reset();
    QCOMPARE(parser.parseHead(answer, head), ResponseParser::Status::Error);
}

void TestResponseParser::refusesAtTheFirstByteThatAllowsIt_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("first byte of another protocol") << "S"_ba;
    QTest::newRow("major version") << "HTTP/2"_ba;
    QTest::newRow("bare LF") << "HTTP/1.1 200 OK\n"_ba;
    QTest::newRow("byte behind a bare CR") << "HTTP/1.1 200 OK\rx"_ba;
    QTest::newRow("junk behind an interim answer") << "HTTP/1.1 100 Continue\r\n\r\nx"_ba;
}

void TestResponseParser::refusesAtTheFirstByteThatAllowsIt()
{
    QFETCH(const QByteArray, bytes);
    ResponseHead head;
    QCOMPARE(ResponseParser().parseHead(viewOf(bytes.chopped(1)), head), ResponseParser::Status::Incomplete);
    QCOMPARE(ResponseParser().parseHead(viewOf(bytes), head), ResponseParser::Status::Error);
}

void TestResponseParser::limitsTheHead()
{
    constexpr qsizetype limit = ResponseParser::maximumHeadBytes;
    const auto headOfSize = [](qsizetype size) {
        const QByteArray start = "HTTP/1.1 200 OK\r\nX: "_ba;
        return start + QByteArray(size - start.size() - 4, 'a') + "\r\n\r\n";
    };
    ResponseHead head;
    QCOMPARE(
        ResponseParser().parseHead(viewOf(headOfSize(limit)), head), ResponseParser::Status::HeadComplete);
    QCOMPARE(ResponseParser().parseHead(viewOf(headOfSize(limit + 1)), head), ResponseParser::Status::Error);
    const QByteArray interim = "HTTP/1.1 100 Continue\r\n\r\n"_ba.repeated(limit / 25 + 1);
    QCOMPARE(ResponseParser().parseHead(viewOf(interim), head), ResponseParser::Status::Error);

    const QByteArray endless = headOfSize(limit + 1);
    ResponseParser parser;
    QCOMPARE(parser.parseHead(viewOf(endless.first(limit - 1)), head), ResponseParser::Status::Incomplete);
    QCOMPARE(parser.parseHead(viewOf(endless.first(limit)), head), ResponseParser::Status::Error);
}

void TestResponseParser::staysInErrorUntilReset()
{
    ResponseHead head;
    ResponseParser parser;
    QCOMPARE(parser.parseHead("x", head), ResponseParser::Status::Error);
    QCOMPARE(parser.parseHead("HTTP/1.1 200 OK\r\n\r\n", head), ResponseParser::Status::Error);
    parser.reset();
    QCOMPARE(parser.parseHead("HTTP/1.1 200 OK\r\n\r\n", head), ResponseParser::Status::HeadComplete);
}

void TestResponseParser::keepsTheFieldLines()
{
    const QByteArray bytes = "HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\n\r\n"_ba;
    QVERIFY(headOf(bytes).lines == "A: 1\r\nB: 2\r\n");
    const QByteArray bare = "HTTP/1.1 200 OK\r\n\r\n"_ba;
    QVERIFY(headOf(bare).lines.empty());
}

void TestResponseParser::measuresBodies_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("requestWasHead");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("complete");
    QTest::addColumn<quint64>("consumed");
    QTest::addColumn<quint64>("bodyBytes");
    const auto row = [](const char *name, const char *head, const char *bytes, bool complete,
                         quint64 consumed, quint64 bodyBytes, bool requestWasHead = false) {
        QTest::newRow(name) << QByteArray(head) << requestWasHead << QByteArray(bytes) << complete << consumed
                            << bodyBytes;
    };
    const char *const sized = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    const char *const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    row("sized body and more", sized, "helloHTTP/1.1", true, 5, 5);
    row("part of a sized body", sized, "hell", false, 4, 4);
    row("length of zero", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1", true, 0, 0);
    row("chunked body and more", chunked, "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nHTTP/1.1", true, 20, 5);
    row("part of a chunked body", chunked, "3\r\nab", false, 5, 2);
    row("body up to the end of the connection", "HTTP/1.1 200 OK\r\n\r\n", "hello", false, 5, 5);
    row("answer to HEAD", sized, "HTTP/1.1", true, 0, 0, true);
    row("chunked answer to HEAD", chunked, "HTTP/1.1", true, 0, 0, true);
    row("204 has no body", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1", true, 0, 0);
    row("304 has no body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1", true, 0, 0);
    row("304 without a length", "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1", true, 0, 0);
}

void TestResponseParser::measuresBodies()
{
    QFETCH(const QByteArray, head);
    QFETCH(const bool, requestWasHead);
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, complete);
    QFETCH(const quint64, consumed);
    QFETCH(const quint64, bodyBytes);

    BodyReader reader;
    reader.begin(headOf(head), requestWasHead);
    const BodyResult expected{complete ? BodyReader::Status::Complete : BodyReader::Status::Incomplete,
        std::size_t(consumed), bodyBytes};
    for (std::size_t pieceSize = 1; pieceSize <= std::size_t(bytes.size()); ++pieceSize)
        QVERIFY2(
            countBody(reader, viewOf(bytes), pieceSize) == expected, qPrintable(QString::number(pieceSize)));
    QCOMPARE(
        reader.endsWithConnection(), QTest::currentDataTag() == "body up to the end of the connection"_ba);
}

void TestResponseParser::refusesBrokenBodies()
{
    const QByteArray head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"_ba;
    for (const char *bytes :
        {"3\r\nabcX", "ffffffffffffffff\r\n", "00000000000000001\r\n", "3\n", "-1\r\n"}) {
        BodyReader reader;
        reader.begin(headOf(head), false);
        for (const std::size_t pieceSize : {std::size_t(1), std::size_t(100)})
            QCOMPARE(countBody(reader, bytes, pieceSize).status, BodyReader::Status::Error);
    }
}

void TestResponseParser::handsOutBodies()
{
    BodyReader reader;
    const QByteArray sized = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"_ba;
    reader.begin(headOf(sized), false);
    const ChunkedDecoder::Step data = reader.next("helloHTTP/1.1");
    QCOMPARE(data.status, ChunkedDecoder::Status::Data);
    QVERIFY(data.data == "hello");
    QCOMPARE(data.consumed, std::size_t(5));
    QCOMPARE(reader.next({}).status, ChunkedDecoder::Status::Complete);

    const QByteArray chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"_ba;
    reader.begin(headOf(chunked), false);
    QCOMPARE(reader.bodyBytes(), std::uint64_t(0));
    QVERIFY(reader.next("3\r\nabc\r\n0\r\n\r\n").data == "abc");
    QCOMPARE(reader.next("\r\n0\r\n\r\n").status, ChunkedDecoder::Status::Complete);
    QCOMPARE(reader.bodyBytes(), std::uint64_t(3));
}

void TestResponseParser::readsPipelinedAnswers()
{
    const QByteArray one = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"_ba;
    const QByteArray bytes = one.repeated(10);
    ResponseHead head;
    ResponseParser parser;
    BodyReader reader;
    std::string_view rest = viewOf(bytes);
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(parser.parseHead(rest, head), ResponseParser::Status::HeadComplete);
        rest.remove_prefix(parser.headLength());
        reader.begin(head, false);
        std::size_t consumed = 0;
        QCOMPARE(reader.take(rest, consumed), BodyReader::Status::Complete);
        rest.remove_prefix(consumed);
    }
    QVERIFY(rest.empty());
}

QTEST_APPLESS_MAIN(TestResponseParser)
#include "tst_responseparser.moc"
