// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpsfixture.h"

#include <random>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;

/// Clients that mean no good: bytes that are no TLS, records that are forged, TLS that never ends.
class HttpsAttacks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoTlsIsRefused_data();
    void whatIsNoTlsIsRefused();
    void aForgedRecordEndsTheConnection();
    void cutAtEveryByteNothingIsLeft();
    void randomBytesAreSurvived();
    void renegotiationIsRefused();
    void endlessKeyUpdatesAreCutOff_data();
    void endlessKeyUpdatesAreCutOff();

private:
    HttpsFixture m_fixture;
};

void HttpsAttacks::whatIsNoTlsIsRefused_data()
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

void HttpsAttacks::whatIsNoTlsIsRefused()
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

void HttpsAttacks::aForgedRecordEndsTheConnection()
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

void HttpsAttacks::cutAtEveryByteNothingIsLeft()
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

void HttpsAttacks::randomBytesAreSurvived()
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

void HttpsAttacks::renegotiationIsRefused()
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

void HttpsAttacks::endlessKeyUpdatesAreCutOff_data()
{
    QTest::addColumn<bool>("reads");
    QTest::newRow("from a client that reads the answers") << true;
    QTest::newRow("from a client that reads nothing") << false;
}

void HttpsAttacks::endlessKeyUpdatesAreCutOff()
{
    QFETCH(bool, reads);
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.version = TLS1_3_VERSION, .receiveBuffer = 4096});
    QVERIFY(client.handshake());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 200);
    // It is thrown out soon; but its system has to be told why, so what it still sends is taken for a while.
    constexpr qint64 longEnough = 30'000;
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < longEnough && client.socket().ending() == Ending::None) {
        QByteArray bytes;
        for (int i = 0; i < 200; ++i) {
            SSL_key_update(client.ssl(), SSL_KEY_UPDATE_REQUESTED);
            SSL_do_handshake(client.ssl());
            bytes += client.takeOutput();
        }
        if (client.socket().send(bytes) < bytes.size())
            break;
        while (reads && client.socket().receive(0)) { }
    }
    QVERIFY2(timer.elapsed() < longEnough, "the server takes them without end");
    client.socket().close();
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    verifyServes(*server);
}

QTEST_GUILESS_MAIN(HttpsAttacks)
#include "tst_httpsattacks.moc"
