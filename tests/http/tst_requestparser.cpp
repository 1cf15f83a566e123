// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/requestparser.h"
#include "tests/http/feeding.h"
#include "tests/http/requestcases.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

namespace {

QByteArray describe(const RequestHead &head)
{
    QByteArray text = bytesOf(head.methodToken) + ' ' + bytesOf(head.target) + ' '
        + QByteArray::number(head.minorVersion) + " framing " + QByteArray::number(int(head.framing)) + ' '
        + QByteArray::number(qulonglong(head.contentLength)) + " host " + bytesOf(head.host) + " flags "
        + QByteArray::number(head.closeRequested) + QByteArray::number(head.keepAliveRequested)
        + QByteArray::number(head.expectContinue) + QByteArray::number(head.expectUnknown);
    for (const FieldLine &field : head.fields())
        text += " [" + bytesOf(field.name) + "=" + bytesOf(field.value) + ']';
    return text;
}

/// Reader for differenceWhenCut().
class RequestReader
{
public:
    explicit RequestReader(const HeadLimits &limits)
        : m_limits(limits)
    {
    }

    QByteArray operator()(std::string_view bytes)
    {
        RequestHead head;
        switch (m_parser.parse(bytes, head, m_limits)) {
        case RequestParser::Status::Complete:
            return QByteArray::number(qulonglong(m_parser.headLength())) + ' ' + describe(head);
        case RequestParser::Status::Error:
            return "error " + QByteArray::number(int(m_parser.error()));
        case RequestParser::Status::Incomplete:
            break;
        }
        return {};
    }

private:
    RequestParser m_parser;
    HeadLimits m_limits;
};

QByteArray differenceWhenCut(const QByteArray &bytes, const HeadLimits &limits = {})
{
    return servelab::testing::differenceWhenCut([&limits] { return RequestReader(limits); }, bytes);
}

struct Parsed
{
    RequestParser parser;
    RequestHead head;
    RequestParser::Status status;

    explicit Parsed(const QByteArray &bytes, const HeadLimits &limits = {})
        : status(parser.parse(viewOf(bytes), head, limits))
    {
    }
};

} // namespace

class TestRequestParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersEveryCaseHoweverItIsCut_data();
    void answersEveryCaseHoweverItIsCut();
    void refusesAtTheFirstByteThatAllowsIt_data();
    void refusesAtTheFirstByteThatAllowsIt();
    void waitsForTheRestOfAHead_data();
    void waitsForTheRestOfAHead();
    void fillsTheHead();
    void readsFraming_data();
    void readsFraming();
    void readsConnectionOptions_data();
    void readsConnectionOptions();
    void readsExpectations_data();
    void readsExpectations();
    void countsHigherMinorVersionsAsOne_data();
    void countsHigherMinorVersionsAsOne();
    void holdsEachLimitExactly_data();
    void holdsEachLimitExactly();
    void holdsLimitsThatShrinkBetweenCalls();
    void leavesNothingOfTheHeadBefore();
    void cutsPipelinedHeadsOneByOne();
    void staysInErrorUntilReset();
    void isMidwayBetweenFirstAndLastByte();
    void givesEveryErrorItsStatus();
};

void TestRequestParser::answersEveryCaseHoweverItIsCut_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ParseError>("error");
    QTest::addColumn<int>("status");
    addRequestCases();
}

