// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responsehead.h"
#include "tests/http/feeding.h"

#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

class TestResponseHead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAWholeHead();
    void writesStatusLines_data();
    void writesStatusLines();
    void writesContentRanges();
    void appendsWithoutGrowingAWarmBuffer();
    void knowsTokens_data();
    void knowsTokens();
    void knowsFieldValues_data();
    void knowsFieldValues();
};

void TestResponseHead::writesAWholeHead()
{
    std::string out = "before";
    ResponseHeadWriter(out)
        .status(200)
        .field("Content-Type", "text/html; charset=utf-8")
        .field("Content-Length", std::uint64_t(31000))
        .date(formatHttpDate(784111777))
        .prepared("ETag: W/\"1\"\r\nAccept-Ranges: bytes\r\n")
        .prepared({})
        .end();
    QCOMPARE(bytesOf(out),
        "beforeHTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 31000\r\n"
        "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nETag: W/\"1\"\r\nAccept-Ranges: bytes\r\n\r\n"_ba);
}

void TestResponseHead::writesStatusLines_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("100") << 100 << "HTTP/1.1 100 Continue\r\n"_ba;
    QTest::newRow("200") << 200 << "HTTP/1.1 200 OK\r\n"_ba;
    QTest::newRow("404") << 404 << "HTTP/1.1 404 Not Found\r\n"_ba;
    QTest::newRow("505") << 505 << "HTTP/1.1 505 HTTP Version Not Supported\r\n"_ba;
    QTest::newRow("a code without a name") << 599 << "HTTP/1.1 599 \r\n"_ba;
}

void TestResponseHead::writesStatusLines()
{
    QFETCH(const int, status);
    QFETCH(const QByteArray, line);
    std::string out;
    ResponseHeadWriter(out).status(status);
    QCOMPARE(bytesOf(out), line);
}

void TestResponseHead::writesContentRanges()
{
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    std::string out;
    ResponseHeadWriter(out).contentRange(0, 9, 100).contentRange(largest - 1, largest - 1, largest);
    ResponseHeadWriter(out).unsatisfiedRange(0).unsatisfiedRange(largest);
    QCOMPARE(bytesOf(out),
        "Content-Range: bytes 0-9/100\r\n"
        "Content-Range: bytes 18446744073709551614-18446744073709551614/18446744073709551615\r\n"
        "Content-Range: bytes */0\r\nContent-Range: bytes */18446744073709551615\r\n"_ba);
}

void TestResponseHead::appendsWithoutGrowingAWarmBuffer()
{
    std::string out;
    out.reserve(512);
    const char *const memory = out.data();
    for (int i = 0; i < 100; ++i) {
        out.clear();
        ResponseHeadWriter(out).status(206).field("X", "y").contentRange(0, 9, 100).end();
    }
    QCOMPARE(out.data(), memory);
    QCOMPARE(out.capacity(), std::size_t(512));
}

void TestResponseHead::knowsTokens_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("token");
    QTest::newRow("letters and digits") << "azAZ09"_ba << true;
    QTest::newRow("all marks") << "!#$%&'*+-.^_`|~"_ba << true;
    QTest::newRow("nothing") << ""_ba << false;
    for (const char c : " \t\r\n\"(),/:;<=>?@[\\]{}\x7f\x80\xff"_ba)
        QTest::newRow("octet "_ba + QByteArray::number(uchar(c), 16)) << ("a"_ba + c + "b") << false;
    QTest::newRow("NUL") << "\0"_ba << false;
}

void TestResponseHead::knowsTokens()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, token);
    QCOMPARE(isToken(viewOf(text)), token);
}

void TestResponseHead::knowsFieldValues_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("value");
    QTest::newRow("nothing") << ""_ba << true;
    QTest::newRow("text with blanks") << "a b\tc"_ba << true;
    QTest::newRow("8-bit octets") << "\x80\xff"_ba << true;
    for (int c = 0; c <= 0x7f; c = c == 0x1f ? 0x7f : c + 1)
        QTest::newRow("octet "_ba + QByteArray::number(c, 16)) << ("a"_ba + char(c) + "b") << (c == '\t');
}

void TestResponseHead::knowsFieldValues()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, value);
    QCOMPARE(isFieldValue(viewOf(text)), value);
}

QTEST_APPLESS_MAIN(TestResponseHead)
#include "tst_responsehead.moc"
