// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/target.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

class TestTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTargetsApart_data();
    void takesTargetsApart();
    void refusesOtherForms_data();
    void refusesOtherForms();
    void decodesPathsOnce_data();
    void decodesPathsOnce();
    void refusesBrokenPaths_data();
    void refusesBrokenPaths();
    void normalizesHosts_data();
    void normalizesHosts();
    void judgesAuthorities_data();
    void judgesAuthorities();
};

void TestTarget::takesTargetsApart_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<Method>("method");
    QTest::addColumn<TargetForm>("form");
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<bool>("hasQuery");
    const auto row = [](const char *name, const char *target, Method method, TargetForm form,
                         const char *authority, const char *path, const char *query, bool hasQuery) {
        QTest::newRow(name) << QByteArray(target) << method << form << QByteArray(authority)
                            << QByteArray(path) << QByteArray(query) << hasQuery;
    };
    using enum TargetForm;
    row("A1 plain path", "/a.txt", Method::Get, Origin, "", "/a.txt", "", false);
    row("root", "/", Method::Get, Origin, "", "/", "", false);
    row("A4 asterisk with OPTIONS", "*", Method::Options, Asterisk, "", "", "", false);
    row("A6 authority with CONNECT", "localhost:80", Method::Connect, Authority, "localhost:80", "", "",
        false);
    row("v6 authority with CONNECT", "[::1]:443", Method::Connect, Authority, "[::1]:443", "", "", false);
    row("A9 absolute-form", "http://localhost/a.txt", Method::Get, Absolute, "localhost", "/a.txt", "",
        false);
    row("absolute-form in capitals", "HTTP://LocalHost:80/A?b", Method::Get, Absolute, "LocalHost:80", "/A",
        "b", true);
    row("https", "https://docs.test/x", Method::Get, Absolute, "docs.test", "/x", "", false);
    row("A11 absolute-form without a path", "http://localhost", Method::Get, Absolute, "localhost", "/", "",
        false);
    row("absolute-form with a query alone", "http://localhost?a/b", Method::Get, Absolute, "localhost", "/",
        "a/b", true);
    row("absolute-form with OPTIONS", "http://localhost/x", Method::Options, Absolute, "localhost", "/x", "",
        false);
    row("A15 two leading slashes", "//evil.test/a.txt", Method::Get, Origin, "", "//evil.test/a.txt", "",
        false);
    row("A19 query", "/a.txt?../../x", Method::Get, Origin, "", "/a.txt", "../../x", true);
    row("empty query", "/a.txt?", Method::Get, Origin, "", "/a.txt", "", true);
    row("second question mark", "/a?b?c", Method::Get, Origin, "", "/a", "b?c", true);
    row("an address inside a path", "/http://x/", Method::Get, Origin, "", "/http://x/", "", false);
}

void TestTarget::takesTargetsApart()
{
    QFETCH(const QByteArray, target);
    QFETCH(const Method, method);
    QFETCH(const TargetForm, form);
    QFETCH(const QByteArray, authority);
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, query);
    QFETCH(const bool, hasQuery);

    Target parsed;
    parsed.authority = "left over";
    parsed.hasQuery = true;
    QCOMPARE(parseTarget(viewOf(target), method, parsed), TargetError::None);
    QCOMPARE(parsed.form, form);
    QCOMPARE(bytesOf(parsed.authority), authority);
    QCOMPARE(bytesOf(parsed.rawPath), path);
    QCOMPARE(bytesOf(parsed.query), query);
    QCOMPARE(parsed.hasQuery, hasQuery);
}

void TestTarget::refusesOtherForms_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<Method>("method");
    const auto row = [](const char *name, const char *target, Method method = Method::Get) {
        QTest::newRow(name) << QByteArray(target) << method;
    };
    row("A5 asterisk with GET", "*");
    row("asterisk with more", "*x", Method::Options);
    row("A6 CONNECT with a path", "/", Method::Connect);
    row("CONNECT with an address", "http://localhost:80/", Method::Connect);
    row("CONNECT without a port", "localhost", Method::Connect);
    row("CONNECT with an empty port", "localhost:", Method::Connect);
    row("CONNECT with userinfo", "u@localhost:80", Method::Connect);
    row("A12 foreign scheme", "ftp://localhost/a.txt");
    row("A12 userinfo", "http://u@localhost/");
    row("userinfo with a password", "http://u:p@localhost/");
    row("A13 relative target", "a.txt");
    row("A14 authority-form with GET", "localhost:80");
    row("no authority", "http:///a.txt");
    row("bad port", "http://localhost:65536/");
    row("open bracket", "http://[::1/");
    row("one slash behind the scheme", "http:/localhost/");
    row("query alone", "?a=b");
    row("nothing", "");
}

void TestTarget::refusesOtherForms()
{
    QFETCH(const QByteArray, target);
    QFETCH(const Method, method);
    Target parsed;
    QCOMPARE(parseTarget(viewOf(target), method, parsed), TargetError::BadForm);
}

void TestTarget::decodesPathsOnce_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("decoded");
    const auto row = [](const char *name, const QByteArray &path, const QByteArray &decoded) {
        QTest::newRow(name) << path << decoded;
    };
    row("plain", "/a.txt", "/a.txt");
    row("F2 decoded once only", "/%252e%252e%252fx", "/%2e%2e%2fx");
    row("F1 dots and slashes in either case", "/%2e%2E%2f%2F%5c", "/..//\\");
    row("F7 encoded CRLF", "/a%0d%0aX:y", "/a\r\nX:y");
    row("F8 percent sign", "/100%25.txt", "/100%.txt");
    row("F8 question mark", "/q%3F.txt", "/q?.txt");
    row("F8 plus stays a plus", "/a+b%2Bc.txt", "/a+b+c.txt");
    row("F8 space", "/sp%20ace.txt", "/sp ace.txt");
    row("F8 two bytes of UTF-8", "/caf%C3%A9.txt", "/caf\xc3\xa9.txt");
    row("shortest forms at every boundary", "/%7f%c2%80%df%bf%e0%a0%80%ef%bf%bf%f0%90%80%80",
        "/\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80");
    row("around the surrogates", "/%ed%9f%bf%ee%80%80", "/\xed\x9f\xbf\xee\x80\x80");
    row("U+10FFFF", "/%f4%8f%bf%bf", "/\xf4\x8f\xbf\xbf");
    row("escapes side by side with bytes", "/\xc3%a9", "/\xc3\xa9");
    row("nothing", "", "");
}