void TestRequestParser::answersEveryCaseHoweverItIsCut()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const ParseError, error);
    QFETCH(const int, status);

    const Parsed parsed(bytes);
    QCOMPARE(parsed.parser.error(), error);
    if (error == ParseError::None) {
        QCOMPARE(parsed.status, RequestParser::Status::Complete);
        QCOMPARE(parsed.parser.headLength(), std::size_t(bytes.size()));
    } else {
        QCOMPARE(parsed.status, RequestParser::Status::Error);
        QCOMPARE(statusOf(error), status);
    }
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::refusesAtTheFirstByteThatAllowsIt_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ParseError>("error");

    QTest::newRow("first byte of a TLS ClientHello") << "\x16"_ba << ParseError::BadMethod;
    QTest::newRow("first byte behind an empty line") << "\r\n\xff"_ba << ParseError::BadMethod;
    QTest::newRow("bare LF in the request line") << "GET /\n"_ba << ParseError::BareLineFeed;
    QTest::newRow("byte behind a bare CR") << "GET /\rx"_ba << ParseError::BareCarriageReturn;
    QTest::newRow("byte behind a CR where the head would end")
        << getLine + "\rX" << ParseError::BareCarriageReturn;
    QTest::newRow("first line of the HTTP/2 preface")
        << "PRI * HTTP/2.0\r\n"_ba << ParseError::BadRequestLine;
    QTest::newRow("empty line too many") << QByteArray("\r\n").repeated(5) << ParseError::BadRequestLine;
    QTest::newRow("request line over its limit") << QByteArray(8194, 'a') << ParseError::TargetTooLong;
    QTest::newRow("head over its limit")
        << (getLine + QByteArray(16384, 'a')).first(16384) << ParseError::HeadTooLarge;
    QTest::newRow("field line too many")
        << getLine + QByteArray("a:b\r\n").repeated(101) << ParseError::HeadTooLarge;
}

void TestRequestParser::refusesAtTheFirstByteThatAllowsIt()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const ParseError, error);

    QCOMPARE(Parsed(bytes.chopped(1)).status, RequestParser::Status::Incomplete);
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Error);
    QCOMPARE(parsed.parser.error(), error);
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::waitsForTheRestOfAHead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << ""_ba;
    QTest::newRow("a CR") << "\r"_ba;
    QTest::newRow("an empty line") << "\r\n"_ba;
    QTest::newRow("part of a method") << "GE"_ba;
    QTest::newRow("request line") << getLine;
    QTest::newRow("request line and Host") << getLine + hostLine;
    QTest::newRow("all but the last LF") << getLine + hostLine + "\r";
    QTest::newRow("part of the HTTP/2 preface") << "PRI * HTTP/2.0\r"_ba;
    QTest::newRow("a broken field line without its end") << getLine + " broken";
}

void TestRequestParser::waitsForTheRestOfAHead()
{
    QFETCH(const QByteArray, bytes);
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Incomplete);
    QCOMPARE(parsed.parser.error(), ParseError::None);
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::fillsTheHead()
{
    const QByteArray bytes = "POST /a/b?c=d HTTP/1.1\r\nhOsT:example.test:8080\r\nX-Empty:\r\n"
                             "X-Blanks: \t two words\t \r\nx-empty: again\r\n\r\nbody"_ba;
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Complete);
    QCOMPARE(parsed.parser.headLength(), std::size_t(bytes.size() - 4));
    const RequestHead &head = parsed.head;
    QCOMPARE(head.method, Method::Post);
    QVERIFY(head.methodToken == "POST");
    QVERIFY(head.target == "/a/b?c=d");
    QCOMPARE(head.minorVersion, 1);
    QVERIFY(head.host == "example.test:8080");
    QCOMPARE(head.fields().size(), 4U);
    QVERIFY(head.fields()[0].name == "hOsT");
    QVERIFY(head.fields()[2].value == "two words");
    QVERIFY(head.find("X-EMPTY").value().empty());
    QCOMPARE(head.count("X-Empty"), 2);
    QVERIFY(!head.find("X").has_value());
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::readsFraming_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<BodyFraming>("framing");
    QTest::addColumn<quint64>("length");
    const auto row = [](const char *name, const char *lines, BodyFraming framing, quint64 length = 0) {
        QTest::newRow(name) << QByteArray(lines) << framing << length;
    };
    row("no body", "X: y", BodyFraming::None);
    row("a length", "Content-Length: 42", BodyFraming::ContentLength, 42);
    row("a length of zero", "Content-Length: 0", BodyFraming::ContentLength, 0);
    row("D5 a length of 2^63", "Content-Length: 9223372036854775808", BodyFraming::ContentLength, 1ULL << 63);
    row("D6 leading zeros", "Content-Length: 003", BodyFraming::ContentLength, 3);
    row("D6 blanks around it", "Content-Length: \t42\t", BodyFraming::ContentLength, 42);
    row("chunked", "Transfer-Encoding: chunked", BodyFraming::Chunked);
    row("D12 chunked in upper case", "TRANSFER-ENCODING: CHUNKED", BodyFraming::Chunked);
    row("names of the same length are other fields", "Content-Lengty: 9\r\nTransfer-Encodinx: chunked",
        BodyFraming::None);
}

