// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/websocketframe.h"
#include "core/http/websockethandshake.h"
#include "core/server/server.h"
#include "core/server/websocketecho.h"
#include "tests/load/running.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <QTest>

#include <cerrno>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::load;
using namespace running;
using namespace std::chrono_literals;

namespace {

QByteArray handshakeAnswer(const QTcpSocket &socket)
{
    const QByteArray request = RawServer::requestOf(socket);
    const QByteArray name = "Sec-WebSocket-Key: ";
    const qsizetype begin = request.indexOf(name) + name.size();
    const QByteArray key = request.mid(begin, request.indexOf('\r', begin) - begin);
    return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Accept: "
        + QByteArray::fromStdString(http::webSocketAccept(key.toStdString())) + "\r\n\r\n";
}

QByteArray frame(http::Opcode opcode, const QByteArray &payload)
{
    std::string bytes;
    http::appendFrame(bytes, opcode, payload.toStdString());
    return QByteArray::fromStdString(bytes);
}

/// Accepts the handshake, then says these bytes to the first message.
RawServer::Behaviour says(const QByteArray &bytes, bool closes = false)
{
    return [bytes, closes](QTcpSocket &socket) {
        const QByteArray answer = handshakeAnswer(socket);
        QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [&socket, bytes, closes] {
            socket.readAll();
            socket.write(bytes);
            if (closes)
                socket.disconnectFromHost();
        });
        socket.write(answer);
    };
}

QUrl webSocket(QUrl url)
{
    url.setScheme(u"ws"_s);
    return url;
}

} // namespace

/// Messages over WebSockets and back.
class TestEchoLoad : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_server.setHooks(std::make_shared<server::WebSocketEchoHooks>("/echo"));
        QVERIFY(m_server.deploy(m_fixture.config()));
        m_url = webSocket(m_server.url());
        m_url.setPath(u"/echo"_s);
    }

    void everyEchoIsRight_data();
    void everyEchoIsRight();
    void anOpenLoopKeepsItsRate();
    void timeEndsTheRun();
    void aPathWithoutAWebSocketIsToldOf();
    void serversThatDoItWrong_data();
    void serversThatDoItWrong();
    void pingsAreAnswered();
    void plansThatMakeNoSense_data();
    void plansThatMakeNoSense();

private:
    tests::Fixture m_fixture;
    server::Server m_server;
    QUrl m_url;
};

void TestEchoLoad::everyEchoIsRight_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<bool>("isBinary");
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("pipeline");
    QTest::addColumn<bool>("keepAlive");
    QTest::addColumn<quint64>("requests");
    QTest::newRow("20 bytes") << qint64(20) << false << 5 << 1 << true << quint64(700);
    QTest::newRow("nothing") << qint64(0) << false << 1 << 1 << true << quint64(20);
    QTest::newRow("4 kB, binary") << qint64(4096) << true << 3 << 1 << true << quint64(300);
    QTest::newRow("16 messages in flight") << qint64(20) << false << 2 << 16 << true << quint64(900);
    QTest::newRow("more than any buffer holds") << qint64(700'000) << true << 2 << 2 << true << quint64(12);
    QTest::newRow("a WebSocket for each") << qint64(20) << false << 3 << 1 << false << quint64(40);
}

void TestEchoLoad::everyEchoIsRight()
{
    QFETCH(qint64, bytes);
    QFETCH(bool, isBinary);
    QFETCH(int, connections);
    QFETCH(int, pipeline);
    QFETCH(bool, keepAlive);
    QFETCH(quint64, requests);
    LoadPlan plan = countedPlan(m_url, connections, requests);
    plan.pipeline = pipeline;
    plan.keepAlive = keepAlive;
    plan.message = {bytes, isBinary ? http::MessageType::Binary : http::MessageType::Text};
    const LoadReport report = run(plan);
    QVERIFY2(report.errorCount() == 0, qPrintable(report.toText()));
    QCOMPARE(report.responses, requests);
    QCOMPARE(report.bodyBytes, requests * static_cast<quint64>(bytes));
    QVERIFY(addsUp(report));
    QVERIFY(report.handshakeMicroseconds.totalCount() >= (keepAlive ? 1 : requests));
}

void TestEchoLoad::anOpenLoopKeepsItsRate()
{
    LoadPlan plan = countedPlan(m_url, 3, 90);
    plan.arrival = ConstantRate{400};
    const LoadReport report = run(plan);
    QVERIFY2(report.errorCount() == 0, qPrintable(report.toText()));
    QCOMPARE(report.responses, 90U);
    QVERIFY(addsUp(report));
}

void TestEchoLoad::timeEndsTheRun()
{
    LoadPlan plan = planFor(m_url, 3);
    plan.warmUp = 100ms;
    const LoadReport report = run(plan);
    QVERIFY2(report.errorCount() == 0 && report.responses > 0, qPrintable(report.toText()));
    QVERIFY(addsUp(report));
}

void TestEchoLoad::aPathWithoutAWebSocketIsToldOf()
{
    QUrl url = m_url;
    url.setPath(u"/a.txt"_s);
    const LoadReport report = run(countedPlan(url, 1, 2));
    const LoadErrors errors = errorsOf(report, LoadErrorKind::UnexpectedStatus);
    QCOMPARE(errors.count, 2U);
    QVERIFY2(errors.sample.contains("200 instead of 101"_L1), qPrintable(errors.sample));
}

