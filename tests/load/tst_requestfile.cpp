// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::load;

namespace {

const QByteArray hashDigits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

base::Expected<QList<PlannedRequest>> har(
    const QByteArray &entries, HarOrigins origins, const char *target = "http://localhost:8080/")
{
    return requestsFromHar(
        "{\"log\": {\"entries\": [" + entries + "]}}", QUrl(QString::fromLatin1(target)), origins);
}

} // namespace

class TestRequestFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAndArraysAreAlike_data();
    void linesAndArraysAreAlike();
    void everyKey();
    void bodiesComeFromFiles();
    void headersMayOccurTwice();
    void faultsNameTheirPlace_data();
    void faultsNameTheirPlace();
    void harInItsOrder();
    void harOfOneOrigin();
    void harOfAllOrigins();
    void harBodies();
    void harFaults_data();
    void harFaults();
};

void TestRequestFile::linesAndArraysAreAlike_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("lines") << QByteArray(
        "{\"path\": \"/a\"}\n\n# a remark\n{\"path\": \"/b\", \"weight\": 3}\n");
    QTest::newRow("lines as Windows ends them")
        << QByteArray("{\"path\": \"/a\"}\r\n{\"path\": \"/b\", \"weight\": 3}");
    QTest::newRow("an array") << QByteArray("\n [{\"path\": \"/a\"}, {\"path\": \"/b\",\n \"weight\": 3}]");
}

void TestRequestFile::linesAndArraysAreAlike()
{
    QFETCH(QByteArray, text);
    const auto requests = requestsFromJson(text, {});
    QVERIFY2(requests, requests ? "" : qPrintable(requests.error().message));
    QCOMPARE(requests->size(), 2);
    QCOMPARE(requests->at(0), PlannedRequest{.target = "/a"});
    QCOMPARE(requests->at(1), (PlannedRequest{.target = "/b", .weight = 3}));
}

void TestRequestFile::everyKey()
{
    const auto requests = requestsFromJson(
        R"({"name": "n", "method": "PUT", "path": "/p?q=1", "headers": {"A": "b"}, "body": "é", "weight": 2,)"
        R"( "expect": {"status": 201, "bytes": 0, "sha256": ")"
            + hashDigits + "\"}}",
        {});
    QVERIFY2(requests, requests ? "" : qPrintable(requests.error().message));
    const PlannedRequest expected{QStringLiteral("n"), "PUT", "/p?q=1", {{"A", "b"}}, "é", 2,
        {201, 0, QByteArray::fromHex(hashDigits)}};
    QCOMPARE(requests->first(), expected);
}

void TestRequestFile::bodiesComeFromFiles()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("body.bin")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray body("\0\xff\r\n", 4);
    file.write(body);
    file.close();
    const auto requests = requestsFromJson(R"({"path": "/", "bodyFile": "body.bin"})", folder.path());
    QVERIFY2(requests, requests ? "" : qPrintable(requests.error().message));
    QCOMPARE(requests->first().body, body);
}

void TestRequestFile::headersMayOccurTwice()
{
    const auto requests
        = requestsFromJson(R"({"path": "/", "headers": [["Cookie", "a=1"], ["Cookie", "b=2"]]})", {});
    QVERIFY(requests);
    QCOMPARE(requests->first().fields, (QList<RequestField>{{"Cookie", "a=1"}, {"Cookie", "b=2"}}));
}

void TestRequestFile::faultsNameTheirPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const char *text, const char *part) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(part);
    };
    row("nothing", "\n# only a remark\n", "no request");
    row("an empty array", "[]", "no request");
    row("a line that is not JSON", "{\"path\": \"/\"}\npath: /\n", "Line 2: this is not a JSON object");
    row("an array that does not end", "[{\"path\": \"/\"}", "at byte");
    row("a request that is a number", "[{\"path\": \"/\"}, 7]", "Request 2: It has no \"path\"");
    row("no path", "{\"method\": \"GET\"}", "Line 1: It has no \"path\"");
    row("a misspelt key", "{\"path\": \"/\", \"wieght\": 2}", "Line 1: \"wieght\" is not known");
    row("a misspelt expectation", "{\"path\": \"/\", \"expect\": {\"state\": 2}}", "\"state\" is not known");
    row("a path that is a number", "{\"path\": 7}", "\"path\" is not text");
    row("half a weight", "{\"path\": \"/\", \"weight\": 0.5}", "\"weight\" is not a whole number from 1");
    row("no weight", "{\"path\": \"/\", \"weight\": 0}", "\"weight\" is not a whole number from 1");
    row("headers that are text", "{\"path\": \"/\", \"headers\": \"A: b\"}", "\"headers\"");
    row("a header that is a number", "{\"path\": \"/\", \"headers\": {\"A\": 1}}", "header");
    row("two bodies", "{\"path\": \"/\", \"body\": \"a\", \"bodyFile\": \"b\"}", "both");
    row("a body that is not there", "{\"path\": \"/\", \"bodyFile\": \"/no/such/file\"}", "/no/such/file");
    row("a status that is none", "{\"path\": \"/\", \"expect\": {\"status\": 100}}", "\"status\"");
    row("a hash that is none", "{\"path\": \"/\", \"expect\": {\"sha256\": \"abc\"}}", "SHA-256");
}