void TestRequestParser::readsFraming()
{
    QFETCH(const QByteArray, lines);
    QFETCH(const BodyFraming, framing);
    QFETCH(const quint64, length);
    const QByteArray bytes = withFields(lines);
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Complete);
    QCOMPARE(parsed.head.framing, framing);
    QCOMPARE(quint64(parsed.head.contentLength), length);
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::readsConnectionOptions_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<bool>("close");
    QTest::addColumn<bool>("keepAlive");
    const auto row
        = [](const char *name, const char *version, const char *lines, bool close, bool keepAlive) {
              QTest::newRow(name) << QByteArray(version) << QByteArray(lines) << close << keepAlive;
          };
    row("HTTP/1.1 stays open", "1.1", "X: y", false, false);
    row("B3 HTTP/1.0 closes", "1.0", "X: y", true, false);
    row("B4 HTTP/1.0 with keep-alive stays open", "1.0", "Connection: keep-alive", false, true);
    row("HTTP/1.0 with keep-alive and close closes", "1.0", "Connection: keep-alive, close", true, true);
    row("E4 Close in any case", "1.1", "Connection: Close", true, false);
    row("E4 close in a list", "1.1", "Connection: keep-alive, close", true, true);
    row("E4 close on a second line", "1.1", "Connection: keep-alive\r\nConnection: CLOSE", true, true);
    row("close between empty elements", "1.1", "Connection: , \tclose\t ,", true, false);
    row("a longer token is not close", "1.1", "Connection: closed, x-close", false, false);
    row("other options", "1.1", "Connection: Upgrade, HTTP2-Settings", false, false);
}

void TestRequestParser::readsConnectionOptions()
{
    QFETCH(const QByteArray, version);
    QFETCH(const QByteArray, lines);
    QFETCH(const bool, close);
    QFETCH(const bool, keepAlive);
    const QByteArray bytes = "GET / HTTP/"_ba + version + "\r\n" + hostLine + lines + "\r\n\r\n";
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Complete);
    QCOMPARE(parsed.head.closeRequested, close);
    QCOMPARE(parsed.head.keepAliveRequested, keepAlive);
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::readsExpectations_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("expectContinue");
    QTest::addColumn<bool>("expectUnknown");
    QTest::newRow("none") << withFields("X: y") << false << false;
    QTest::newRow("D26 100-continue") << withFields("Expect: 100-continue") << true << false;
    QTest::newRow("D26 in any case") << withFields("EXPECT: 100-Continue") << true << false;
    QTest::newRow("D27 another expectation") << withFields("Expect: foo") << false << true;
    QTest::newRow("both in a list") << withFields("Expect: 100-continue, foo") << true << true;
    QTest::newRow("both on two lines") << withFields("Expect: foo\r\nExpect: 100-continue") << true << true;
    QTest::newRow("empty") << withFields("Expect:") << false << false;
    QTest::newRow("D26 ignored in HTTP/1.0")
        << "PUT / HTTP/1.0\r\n"_ba + hostLine + "Expect: 100-continue\r\n\r\n"
        << false << false;
}