void TestEchoLoad::serversThatDoItWrong_data()
{
    QTest::addColumn<RawServer::Behaviour>("behaviour");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, const RawServer::Behaviour &behaviour, LoadErrorKind kind) {
        QTest::newRow(name) << behaviour << static_cast<int>(kind);
    };
    const QByteArray right = "0123456789abcdefghij";
    using enum http::Opcode;
    row("another protocol", sends("SSH-2.0-OpenSSH_9.2\r\n"), LoadErrorKind::Malformed);
    row("an answer without proof", sends("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"),
        LoadErrorKind::Malformed);
    row("a close within the handshake", sendsAndCloses("HTTP/1.1 101 Sw"), LoadErrorKind::EarlyClose);
    row("silence", sends({}), LoadErrorKind::ConnectTimeout);
    row("no echo", says({}), LoadErrorKind::Timeout);
    row("half an echo", says(frame(Text, right).chopped(3)), LoadErrorKind::Timeout);
    row("a close in place of an echo", says({}, true), LoadErrorKind::EarlyClose);
    row("a close frame", says(frame(Close, QByteArray::fromHex("03e9") + "bye")), LoadErrorKind::EarlyClose);
    row("a shorter echo", says(frame(Text, right.chopped(1))), LoadErrorKind::UnexpectedLength);
    row("a longer echo", says(frame(Text, right + "x")), LoadErrorKind::UnexpectedLength);
    row("an endless echo", says(QByteArray::fromHex("817f7fffffffffffffff")),
        LoadErrorKind::UnexpectedLength);
    row("another echo", says(frame(Text, "0123456789abcdefghiJ")), LoadErrorKind::UnexpectedBody);
    row("the echo as binary", says(frame(Binary, right)), LoadErrorKind::UnexpectedBody);
    row("a reserved opcode", says(QByteArray::fromHex("8300")), LoadErrorKind::Malformed);
    row("a masked echo", says(QByteArray::fromHex("818100000000") + "0"), LoadErrorKind::Malformed);
    row("HTTP", says(goodAnswer), LoadErrorKind::Malformed);
}

void TestEchoLoad::serversThatDoItWrong()
{
    QFETCH(RawServer::Behaviour, behaviour);
    QFETCH(int, kind);
    RawServer server(behaviour);
    LoadPlan plan = countedPlan(webSocket(server.url()), 1, 1);
    plan.connectTimeout = plan.requestTimeout = 300ms;
    const LoadReport report = run(plan);
    QVERIFY(addsUp(report));
    QCOMPARE(report.errorCount(), 1U);
    const LoadErrors errors = errorsOf(report, static_cast<LoadErrorKind>(kind));
    QVERIFY2(errors.count == 1 && !errors.sample.isEmpty(), qPrintable(report.toText()));
}

void TestEchoLoad::pingsAreAnswered()
{
    QByteArray received;
    RawServer server([&received](QTcpSocket &socket) {
        const QByteArray answer = handshakeAnswer(socket);
        QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [&socket, &received] {
            constexpr qsizetype messageAndPong = 6 + 20 + 6 + 13;
            received += socket.readAll();
            if (received.size() == messageAndPong)
                socket.write(frame(http::Opcode::Text, "0123456789abcdefghij"));
        });
        socket.write(answer + frame(http::Opcode::Ping, "are you there"));
    });
    const LoadReport report = run(countedPlan(webSocket(server.url()), 1, 1));
    QVERIFY2(report.responses == 1, qPrintable(report.toText()));
    QByteArray pongs;
    for (qsizetype i = 0; i + 6 <= received.size();) {
        const auto length = received[i + 1] & 0x7f;
        QByteArray payload = received.mid(i + 6, length);
        for (qsizetype k = 0; k < payload.size(); ++k)
            payload[k] = static_cast<char>(payload[k] ^ received[i + 2 + k % 4]);
        if (static_cast<quint8>(received[i]) == 0x8a)
            pongs += payload;
        i += 6 + length;
    }
    QCOMPARE(pongs, "are you there");
}

void TestEchoLoad::plansThatMakeNoSense_data()
{
    QTest::addColumn<LoadPlan>("plan");
    QTest::addColumn<QString>("where");
    const LoadPlan good = countedPlan(QUrl(u"ws://127.0.0.1/"_s), 1, 1);
    LoadPlan plan = good;
    plan.message.bytes = -1;
    QTest::newRow("less than nothing") << plan << u"message.bytes"_s;
    plan.message.bytes = EchoMessage::largest + 1;
    QTest::newRow("too long") << plan << u"message.bytes"_s;
    plan = good;
    plan.body = "x";
    QTest::newRow("a body") << plan << u"url"_s;
    plan = good;
    plan.expectation.status = 200;
    QTest::newRow("a status") << plan << u"url"_s;
}

void TestEchoLoad::plansThatMakeNoSense()
{
    QFETCH(const LoadPlan, plan);
    QFETCH(QString, where);
    const QList<base::Error> problems = validate(plan);
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems.first().where, where);
}

QTEST_GUILESS_MAIN(TestEchoLoad)
#include "tst_echoload.moc"
