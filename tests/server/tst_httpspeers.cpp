// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/server/httpsfixture.h"

#include <QCoreApplication>
#include <QFile>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;

/// Clients that are slow, odd or careless.
class HttpsPeers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainHttpIsToldSo_data();
    void plainHttpIsToldSo();
    void aClientThatHasEndedItsSideGetsItsAnswer_data();
    void aClientThatHasEndedItsSideGetsItsAnswer();
    void theServerSaysThatItEnds_data();
    void theServerSaysThatItEnds();
    void aClientThatBreaksOffLeavesNothing();

    void aHandshakeByteByByteSucceeds();
    void recordsByteByByteAreRead();
    void aHandshakeHasItsTime();
    void aSilentConnectionHasItsTime();
    void slowHandshakesDoNotHoldUpOthers();

    void aReaderThatStopsCostsLittle();

private:
    HttpsFixture m_fixture;
};

void HttpsPeers::plainHttpIsToldSo_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a request") << get("/a.txt");
    QTest::newRow("two requests") << get("/a.txt") + get("/a.txt");
    QTest::newRow("a request with much behind it")
        << request("POST /a.txt", "Content-Length: 500000\r\n") + QByteArray(500'000, 'x');
    QTest::newRow("half a request") << QByteArray("GE");
    QTest::newRow("an empty line first") << "\r\n" + get("/a.txt");
}

void HttpsPeers::plainHttpIsToldSo()
{
    QFETCH(QByteArray, bytes);
    const auto server = startServer(m_fixture.httpsConfig());
    RawClient client(server->httpsPort());
    client.send(bytes);
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 400);
    QCOMPARE(answer->field("connection"), "close");
    QCOMPARE(answer->field("content-type"), "text/plain; charset=utf-8");
    QVERIFY2(answer->body.contains("https://"), answer->body.constData());
    QCOMPARE(client.waitForEnd(), Ending::Closed);
    QTRY_COMPARE(server->counters().answersByClass[4], 1u);
    verifyServes(*server);
}

void HttpsPeers::aClientThatHasEndedItsSideGetsItsAnswer_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<bool>("notice");
    QTest::addColumn<bool>("end");
    QTest::newRow("close_notify and FIN, TLS 1.3") << TLS1_3_VERSION << true << true;
    QTest::newRow("close_notify and FIN, TLS 1.2") << TLS1_2_VERSION << true << true;
    QTest::newRow("FIN alone, TLS 1.3") << TLS1_3_VERSION << false << true;
    QTest::newRow("FIN alone, TLS 1.2") << TLS1_2_VERSION << false << true;
    QTest::newRow("close_notify alone, TLS 1.3") << TLS1_3_VERSION << true << false;
}

void HttpsPeers::aClientThatHasEndedItsSideGetsItsAnswer()
{
    QFETCH(int, version);
    QFETCH(bool, notice);
    QFETCH(bool, end);
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.version = version, .receiveBuffer = 4096});
    QVERIFY(client.handshake());
    QByteArray bytes = client.encrypt(get("/two-mebibytes.bin"));
    if (notice) {
        SSL_shutdown(client.ssl());
        bytes += client.takeOutput(); // in the same packet as the request
    }
    client.socket().send(bytes);
    if (end)
        client.socket().shutdownWrite();
    const TlsClient::Whole answer = client.readAnswer();
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.body == Fixture::patterned(2 * 1024 * 1024));
    QVERIFY(client.readToEnd().isEmpty());
    QVERIFY(client.hasCloseNotify());
    QCOMPARE(client.socket().waitForEnd(), Ending::Closed);
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
}

void HttpsPeers::theServerSaysThatItEnds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("behind the last answer") << get("/a.txt", "Connection: close\r\n");
    QTest::newRow("when the connection has been idle") << get("/a.txt");
}

void HttpsPeers::theServerSaysThatItEnds()
{
    QFETCH(QByteArray, bytes);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.timeouts.keepAlive = 300ms;
    const auto server = startServer(config);
    TlsClient client(server->httpsPort());
    QVERIFY(client.handshake());
    client.send(bytes);
    QCOMPARE(client.readAnswer().status, 200);
    QVERIFY(client.readToEnd().isEmpty());
    QVERIFY(client.hasCloseNotify());
    QCOMPARE(client.readError(), SSL_ERROR_ZERO_RETURN);
}

void HttpsPeers::aClientThatBreaksOffLeavesNothing()
{
    const auto server = startServer(m_fixture.httpsConfig());
    for (int i = 0; i < 20; ++i) {
        TlsClient client(server->httpsPort(), {.receiveBuffer = 4096});
        QVERIFY(client.handshake());
        client.send(get("/two-mebibytes.bin").repeated(4));
        QVERIFY(!client.read().isEmpty());
        client.socket().reset();
    }
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    verifyServes(*server);
}