void TestRequestParser::readsExpectations()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, expectContinue);
    QFETCH(const bool, expectUnknown);
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Complete);
    QCOMPARE(parsed.head.expectContinue, expectContinue);
    QCOMPARE(parsed.head.expectUnknown, expectUnknown);
    QCOMPARE(differenceWhenCut(bytes), QByteArray());
}

void TestRequestParser::countsHigherMinorVersionsAsOne_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<int>("minorVersion");
    QTest::newRow("HTTP/1.0") << "HTTP/1.0"_ba << 0;
    QTest::newRow("HTTP/1.1") << "HTTP/1.1"_ba << 1;
    QTest::newRow("B6 HTTP/1.2") << "HTTP/1.2"_ba << 1;
    QTest::newRow("B6 HTTP/1.9") << "HTTP/1.9"_ba << 1;
}

void TestRequestParser::countsHigherMinorVersionsAsOne()
{
    QFETCH(const QByteArray, version);
    QFETCH(const int, minorVersion);
    const QByteArray bytes = withRequestLine("GET / " + version);
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Complete);
    QCOMPARE(parsed.head.minorVersion, minorVersion);
}

void TestRequestParser::holdsEachLimitExactly_data()
{
    QTest::addColumn<HeadLimits>("limits");
    QTest::addColumn<QByteArray>("fits");
    QTest::addColumn<QByteArray>("exceeds");
    QTest::addColumn<ParseError>("error");

    const auto target = [](int lineBytes) { return getTarget('/' + QByteArray(lineBytes - 14, 'a')); };
    QTest::newRow("request line") << HeadLimits{.requestLineBytes = 40} << target(40) << target(41)
                                  << ParseError::TargetTooLong;
    QTest::newRow("default request line")
        << HeadLimits{} << target(8192) << target(8193) << ParseError::TargetTooLong;
    const auto head = [](int bytes) {
        const QByteArray rest = withFields("X: ");
        return withFields("X: " + QByteArray(bytes - rest.size(), 'a'));
    };
    QTest::newRow("head") << HeadLimits{.headBytes = 100} << head(100) << head(101)
                          << ParseError::HeadTooLarge;
    QTest::newRow("default head") << HeadLimits{} << head(16384) << head(16385) << ParseError::HeadTooLarge;
    QTest::newRow("head behind empty lines") << HeadLimits{.headBytes = 100} << "\r\n\r\n" + head(100)
                                             << "\r\n\r\n" + head(101) << ParseError::HeadTooLarge;
    const auto lines
        = [](int count) { return getLine + hostLine + QByteArray("a:b\r\n").repeated(count - 1) + "\r\n"; };
    QTest::newRow("field lines") << HeadLimits{.fieldLines = 3} << lines(3) << lines(4)
                                 << ParseError::HeadTooLarge;
    QTest::newRow("default field lines")
        << HeadLimits{} << lines(100) << lines(101) << ParseError::HeadTooLarge;
    QTest::newRow("field lines never beyond the head's room")
        << HeadLimits{.fieldLines = 1000} << lines(128) << lines(129) << ParseError::HeadTooLarge;
    QTest::newRow("empty lines") << HeadLimits{.leadingEmptyLines = 1} << "\r\n" + getTarget("/")
                                 << "\r\n\r\n" + getTarget("/") << ParseError::BadRequestLine;
}

void TestRequestParser::holdsEachLimitExactly()
{
    QFETCH(const HeadLimits, limits);
    QFETCH(const QByteArray, fits);
    QFETCH(const QByteArray, exceeds);
    QFETCH(const ParseError, error);

    const Parsed inside(fits, limits);
    QCOMPARE(inside.status, RequestParser::Status::Complete);
    QCOMPARE(inside.parser.headLength(), std::size_t(fits.size()));
    const Parsed outside(exceeds, limits);
    QCOMPARE(outside.status, RequestParser::Status::Error);
    QCOMPARE(outside.parser.error(), error);
    QCOMPARE(differenceWhenCut(fits, limits), QByteArray());
    QCOMPARE(differenceWhenCut(exceeds, limits), QByteArray());
}