void TestRequestFile::faultsNameTheirPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const auto requests = requestsFromJson(text, {});
    QVERIFY(!requests);
    QVERIFY2(requests.error().message.contains(part), qPrintable(requests.error().message));
}

void TestRequestFile::harInItsOrder()
{
    const auto requests = har(
        R"({"request": {"method": "GET", "url": "http://localhost:8080/b?x=%20y#f", "headers": [
             {"name": ":authority", "value": "localhost"}, {"name": "Host", "value": "localhost"},
             {"name": "connection", "value": "keep-alive"}, {"name": "Accept", "value": "text/html"},
             {"name": "Content-Length", "value": "3"}]}},
           {"request": {"method": "GET", "url": "data:text/plain,hi"}},
           {"request": {"method": "HEAD", "url": "http://localhost:8080"}})",
        HarOrigins::OfTarget);
    QVERIFY2(requests, requests ? "" : qPrintable(requests.error().message));
    QCOMPARE(requests->size(), 2);
    QCOMPARE(requests->at(0).target, "/b?x=%20y");
    QCOMPARE(requests->at(0).name, QStringLiteral("GET /b"));
    QCOMPARE(requests->at(0).fields, (QList<RequestField>{{"Accept", "text/html"}}));
    QCOMPARE(requests->at(1).method, "HEAD");
    QCOMPARE(requests->at(1).target, "/");
}

void TestRequestFile::harOfOneOrigin()
{
    const QByteArray entries = R"({"request": {"url": "http://localhost:8080/a"}},
        {"request": {"url": "https://localhost:8080/b"}}, {"request": {"url": "http://localhost/c"}},
        {"request": {"url": "http://other.test:8080/d"}}, {"request": {"url": "http://LOCALHOST:8080/e"}})";
    const auto requests = har(entries, HarOrigins::OfTarget);
    QVERIFY(requests);
    QCOMPARE(requests->size(), 2);
    QCOMPARE(requests->at(1).target, "/e");
    const auto none = har(entries, HarOrigins::OfTarget, "http://127.0.0.1:9/");
    QVERIFY(!none);
    QVERIFY2(none.error().message.contains(QStringLiteral("http://other.test:8080")),
        qPrintable(none.error().message));
}

void TestRequestFile::harOfAllOrigins()
{
    const auto requests = har(R"({"request": {"url": "https://example.org/a"}},
        {"request": {"url": "http://cdn.example.org:81/b"}})",
        HarOrigins::All);
    QVERIFY(requests);
    QCOMPARE(requests->size(), 2);
    QCOMPARE(requests->at(1).target, "/b");
}

void TestRequestFile::harBodies()
{
    const auto requests = har(R"({"request": {"method": "POST", "url": "http://localhost:8080/a",
             "postData": {"mimeType": "application/json", "text": "{\"k\": \"ü\"}"}}},
           {"request": {"method": "POST", "url": "http://localhost:8080/b",
             "postData": {"params": [{"name": "a b", "value": "1&2"}, {"name": "c", "value": ""}]}}})",
        HarOrigins::OfTarget);
    QVERIFY(requests);
    QCOMPARE(requests->at(0).body, "{\"k\": \"ü\"}");
    QCOMPARE(requests->at(1).body, "a%20b=1%262&c=");
}

void TestRequestFile::harFaults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("<html>");
    QTest::newRow("another document") << QByteArray("{\"path\": \"/\"}");
    QTest::newRow("entries that are none") << QByteArray("{\"log\": {\"entries\": 5}}");
    QTest::newRow("no entries") << QByteArray("{\"log\": {\"entries\": []}}");
    QTest::newRow("entries without requests") << QByteArray("{\"log\": {\"entries\": [1, {}, []]}}");
}

void TestRequestFile::harFaults()
{
    QFETCH(QByteArray, text);
    const auto requests = requestsFromHar(text, QUrl(QStringLiteral("http://localhost/")), HarOrigins::All);
    QVERIFY(!requests);
    QVERIFY(!requests.error().message.isEmpty());
    QVERIFY(!requests.error().remedy.isEmpty());
}

QTEST_GUILESS_MAIN(TestRequestFile)
#include "tst_requestfile.moc"