void HttpsPeers::aHandshakeByteByByteSucceeds()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort());
    for (const char byte : client.hello())
        client.socket().send(QByteArray(1, byte));
    QVERIFY(client.handshake());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 200);
}

void HttpsPeers::recordsByteByByteAreRead()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort());
    QVERIFY(client.handshake());
    QByteArray bytes = client.encrypt(get("/a.txt"));
    bytes += client.encrypt(get("/index.html"));
    for (const char byte : bytes)
        client.socket().send(QByteArray(1, byte));
    QCOMPARE(client.readAnswer().body, Fixture::patterned(100));
    QCOMPARE(client.readAnswer().body, "<title>home</title>");
}

/// One byte now and then, until the server has had enough or all have been sent; says how long it took.
static qint64 trickle(RawClient &socket, const QByteArray &bytes)
{
    QElapsedTimer timer;
    timer.start();
    for (const char byte : bytes) {
        socket.send(QByteArray(1, byte));
        if (socket.receive(20) || socket.ending() != Ending::None)
            break;
    }
    return timer.elapsed();
}

void HttpsPeers::aHandshakeHasItsTime()
{
    site::SiteConfig config = m_fixture.httpsConfig();
    config.timeouts = {.inactivity = 1min, .request = 1min, .headers = 500ms, .keepAlive = 1min};
    const auto server = startServer(config);
    TlsClient client(server->httpsPort());
    const QByteArray hello = client.hello();
    QVERIFY(hello.size() * 20 > 3000); // longer than it is given
    const qint64 elapsed = trickle(client.socket(), hello);
    QVERIFY2(elapsed >= 500 && elapsed < 5000, qPrintable(QString::number(elapsed)));
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    QCOMPARE(server->counters().tlsHandshakes, 0u);

    TlsClient half(server->httpsPort()); // the server has said its part, and waits
    half.socket().send(half.hello());
    QVERIFY(half.receive());
    while (half.receive()) { }
    QVERIFY(half.socket().ending() != Ending::None);
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    verifyServes(*server);
}

void HttpsPeers::aSilentConnectionHasItsTime()
{
    site::SiteConfig config = m_fixture.httpsConfig();
    config.timeouts.inactivity = 300ms;
    const auto server = startServer(config);
    RawClient silent(server->httpsPort());
    QCOMPARE(silent.waitForEnd(), Ending::Closed);
    QCOMPARE(silent.receivedBytes(), 0);
}

void HttpsPeers::slowHandshakesDoNotHoldUpOthers()
{
    const auto server = startServer(m_fixture.httpsConfig()); // one worker
    std::vector<std::unique_ptr<TlsClient>> slow;
    for (int i = 0; i < 50; ++i) {
        slow.push_back(std::make_unique<TlsClient>(server->httpsPort()));
        const QByteArray hello = slow.back()->hello();
        slow.back()->socket().send(i % 2 ? hello : hello.left(i * 5 + 1));
    }
    for (int i = 0; i < 20; ++i)
        verifyServes(*server);
    QCOMPARE(server->counters().connectionsOpen >= 50u, true);
}

void HttpsPeers::aReaderThatStopsCostsLittle()
{
    QFile file(m_fixture.path("gibibyte.bin"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64(1) << 30)); // holes only
    const auto server = startServer(m_fixture.httpsConfig());
    verifyServes(*server);
    const auto before = base::memoryUse(QCoreApplication::applicationPid());
    QVERIFY(before);
    constexpr int readers = 40;
    std::vector<std::unique_ptr<TlsClient>> clients;
    for (int i = 0; i < readers; ++i) {
        clients.push_back(
            std::make_unique<TlsClient>(server->httpsPort(), TlsClient::Options{.receiveBuffer = 4096}));
        QVERIFY(clients.back()->handshake());
        clients.back()->send(get("/gibibyte.bin"));
    }
    QTRY_COMPARE(server->counters().requests, quint64(readers + 1));
    // Until the system takes no more of any of them.
    quint64 sent = 0;
    QTRY_VERIFY(
        std::exchange(sent, server->counters().bytesSent) == server->counters().bytesSent && sent > 0);
    verifyServes(*server);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("What a sanitizer keeps of each allocation would be measured, too.");
#endif
    const auto after = base::memoryUse(QCoreApplication::applicationPid());
    const qint64 each = (after->privateDirtyBytes - before->privateDirtyBytes) / readers;
    QVERIFY2(each < 256 * 1024, qPrintable(QString::number(each))); // the client's half included
}

QTEST_GUILESS_MAIN(HttpsPeers)
#include "tst_httpspeers.moc"
