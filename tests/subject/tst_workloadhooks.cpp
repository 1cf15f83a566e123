// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/workloadhooks.h"

#include "core/server/server.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"
#include "tests/server/websocketclient.h"

#include <QTest>

using namespace servelab;
using namespace servelab::tests;

class TestWorkloadHooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameHasItsHooks();
    void anUnknownNameIsToldTheKnownOnes();
    void answers_data();
    void answers();
    void repeatedQueryKeepsTheOrderOfAThousandValues();
    void rangeHookChangesTheSelectedBytes();
    void headLargeHookSeesTheWholeRepresentation();
    void headersAreTenOf32Bytes();
    void responseHeaders_data();
    void responseHeaders();
    void simple_data();
    void simple();
    void webSocketEchoes();

private:
    std::unique_ptr<server::Server> start(const QString &name)
    {
        auto server = std::make_unique<server::Server>();
        server->setHooks(subject::makeWorkloadHooks(name).value());
        if (!server->deploy(m_fixture.config()))
            qFatal("cannot deploy");
        return server;
    }
    static Answer ask(const server::Server &server, const QByteArray &bytes)
    {
        RawClient client(server.port());
        client.send(bytes);
        return client.readAnswer(bytes.startsWith("HEAD")).value();
    }

    Fixture m_fixture;
};

void TestWorkloadHooks::everyNameHasItsHooks()
{
    const QStringList names = subject::workloadHookNames();
    QCOMPARE(names.size(), 13);
    for (const QString &name : names)
        QVERIFY2(subject::makeWorkloadHooks(name).value(), qPrintable(name));
}

void TestWorkloadHooks::anUnknownNameIsToldTheKnownOnes()
{
    const auto made = subject::makeWorkloadHooks(QStringLiteral("hallo"));
    QVERIFY(!made);
    QVERIFY(made.error().message.contains(QStringLiteral("hallo")));
    QVERIFY(made.error().remedy.contains(QStringLiteral("hello-world")));
}

void TestWorkloadHooks::answers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const QByteArray &bytes, int status, const QByteArray &body) {
        QTest::addRow("%s: %s", name, bytes.left(bytes.indexOf(" HTTP")).constData())
            << QString::fromLatin1(name) << bytes << status << body;
    };
    const auto post = [](const QByteArray &body) {
        return request("POST /", "Content-Length: " + QByteArray::number(body.size()) + "\r\n") + body;
    };
    row("request-hook", get("/"), 200, "text=0 bytes=0");
    row("request-hook", post("\xc3\xa9"), 200, "text=2 bytes=2");
    row("request-hook", post("\xff"), 200, "text=none bytes=1");
    row("repeated-query", get("/?v=a&x=b&v=c"), 200, "count=2 first=a last=c");
    row("repeated-query", get("/"), 200, "count=0");
    row("dynamic-hook", get("/items"), 200, R"({"method":"GET","path":"/items"})");
    row("hello-world", get("/"), 200, "Hello, World!");
    row("json-post", post(R"({"id":7,"message":"h\u00e9 \"you\""})"), 200,
        "{\"message\":\"h\xc3\xa9 \\\"you\\\"\"}");
    row("json-post", post("[]"), 400, "A JSON object with the field \"message\" is wanted.");
    row("cached", get("/"), 200, QByteArray(1024, 'c'));
    row("incoming-headers", get("/none", "X-1: a\r\nX-2: b\r\n"), 200, "none");
    row("incoming-headers", get("/host"), 200, "localhost");
    row("simple", get("/a.txt"), 200, Fixture::patterned(100));
    row("response-headers", get("/a.txt"), 200, Fixture::patterned(100));
    row("ws-echo", get("/a.txt"), 200, Fixture::patterned(100));
}

void TestWorkloadHooks::answers()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    const auto server = start(name);
    RawClient client(server->port());
    for (int i = 0; i < 3; ++i) {
        client.send(bytes);
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, status);
        QCOMPARE(answer->body, body);
    }
}

void TestWorkloadHooks::repeatedQueryKeepsTheOrderOfAThousandValues()
{
    const auto server = start(QStringLiteral("repeated-query"));
    QByteArray target = "/?v=0";
    for (int i = 1; i < 1000; ++i)
        target += "&v=" + QByteArray::number(i);
    QCOMPARE(ask(*server, get(target)).body, "count=1000 first=0 last=999");
}

