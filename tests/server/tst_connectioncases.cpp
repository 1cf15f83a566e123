// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

using namespace servelab;
using namespace servelab::tests;

/// What holds from one request of a connection to the next, and at its end: section E of the request cases.
class ConnectionCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void e1ThreeInOnePacket();
    void e2NothingIsAnsweredBehindClose();
    void e3GoodThenBroken();
    void e4ConnectionTokens_data();
    void e4ConnectionTokens();
    void e5OneByteAtATime_data();
    void e5OneByteAtATime();
    void e6HalfClosedClientGetsItsWholeAnswer_data();
    void e6HalfClosedClientGetsItsWholeAnswer();
    void e7EndInsideAHeadIsSilent();
    void e7EndInsideABodyIs400();
    void e12UpgradesAreIgnored();
    void e14AClientThatBreaksOffLeavesNothing();
    void aThousandPipelinedRequestsAreAnsweredInOrder();
    void aPipelineLargerThanAnyBufferIsAnsweredInOrder();
    void aFileThatShrinksWhileItIsSentIsNeverPadded();
    void aSlowUploadBehindAnEarlyRefusalDoesNotLoseTheAnswer();
    void keptConnectionsAreHinted_data();
    void keptConnectionsAreHinted();
    void aGreedyConnectionDoesNotHoldUpOthers();
    void countersTellWhatWasDone();

private:
    Fixture m_fixture;
    std::unique_ptr<server::Server> m_server;
};