void TestRequestParser::holdsLimitsThatShrinkBetweenCalls()
{
    const QByteArray bytes = withFields("X: " + QByteArray(1000, 'a'));
    RequestHead head;
    RequestParser parser;
    QCOMPARE(parser.parse(viewOf(bytes.chopped(1)), head), RequestParser::Status::Incomplete);
    QCOMPARE(parser.parse(viewOf(bytes), head, {.headBytes = 100}), RequestParser::Status::Error);
    QCOMPARE(parser.error(), ParseError::HeadTooLarge);
}

void TestRequestParser::leavesNothingOfTheHeadBefore()
{
    const QByteArray first = "POST /first HTTP/1.0\r\n"_ba + hostLine
        + "Content-Length: 7\r\nConnection: close, keep-alive\r\nExpect: foo\r\nX: y\r\n\r\n";
    const QByteArray second = getTarget("/");
    RequestHead head;
    RequestParser parser;
    QCOMPARE(parser.parse(viewOf(first), head), RequestParser::Status::Complete);
    QCOMPARE(parser.parse(viewOf(second), head), RequestParser::Status::Complete);
    QCOMPARE(describe(head), describe(Parsed(second).head));
}

void TestRequestParser::cutsPipelinedHeadsOneByOne()
{
    QByteArray bytes;
    for (int i = 0; i < 16; ++i)
        bytes += getTarget("/" + QByteArray::number(i));
    RequestHead head;
    RequestParser parser;
    std::string_view rest = viewOf(bytes);
    for (int i = 0; i < 16; ++i) {
        QCOMPARE(parser.parse(rest, head), RequestParser::Status::Complete);
        QCOMPARE(bytesOf(head.target), "/" + QByteArray::number(i));
        rest.remove_prefix(parser.headLength());
    }
    QVERIFY(rest.empty());
    QCOMPARE(parser.parse(rest, head), RequestParser::Status::Incomplete);
}

void TestRequestParser::staysInErrorUntilReset()
{
    const QByteArray good = getTarget("/");
    RequestHead head;
    RequestParser parser;
    QCOMPARE(parser.parse("\n", head), RequestParser::Status::Error);
    QCOMPARE(parser.parse(viewOf(good), head), RequestParser::Status::Error);
    QCOMPARE(parser.error(), ParseError::BareLineFeed);
    parser.reset();
    QCOMPARE(parser.error(), ParseError::None);
    QCOMPARE(parser.parse(viewOf(good), head), RequestParser::Status::Complete);
}

void TestRequestParser::isMidwayBetweenFirstAndLastByte()
{
    const QByteArray bytes = getTarget("/");
    RequestHead head;
    RequestParser parser;
    QVERIFY(!parser.isMidway());
    for (qsizetype length = 1; length < bytes.size(); ++length) {
        QCOMPARE(parser.parse(viewOf(bytes.first(length)), head), RequestParser::Status::Incomplete);
        QVERIFY(parser.isMidway());
    }
    QCOMPARE(parser.parse(viewOf(bytes), head), RequestParser::Status::Complete);
    QVERIFY(!parser.isMidway());
}

void TestRequestParser::givesEveryErrorItsStatus()
{
    QCOMPARE(statusOf(ParseError::BareLineFeed), 400);
    QCOMPARE(statusOf(ParseError::BadHost), 400);
    QCOMPARE(statusOf(ParseError::LengthAndCoding), 400);
    QCOMPARE(statusOf(ParseError::BadTransferCoding), 400);
    QCOMPARE(statusOf(ParseError::TargetTooLong), 414);
    QCOMPARE(statusOf(ParseError::HeadTooLarge), 431);
    QCOMPARE(statusOf(ParseError::UnknownTransferCoding), 501);
    QCOMPARE(statusOf(ParseError::UnsupportedVersion), 505);
}

QTEST_APPLESS_MAIN(TestRequestParser)
#include "tst_requestparser.moc"