void TestWorkloadHooks::rangeHookChangesTheSelectedBytes()
{
    const QByteArray large = Fixture::patterned(8 * 1024 * 1024);
    m_fixture.write("large.bin", large);
    const auto server = start(QStringLiteral("range-hook"));
    RawClient client(server->port());
    for (int round = 0; round < 3; ++round) {
        client.send(get("/large.bin", "Range: bytes=4194304-4194319\r\n"));
        const auto answer = client.readAnswer();
        QCOMPARE(answer->status, 206);
        QCOMPARE(answer->field("content-range"), "bytes 4194304-4194319/8388608");
        QCOMPARE(answer->field("x-hook-bytes"), "16");
        QCOMPARE(answer->field("x-ended"), QByteArray::number(round)); // once for each before
        QByteArray expected = large.mid(4'194'304, 16);
        for (char &byte : expected)
            byte = char(~byte);
        QCOMPARE(answer->body, expected);
    }
}

void TestWorkloadHooks::headLargeHookSeesTheWholeRepresentation()
{
    m_fixture.write("large.bin", Fixture::patterned(8 * 1024 * 1024));
    const auto server = start(QStringLiteral("head-large-hook"));
    RawClient client(server->port());
    client.send(request("HEAD /large.bin") + request("HEAD /large.bin"));
    for (int i = 0; i < 2; ++i) {
        const auto answer = client.readAnswer(true);
        QCOMPARE(answer->status, 200);
        QCOMPARE(answer->field("content-length"), "8388608");
        QCOMPARE(answer->field("x-hook-bytes"), "8388608");
        QVERIFY(answer->has("etag") && answer->has("last-modified"));
    }
}

void TestWorkloadHooks::headersAreTenOf32Bytes()
{
    const auto server = start(QStringLiteral("headers"));
    const Answer answer = ask(*server, get("/"));
    QCOMPARE(answer.body, "ok");
    int count = 0;
    for (const auto &[name, value] : answer.fields)
        count += name.size() == 32 && value.size() == 32;
    QCOMPARE(count, 10);
}

void TestWorkloadHooks::responseHeaders_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<int>("fields");
    QTest::addColumn<int>("length");
    QTest::newRow("few") << QByteArray("/few") << 10 << 16;
    QTest::newRow("medium") << QByteArray("/medium?length=0") << 50 << 0;
    QTest::newRow("many") << QByteArray("/many?length=100") << 600 << 100;
    QTest::newRow("a length that is no number") << QByteArray("/few?length=x") << 10 << 16;
}

void TestWorkloadHooks::responseHeaders()
{
    QFETCH(const QByteArray, target);
    QFETCH(const int, fields);
    QFETCH(const int, length);
    const auto server = start(QStringLiteral("response-headers"));
    const Answer answer = ask(*server, get(target));
    QCOMPARE(answer.body, "ok");
    for (int i = 0; i < fields; ++i)
        QCOMPARE(answer.field("x-" + QByteArray::number(i)), QByteArray(length, 'v'));
    QVERIFY(!answer.has("x-" + QByteArray::number(fields)));
}

void TestWorkloadHooks::simple_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("pieces");
    QTest::addColumn<bool>("isChunked");
    for (const int bytes : {0, 4, 1024, 102'400}) {
        for (const int pieces : {1, 4, 7}) {
            QTest::addRow("%d bytes, %d pieces, length", bytes, pieces) << bytes << pieces << false;
            QTest::addRow("%d bytes, %d pieces, chunked", bytes, pieces) << bytes << pieces << true;
        }
    }
}

void TestWorkloadHooks::simple()
{
    QFETCH(const int, bytes);
    QFETCH(const int, pieces);
    QFETCH(const bool, isChunked);
    const auto server = start(QStringLiteral("simple"));
    const QByteArray target = '/' + QByteArray::number(bytes) + '/' + QByteArray::number(pieces)
        + (isChunked ? "/chunked" : "/length");
    RawClient client(server->port());
    client.send(get(target) + get(target));
    for (int i = 0; i < 2; ++i) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, 200);
        QCOMPARE(answer->has("transfer-encoding"), isChunked);
        QCOMPARE(answer->body, QByteArray(bytes, 's'));
    }
    for (const QByteArray &bad :
        {target + "/x", QByteArray("/4/0/length"), QByteArray("/99999999999/1/length")})
        QCOMPARE(ask(*server, get(bad)).status, 404);
}

void TestWorkloadHooks::webSocketEchoes()
{
    const auto server = start(QStringLiteral("ws-echo"));
    WebSocketClient client(server->port());
    QVERIFY(client.open().startsWith("HTTP/1.1 101"));
    for (const qsizetype size : {20, 4096}) {
        const QByteArray message = Fixture::patterned(size);
        client.send(WebSocketClient::text(message));
        QCOMPARE(client.read().payload, message);
    }
}

QTEST_GUILESS_MAIN(TestWorkloadHooks)
#include "tst_workloadhooks.moc"