void TestTarget::decodesPathsOnce()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, decoded);
    std::string out = "left over";
    QCOMPARE(decodePath(viewOf(path), out), TargetError::None);
    QCOMPARE(bytesOf(out), decoded);
}

void TestTarget::refusesBrokenPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<TargetError>("error");
    const auto row = [](const char *name, const char *path, TargetError error = TargetError::BadEscape) {
        QTest::newRow(name) << QByteArray(path) << error;
    };
    row("F5 NUL", "/a.txt%00", TargetError::NulByte);
    row("F5 NUL before a suffix", "/.env%00.png", TargetError::NulByte);
    row("F6 percent sign alone", "/%");
    row("F6 no hex digits", "/%zz");
    row("F6 one hex digit", "/%2");
    row("one hex digit and a letter", "/%2g");
    row("a sign is no hex digit", "/%+1");
    row("F6 Latin-1", "/caf%E9.txt");
    row("F6 overlong dot", "/%c0%ae%c0%ae/x");
    row("overlong in three bytes", "/%e0%80%af");
    row("overlong in three bytes, the last one", "/%e0%9f%bf");
    row("overlong in four bytes", "/%f0%80%80%af");
    row("overlong in four bytes, the last one", "/%f0%8f%bf%bf");
    row("overlong NUL", "/%c0%80");
    row("first surrogate", "/%ed%a0%80");
    row("last surrogate", "/%ed%bf%bf");
    row("above U+10FFFF", "/%f4%90%80%80");
    row("lead byte that no form has", "/%f5%80%80%80");
    row("continuation alone", "/%80");
    row("cut in two bytes", "/%c3");
    row("cut in three bytes", "/%e2%82");
    row("cut in four bytes", "/%f0%9f%98");
    row("lead byte before a letter", "/%c3x");
    row("raw bytes that are not UTF-8", "/\xff");
}

void TestTarget::refusesBrokenPaths()
{
    QFETCH(const QByteArray, path);
    QFETCH(const TargetError, error);
    std::string out;
    QCOMPARE(decodePath(viewOf(path), out), error);
}

void TestTarget::normalizesHosts_data()
{
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QByteArray>("host");
    QTest::newRow("C16 case and port") << "DOCS.test:1"_ba << "docs.test"_ba;
    QTest::newRow("plain") << "main.test"_ba << "main.test"_ba;
    QTest::newRow("empty port") << "main.test:"_ba << "main.test"_ba;
    QTest::newRow("C17 trailing dot stays") << "main.test."_ba << "main.test."_ba;
    QTest::newRow("C15 v6 address keeps its brackets") << "[::1]:80"_ba << "[::1]"_ba;
    QTest::newRow("v6 address in capitals without a port") << "[2001:DB8::A]"_ba << "[2001:db8::a]"_ba;
    QTest::newRow("v4 address") << "127.0.0.1:8080"_ba << "127.0.0.1"_ba;
}

void TestTarget::normalizesHosts()
{
    QFETCH(const QByteArray, authority);
    QFETCH(const QByteArray, host);
    std::string out = "left over";
    normalizeHost(viewOf(authority), out);
    QCOMPARE(bytesOf(out), host);
}

void TestTarget::judgesAuthorities_data()
{
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<bool>("valid");
    for (const char *good : {"localhost", "localhost:0", "localhost:65535", "localhost:", "a.b-c_d~e",
             "a%20b", "a;b", "1.2.3.4", "[::]", "[::1]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]",
             "[::2:3:4:5:6:7:8]", "[1::8]:443", "[::1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[FE80::1]"})
        QTest::newRow(qPrintable("good: "_L1 + QLatin1StringView(good))) << QByteArray(good) << true;
    for (const char *bad :
        {"", ":80", "localhost:65536", "localhost:18446744073709551696", "localhost:-1", "localhost:+80",
            "localhost:8 0", "localhost:80:80", "u@h", "a/b", "a?b", "a#b", "a,b", "a b", "a\\b", "a%", "a%4",
            "a%4g", "[", "[]", "]", "[::1", "::1", "[::1]80", "[1]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]",
            "[1::2::3]", "[:::]", "[:1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:]", "[12345::]", "[g::]", "[::1.2.3]",
            "[::1.2.3.256]", "[::1.2.3.04]", "[1.2.3.4::]", "[1.2.3.4]", "[fe80::1%eth0]", "[v1.a]", "[::1]]",
            "[1:2:3:4:5:6:7:8:]", "[::1:]", "[1:2:3:4:5:6:7:1.2.3.4]", "[1:2:3:4::5:6:7:8]"})
        QTest::newRow(qPrintable("bad: "_L1 + QLatin1StringView(bad))) << QByteArray(bad) << false;
}

void TestTarget::judgesAuthorities()
{
    QFETCH(const QByteArray, authority);
    QFETCH(const bool, valid);
    QCOMPARE(isValidAuthority(viewOf(authority)), valid);
}

QTEST_APPLESS_MAIN(TestTarget)
#include "tst_target.moc"
