// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/requesthead.h"
#include "tests/common/allocationcounter.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;
using servelab::tests::allocationsOfThisThread;

namespace {

const QByteArray browserHead
    = "GET /styles/site.css?v=3 HTTP/1.1\r\nHost: docs.test:8080\r\nConnection: keep-alive\r\n"
      "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n"
      "Accept: text/css,*/*;q=0.1\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\n"
      "If-None-Match: W/\"64-18bcfe568d0\"\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n";

} // namespace

class TestRequestHead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsMethodsByTheirExactToken_data();
    void knowsMethodsByTheirExactToken();
    void comparesWithoutCase_data();
    void comparesWithoutCase();
    void findsTheFirstLineOfAName();
    void findsFieldsInPlace();
    void parsesAndFindsWithoutAllocating();
};

void TestRequestHead::knowsMethodsByTheirExactToken_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<Method>("method");
    QTest::newRow("GET") << QByteArray("GET") << Method::Get;
    QTest::newRow("HEAD") << QByteArray("HEAD") << Method::Head;
    QTest::newRow("POST") << QByteArray("POST") << Method::Post;
    QTest::newRow("PUT") << QByteArray("PUT") << Method::Put;
    QTest::newRow("DELETE") << QByteArray("DELETE") << Method::Delete;
    QTest::newRow("PATCH") << QByteArray("PATCH") << Method::Patch;
    QTest::newRow("OPTIONS") << QByteArray("OPTIONS") << Method::Options;
    QTest::newRow("TRACE") << QByteArray("TRACE") << Method::Trace;
    QTest::newRow("CONNECT") << QByteArray("CONNECT") << Method::Connect;
    QTest::newRow("A7 another token") << QByteArray("BREW") << Method::Unknown;
    QTest::newRow("A8 lower case") << QByteArray("get") << Method::Unknown;
    QTest::newRow("mixed case") << QByteArray("Get") << Method::Unknown;
    QTest::newRow("a longer token") << QByteArray("GETS") << Method::Unknown;
    QTest::newRow("nothing") << QByteArray() << Method::Unknown;
}

void TestRequestHead::knowsMethodsByTheirExactToken()
{
    QFETCH(const QByteArray, token);
    QFETCH(const Method, method);
    QCOMPARE(methodFromToken(viewOf(token)), method);
}

void TestRequestHead::comparesWithoutCase_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<bool>("equal");
    QTest::newRow("the same") << QByteArray("Host") << QByteArray("Host") << true;
    QTest::newRow("another case") << QByteArray("hOST") << QByteArray("Host") << true;
    QTest::newRow("another letter") << QByteArray("Hose") << QByteArray("Host") << false;
    QTest::newRow("a prefix") << QByteArray("Hos") << QByteArray("Host") << false;
    QTest::newRow("both empty") << QByteArray() << QByteArray() << true;
    QTest::newRow("marks that differ by the case bit") << QByteArray("a@b[") << QByteArray("a`b{") << false;
    QTest::newRow("8-bit letters stay as they are") << QByteArray("\xc9") << QByteArray("\xe9") << false;
}

void TestRequestHead::comparesWithoutCase()
{
    QFETCH(const QByteArray, a);
    QFETCH(const QByteArray, b);
    QFETCH(const bool, equal);
    QCOMPARE(equalsIgnoringCase(viewOf(a), viewOf(b)), equal);
    QCOMPARE(equalsIgnoringCase(viewOf(b), viewOf(a)), equal);
}

void TestRequestHead::findsTheFirstLineOfAName()
{
    const QByteArray bytes = "GET / HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nx-a: 2\r\nX-AB: 3\r\n\r\n";
    const RequestHead head = parsedHead(bytes);
    QVERIFY(head.find("x-A") == "1");
    QVERIFY(head.find("X-AB") == "3");
    QVERIFY(!head.find("X"));
    QVERIFY(!head.find(""));
    QCOMPARE(head.count("X-A"), 2);
    QCOMPARE(head.count("X-B"), 0);
}

void TestRequestHead::findsFieldsInPlace()
{
    const RequestHead head = parsedHead(browserHead);
    const auto isInside = [](std::string_view view) {
        return view.data() >= browserHead.constData() && view.data() + view.size() <= browserHead.constEnd();
    };
    QVERIFY(isInside(head.methodToken));
    QVERIFY(isInside(head.target));
    QVERIFY(isInside(head.host));
    QVERIFY(isInside(head.find("accept-language").value()));
    for (const FieldLine &field : head.fields())
        QVERIFY(isInside(field.name) && isInside(field.value));
}

void TestRequestHead::parsesAndFindsWithoutAllocating()
{
    RequestHead head;
    RequestParser parser;
    const std::string_view bytes = viewOf(browserHead);
    const std::uint64_t before = allocationsOfThisThread;
    const auto half = parser.parse(bytes.substr(0, bytes.size() / 2), head);
    const auto whole = parser.parse(bytes, head);
    const auto found = head.find("If-None-Match");
    const std::uint64_t during = allocationsOfThisThread - before;

    QCOMPARE(half, RequestParser::Status::Incomplete);
    QCOMPARE(whole, RequestParser::Status::Complete);
    QVERIFY(found == "W/\"64-18bcfe568d0\"");
    QCOMPARE(during, 0U);
    ::operator delete(::operator new(1)); // called by name, so that no compiler leaves it out
    QVERIFY(allocationsOfThisThread > before);
}

QTEST_APPLESS_MAIN(TestRequestHead)
#include "tst_requesthead.moc"
