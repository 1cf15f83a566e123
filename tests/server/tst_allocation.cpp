// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/websocketecho.h"
#include "tests/common/allocationcounter.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"
#include "tests/server/websocketclient.h"

using namespace servelab;
using namespace servelab::tests;

/// The path of a cached static answer allocates nothing.
class Allocation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCountSeesWhatAWorkerAllocates();
    void cachedAnswersAllocateNothing_data();
    void cachedAnswersAllocateNothing();
    void answersOfAHookAllocateNothing();
    void echoesOfSmallMessagesAllocateNothing();

private:
    Fixture m_fixture;
};

void Allocation::theCountSeesWhatAWorkerAllocates()
{
    const auto server = startServer(m_fixture.config());
    const quint64 before = allocationsOfOtherThreads;
    RawClient client(server->port());
    client.send(get("/a.txt"));
    QVERIFY(client.readAnswer());
    QVERIFY(allocationsOfOtherThreads > before);
}

void Allocation::cachedAnswersAllocateNothing_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("pipelined");
    QTest::addColumn<int>("count");
    QTest::newRow("small file") << get("/a.txt") << 200 << 1 << 100'000;
    QTest::newRow("small file, 16 in one packet") << get("/a.txt") << 200 << 16 << 100'000;
    QTest::newRow("file of 31,000 bytes") << get("/big.html") << 200 << 1 << 10'000;
    QTest::newRow("coded variant") << get("/big.html", "Accept-Encoding: gzip, br\r\n") << 200 << 1 << 10'000;
    QTest::newRow("range") << get("/big.html", "Range: bytes=100-199\r\n") << 206 << 1 << 10'000;
    QTest::newRow("not modified") << get("/a.txt", "If-None-Match: *\r\n") << 304 << 1 << 10'000;
    QTest::newRow("a browser's fields") << get("/index.html",
        "User-Agent: Mozilla/5.0\r\nAccept: text/html,*/*\r\n"
        "Accept-Language: en\r\nConnection: keep-alive\r\n")
                                        << 200 << 1 << 10'000;
    QTest::newRow("refused method") << request("PUT /a.txt") << 405 << 1 << 10'000;
}

void Allocation::cachedAnswersAllocateNothing()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(int, pipelined);
    QFETCH(int, count);
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    const auto server = startServer(config);
    RawClient client(server->port());
    const QByteArray bytes = request.repeated(pipelined);
    const auto ask = [&](int times) {
        for (int i = 0; i < times; i += pipelined) {
            client.send(bytes);
            for (int answered = 0; answered < pipelined; ++answered) {
                const auto answer = client.readAnswer();
                if (!answer || answer->status != status)
                    return false;
            }
        }
        return true;
    };
    quint64 before = 0;
    const auto isWarm = [&] { // the cache takes only what has not been written just now
        before = allocationsOfOtherThreads;
        return ask(500) && allocationsOfOtherThreads == before;
    };
    QTRY_VERIFY(isWarm());
    QVERIFY(ask(count));
    QCOMPARE(allocationsOfOtherThreads - before, 0u);
}

void Allocation::answersOfAHookAllocateNothing()
{
    class Hello : public server::SiteHooks
    {
    public:
        server::HookInterests interests() const override { return {.afterServe = false}; }
        void onRequest(server::HookedRequest &request, server::Responder responder) override
        {
            if (request.field("X-Post") && request.body() == "abc")
                std::move(responder).answer(m_head, "Hello, World!");
        }

    private:
        const server::AnswerHead m_head = server::AnswerHead().field("Content-Type", "text/plain");
    };
    server::Server server;
    server.setHooks(std::make_shared<Hello>());
    QVERIFY(server.deploy(m_fixture.config()));
    RawClient client(server.port());
    const QByteArray bytes = request("POST /", "X-Post: 1\r\nContent-Length: 3\r\n") + "abc";
    quint64 before = 0;
    for (int i = 0; i < 2000; ++i) {
        if (i == 500)
            before = allocationsOfOtherThreads;
        client.send(bytes);
        const auto answer = client.readAnswer();
        QVERIFY(answer && answer->body == "Hello, World!");
    }
    QCOMPARE(allocationsOfOtherThreads - before, 0u);
}

void Allocation::echoesOfSmallMessagesAllocateNothing()
{
    server::Server server;
    server.setHooks(std::make_shared<server::WebSocketEchoHooks>("/echo"));
    QVERIFY(server.deploy(m_fixture.config()));
    WebSocketClient client(server.port());
    QVERIFY(client.open().startsWith("HTTP/1.1 101"));
    const QByteArray message = WebSocketClient::text("twenty bytes of text");
    quint64 before = 0;
    for (int i = 0; i < 2000; ++i) {
        if (i == 500)
            before = allocationsOfOtherThreads;
        client.send(message.repeated(3));
        for (int echo = 0; echo < 3; ++echo)
            QCOMPARE(client.read().payload, "twenty bytes of text");
    }
    QCOMPARE(allocationsOfOtherThreads - before, 0u);
}

QTEST_GUILESS_MAIN(Allocation)
#include "tst_allocation.moc"
