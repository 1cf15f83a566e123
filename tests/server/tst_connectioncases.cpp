// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

using namespace servelab;
using namespace servelab::tests;

/// What holds from one request of a connection to the next, and at its end, beyond section E of the request
/// cases.
class ConnectionCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
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
