// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/http/parsedrequest.h"
#include "tests/http/requestcases.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

/// Which heads are taken and refused, where the input is cut, and the limits.
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