void ConnectionCases::initTestCase()
{
    m_fixture.write("film.bin", Fixture::patterned(8'000'000));
    m_fixture.write("page.txt", Fixture::patterned(200'000));
    m_server = startServer(m_fixture.config());
}

void ConnectionCases::e1ThreeInOnePacket()
{
    RawClient client(m_server->port());
    client.send(get("/a.txt") + get("/missing") + get("/a.txt", "Connection: close\r\n"));
    for (const int status : {200, 404, 200}) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, status);
    }
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void ConnectionCases::e2NothingIsAnsweredBehindClose()
{
    RawClient client(m_server->port());
    client.send(get("/a.txt", "Connection: close\r\n") + get("/a.txt") + QByteArray(300'000, 'x'));
    const QByteArray everything = client.readToEnd();
    QCOMPARE(everything.count("HTTP/1.1 "), 1);
    QVERIFY(everything.startsWith("HTTP/1.1 200 "));
    QVERIFY(everything.endsWith(Fixture::patterned(100)));
    QCOMPARE(client.ending(), Ending::Closed);
}

void ConnectionCases::e3GoodThenBroken()
{
    RawClient client(m_server->port());
    client.send(get("/a.txt") + "BAD\r\n\r\n");
    const auto good = client.readAnswer();
    QVERIFY(good);
    QCOMPARE(good->status, 200);
    const auto broken = client.readAnswer();
    QVERIFY(broken);
    QCOMPARE(broken->status, 400);
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void ConnectionCases::e4ConnectionTokens_data()
{
    declareCases();
    addCase("any case", {get("/a.txt", "Connection: Close\r\n"), 200, Then::Closed});
    addCase("close wins over keep-alive",
        {get("/a.txt", "Connection: keep-alive, close\r\n"), 200, Then::Closed});
    addCase(
        "two lines", {get("/a.txt", "Connection: keep-alive\r\nConnection: close\r\n"), 200, Then::Closed});
}

void ConnectionCases::e4ConnectionTokens()
{
    QFETCH(Case, row);
    runCase(m_server->port(), row);
}

void ConnectionCases::e5OneByteAtATime_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::newRow("plain file") << get("/a.txt") << 200;
    QTest::newRow("body with a length") << request("POST /a.txt", "Content-Length: 5\r\n") + "abcde" << 405;
    QTest::newRow("chunked body") << request("POST /a.txt", "Transfer-Encoding: chunked\r\n")
            + "5\r\nabcde\r\n0\r\n\r\n"
                                  << 405;
}

void ConnectionCases::e5OneByteAtATime()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    RawClient client(m_server->port());
    for (const char byte : bytes)
        client.send(QByteArray(1, byte));
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, status);
    client.send(get("/a.txt"));
    QVERIFY(client.readAnswer());
}

void ConnectionCases::e6HalfClosedClientGetsItsWholeAnswer_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<qsizetype>("length");
    QTest::newRow("from memory") << QByteArray("/page.txt") << qsizetype(200'000);
    QTest::newRow("from a file") << QByteArray("/film.bin") << qsizetype(8'000'000);
}

void ConnectionCases::e6HalfClosedClientGetsItsWholeAnswer()
{
    QFETCH(QByteArray, path);
    QFETCH(qsizetype, length);
    RawClient client(m_server->port());
    client.send(get(path));
    client.shutdownWrite();
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QVERIFY(answer->body == Fixture::patterned(length));
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void ConnectionCases::e7EndInsideAHeadIsSilent()
{
    RawClient client(m_server->port());
    client.send("GET /a.txt HTTP/1.1\r\nHost: local");
    client.shutdownWrite();
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void ConnectionCases::e7EndInsideABodyIs400()
{
    RawClient client(m_server->port());
    client.send(request("POST /a.txt", "Content-Length: 10\r\n") + "abc");
    client.shutdownWrite();
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 400);
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void ConnectionCases::e12UpgradesAreIgnored()
{
    runCase(m_server->port(),
        {get("/a.txt", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"), 200,
            Then::Kept, {"!Upgrade"}, 100});
}

void ConnectionCases::e14AClientThatBreaksOffLeavesNothing()
{
    const auto before = m_server->counters();
    for (int round = 0; round < 20; ++round) {
        RawClient client(m_server->port());
        client.send(get("/film.bin"));
        QVERIFY(client.receive());
        client.reset();
    }
    QTRY_COMPARE(m_server->counters().connectionsAccepted, before.connectionsAccepted + 20);
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
    QCOMPARE(m_server->counters().answersByClass[5], 0u);
    QVERIFY(m_server->counters().bytesSent - before.bytesSent < 20u * 8'000'000u);
}

void ConnectionCases::aThousandPipelinedRequestsAreAnsweredInOrder()
{
    RawClient client(m_server->port());
    QByteArray bytes;
    for (int i = 0; i < 1000; ++i)
        bytes += get(i % 3 ? "/a.txt" : "/missing");
    client.send(bytes);
    for (int i = 0; i < 1000; ++i) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, i % 3 ? 200 : 404);
    }
}

void ConnectionCases::aPipelineLargerThanAnyBufferIsAnsweredInOrder()
{
    RawClient client(m_server->port(), 4096);
    for (int i = 0; i < 40; ++i)
        client.send(get("/page.txt") + get("/a.txt"));
    for (int i = 0; i < 40; ++i) {
        const auto page = client.readAnswer();
        const auto small = client.readAnswer();
        QVERIFY(page && small);
        QVERIFY(page->body == Fixture::patterned(200'000));
        QCOMPARE(small->body.size(), 100);
    }
}

void ConnectionCases::aFileThatShrinksWhileItIsSentIsNeverPadded()
{
    m_fixture.write("shrinking.bin", Fixture::patterned(8'000'000));
    RawClient client(m_server->port(), 4096);
    client.send(get("/shrinking.bin"));
    QVERIFY(client.receive());
    m_fixture.write("shrinking.bin", Fixture::patterned(1000));
    const auto answer = client.readAnswer();
    QVERIFY(!answer); // cut off
    QVERIFY(client.receivedBytes() < 8'000'000);
    QCOMPARE(client.ending(), Ending::Reset);
}

void ConnectionCases::aSlowUploadBehindAnEarlyRefusalDoesNotLoseTheAnswer()
{
    RawClient client(m_server->port());
    client.send(request("POST /a.txt", "Content-Length: 50000000\r\n"));
    const QByteArray part(100'000, 'u');
    qsizetype sent = 0;
    while (sent < 5'000'000 && client.send(part) == part.size())
        sent += part.size();
    QCOMPARE(sent, 5'000'000); // the server takes it, though it has refused it
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 413);
    QCOMPARE(client.waitForEnd(), Ending::Closed);
}

void ConnectionCases::keptConnectionsAreHinted_data()
{
    declareCases();
    addCase("who asks is told",
        {get("/a.txt", "Connection: keep-alive\r\n"), 200, Then::Kept,
            {"Connection: keep-alive", "Keep-Alive: timeout=5"}});
    addCase(
        "HTTP/1.1 keeps without a word", {get("/a.txt"), 200, Then::Kept, {"!Connection", "!Keep-Alive"}});
}

void ConnectionCases::keptConnectionsAreHinted()
{
    QFETCH(Case, row);
    runCase(m_server->port(), row);
}

void ConnectionCases::aGreedyConnectionDoesNotHoldUpOthers()
{
    RawClient greedy(m_server->port());
    const QByteArray burst = get("/a.txt").repeated(1000);
    greedy.send(get("/film.bin") + burst);
    RawClient modest(m_server->port());
    modest.send(get("/a.txt"));
    const auto answer = modest.readAnswer(); // while nobody reads what the other is owed
    QVERIFY(answer);
    QCOMPARE(answer->status, 200);
    const auto film = greedy.readAnswer();
    QVERIFY(film);
    QVERIFY(film->body == Fixture::patterned(8'000'000));
    for (int i = 0; i < 1000; ++i)
        QVERIFY(greedy.readAnswer());
}

void ConnectionCases::countersTellWhatWasDone()
{
    const auto server = startServer(m_fixture.config());
    RawClient client(server->port());
    const QByteArray bytes = get("/a.txt") + get("/missing") + request("POST /a.txt") + "\r\nBAD\r\n\r\n";
    client.send(bytes);
    const QByteArray answers = client.readToEnd();
    QTRY_COMPARE(server->counters().requests, 4u);
    const server::CounterSnapshot counters = server->counters();
    QCOMPARE(counters.connectionsAccepted, 1u);
    QCOMPARE(counters.answersByClass[2], 1u);
    QCOMPARE(counters.answersByClass[4], 3u);
    QCOMPARE(counters.bytesReceived, static_cast<quint64>(bytes.size()));
    QCOMPARE(counters.bytesSent, static_cast<quint64>(answers.size()));
    QCOMPARE(counters.serviceMicroseconds.totalCount(), 4u);
    QVERIFY(counters.cachedBytes >= 100);
    client.close();
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
}

QTEST_GUILESS_MAIN(ConnectionCases)
#include "tst_connectioncases.moc"
