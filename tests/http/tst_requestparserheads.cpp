// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/http/parsedrequest.h"
#include "tests/http/requestcases.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

/// What the parser makes of a head that is right.
class RequestParserHeads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsTheHead();
    void readsFraming_data();
    void readsFraming();
    void readsConnectionOptions_data();
    void readsConnectionOptions();
    void readsExpectations_data();
    void readsExpectations();
    void countsHigherMinorVersionsAsOne_data();
    void countsHigherMinorVersionsAsOne();
};

void RequestParserHeads::fillsTheHead()
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

void RequestParserHeads::readsFraming_data()
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

void RequestParserHeads::readsFraming()
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

void RequestParserHeads::readsConnectionOptions_data()
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

void RequestParserHeads::readsConnectionOptions()
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

void RequestParserHeads::readsExpectations_data()
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

void RequestParserHeads::readsExpectations()
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

void RequestParserHeads::countsHigherMinorVersionsAsOne_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<int>("minorVersion");
    QTest::newRow("HTTP/1.0") << "HTTP/1.0"_ba << 0;
    QTest::newRow("HTTP/1.1") << "HTTP/1.1"_ba << 1;
    QTest::newRow("B6 HTTP/1.2") << "HTTP/1.2"_ba << 1;
    QTest::newRow("B6 HTTP/1.9") << "HTTP/1.9"_ba << 1;
}

void RequestParserHeads::countsHigherMinorVersionsAsOne()
{
    QFETCH(const QByteArray, version);
    QFETCH(const int, minorVersion);
    const QByteArray bytes = withRequestLine("GET / " + version);
    const Parsed parsed(bytes);
    QCOMPARE(parsed.status, RequestParser::Status::Complete);
    QCOMPARE(parsed.head.minorVersion, minorVersion);
}

QTEST_APPLESS_MAIN(RequestParserHeads)
#include "tst_requestparserheads.moc"
