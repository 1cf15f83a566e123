// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/server/httpsfixture.h"

#include <QCoreApplication>
#include <QFile>

#include <random>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;

/// Clients that are slow, odd, careless or hostile.
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

    void whatIsNoTlsIsRefused_data();
    void whatIsNoTlsIsRefused();
    void aForgedRecordEndsTheConnection();
    void cutAtEveryByteNothingIsLeft();
    void randomBytesAreSurvived();
    void renegotiationIsRefused();
    void endlessKeyUpdatesAreCutOff_data();
    void endlessKeyUpdatesAreCutOff();
    void aReaderThatStopsCostsLittle();

private:
    void verifyServes(server::Server &server)
    {
        TlsClient client(server.httpsPort());
        QVERIFY(client.handshake());
        client.send(get("/a.txt"));
        QCOMPARE(client.readAnswer().body, Fixture::patterned(100));
    }

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

void HttpsPeers::whatIsNoTlsIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("zeroes") << QByteArray(100, '\0');
    QTest::newRow("the beginning of a record, then nonsense")
        << QByteArray("\x16\x03\x01\x00\x10") + QByteArray(16, '\xff');
    QTest::newRow("a record that is too long")
        << QByteArray("\x16\x03\x01\xff\xff", 5) + QByteArray(65'535, 'x');
    QTest::newRow("a version from nowhere") << QByteArray("\x16\x09\x09\x00\x04\x01\x00\x00\x00", 9);
    QTest::newRow("data before the handshake") << QByteArray("\x17\x03\x03\x00\x05hello", 10);
    QTest::newRow("an alert") << QByteArray("\x15\x03\x03\x00\x02\x02\x28", 7);
    QTest::newRow("SSL 2") << QByteArray("\x80\x2e\x01\x00\x02", 5) + QByteArray(43, '\x01');
    QTest::newRow("digits") << QByteArray("0123456789").repeated(1000);
}

void HttpsPeers::whatIsNoTlsIsRefused()
{
    QFETCH(QByteArray, bytes);
    const auto server = startServer(m_fixture.httpsConfig());
    RawClient client(server->httpsPort());
    client.send(bytes);
    while (client.receive()) { } // an alert, or nothing
    QCOMPARE(client.ending(), Ending::Closed);
    QVERIFY(client.receivedBytes() <= 7);
    client.close();
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    QCOMPARE(server->counters().requests, 0u);
    verifyServes(*server);
}

void HttpsPeers::aForgedRecordEndsTheConnection()
{
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        const auto server = startServer(m_fixture.httpsConfig());
        TlsClient client(server->httpsPort(), {.version = version});
        QVERIFY(client.handshake());
        client.send(get("/a.txt"));
        QCOMPARE(client.readAnswer().status, 200);
        QByteArray forged = client.encrypt(get("/a.txt"));
        forged[forged.size() - 1] = static_cast<char>(forged.back() ^ 1);
        client.socket().send(forged);
        ERR_clear_error();
        QVERIFY(client.readToEnd().isEmpty());
        QCOMPARE(ERR_GET_REASON(ERR_peek_last_error()), SSL_R_SSLV3_ALERT_BAD_RECORD_MAC);
        QCOMPARE(client.socket().waitForEnd(), Ending::Closed);
        QCOMPARE(server->counters().requests, 1u);
    }
}

void HttpsPeers::cutAtEveryByteNothingIsLeft()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient measure(server->httpsPort());
    const qsizetype length = measure.hello().size();
    measure.socket().close();
    for (qsizetype cut = 0; cut <= length; cut += 3) {
        TlsClient client(server->httpsPort());
        client.socket().send(client.hello().left(cut));
        if (cut % 2)
            client.socket().shutdownWrite();
        else
            client.socket().reset();
        if (cut % 2)
            QVERIFY(client.socket().waitForEnd() != Ending::None || cut == length);
    }
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    verifyServes(*server);
}

void HttpsPeers::randomBytesAreSurvived()
{
    const auto server = startServer(m_fixture.httpsConfig());
    std::mt19937 random(7); // the same ones each time
    for (int i = 0; i < 300; ++i) {
        TlsClient client(server->httpsPort());
        QByteArray bytes = client.hello();
        for (int change = 0; change < 1 + i % 5; ++change)
            bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))]
                = static_cast<char>(random());
        client.socket().send(bytes);
        client.socket().shutdownWrite();
        while (client.socket().receive()) { }
        QVERIFY(client.socket().ending() != Ending::None);
    }
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    verifyServes(*server);
}

void HttpsPeers::renegotiationIsRefused()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.version = TLS1_2_VERSION});
    QVERIFY(client.handshake());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 200);
    QCOMPARE(SSL_renegotiate(client.ssl()), 1);
    ERR_clear_error();
    QVERIFY(!client.handshake());
    QCOMPARE(ERR_GET_REASON(ERR_peek_last_error()), SSL_R_NO_RENEGOTIATION);
    QTRY_COMPARE(server->counters().tlsHandshakes, 1u);
    verifyServes(*server);
}

void HttpsPeers::endlessKeyUpdatesAreCutOff_data()
{
    QTest::addColumn<bool>("reads");
    QTest::newRow("from a client that reads the answers") << true;
    QTest::newRow("from a client that reads nothing") << false;
}

void HttpsPeers::endlessKeyUpdatesAreCutOff()
{
    QFETCH(bool, reads);
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.version = TLS1_3_VERSION, .receiveBuffer = 4096});
    QVERIFY(client.handshake());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 200);
    constexpr qsizetype enough = 64 * 1024 * 1024; // many times what a session keeps and the system buffers
    qsizetype sent = 0;
    while (sent < enough && client.socket().ending() == Ending::None) {
        QByteArray bytes;
        for (int i = 0; i < 200; ++i) {
            SSL_key_update(client.ssl(), SSL_KEY_UPDATE_REQUESTED);
            SSL_do_handshake(client.ssl());
            bytes += client.takeOutput();
        }
        const qsizetype taken = client.socket().send(bytes);
        sent += taken;
        if (taken < bytes.size())
            break;
        while (reads && client.socket().receive(0)) { }
    }
    QVERIFY2(sent < enough, "the server takes them without end");
    client.socket().close();
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    verifyServes(*server);
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
    const auto after = base::memoryUse(QCoreApplication::applicationPid());
    const qint64 each = (after->privateDirtyBytes - before->privateDirtyBytes) / readers;
    QVERIFY2(each < 256 * 1024, qPrintable(QString::number(each))); // the client's half included
    verifyServes(*server);
}

QTEST_GUILESS_MAIN(HttpsPeers)
#include "tst_httpspeers.moc"
