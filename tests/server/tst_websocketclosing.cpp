// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/websocketserving.h"

#include <stdexcept>

using namespace servelab;
using namespace servelab::tests;
using http::CloseCode;
using http::Opcode;
using server::SendStatus;
using server::WebSocket;
using Event = http::WebSocketReader::Event;

/// How WebSockets end: by a close of either side, a broken rule or connection, silence, the server's end.
class WebSocketClosing : public QObject, private WebSocketServing
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { reset(); }

    void failsTheConnection_data();
    void failsTheConnection();
    void answersAClose_data();
    void answersAClose();
    void closesFirst();
    void aPeerThatDoesNotAnswerACloseIsCut();
    void aSlowReaderGetsAllThatWasSaidBeforeTheClose();
    void tellsOfABrokenConnection();
    void anExceptionClosesWith1011();
    void pingsSilentPeers();
    void endsWithItsServer_data();
    void endsWithItsServer();
};

void WebSocketClosing::failsTheConnection_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::newRow("a frame without mask") << QByteArray("\x81\x02hi") << 1002;
    QTest::newRow("reserved bits") << QByteArray("\xf1\x80\0\0\0\0", 6) << 1002;
    QTest::newRow("a control frame that is too long")
        << WebSocketClient::frame(Opcode::Ping, QByteArray(126, 'x')) << 1002;
    QTest::newRow("text that is no UTF-8") << WebSocketClient::text("\xff") << 1007;
    QTest::newRow("broken over two fragments") << WebSocketClient::frame(Opcode::Text, "\xce", false)
            + WebSocketClient::frame(Opcode::Continuation, "x")
                                               << 1007;
    QTest::newRow("a message over the limit") << WebSocketClient::text(QByteArray(1001, 'x')) << 1009;
    QTest::newRow("fragments over the limit")
        << WebSocketClient::frame(Opcode::Text, QByteArray(600, 'x'), false)
            + WebSocketClient::frame(Opcode::Continuation, QByteArray(600, 'x'))
        << 1009;
    QTest::newRow("a close code that may not be sent")
        << WebSocketClient::frame(Opcode::Close, "\x03\xee") << 1002;
}

void WebSocketClosing::failsTheConnection()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, code);
    start(
        [](ToldHandler &handler) {
            handler.message = [](WebSocket &socket, std::string_view payload) { socket.sendText(payload); };
        },
        {.largestMessageBytes = 1000, .protocol = {}});
    WebSocketClient client(m_server->port());
    client.open();
    client.send(WebSocketClient::text("first") + bytes + WebSocketClient::text("unheard"));
    QCOMPARE(client.read().payload, "first");
    const WebSocketClient::Event event = client.read();
    QVERIFY(event.kind == Event::Close);
    QCOMPARE(int(event.code), code);
    QVERIFY(client.waitForEnd());
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, code);
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
}

void WebSocketClosing::answersAClose_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("with a code") << 1000;
    QTest::newRow("of an application") << 4321;
    QTest::newRow("without code") << 1005;
}

void WebSocketClosing::answersAClose()
{
    QFETCH(const int, code);
    start([](ToldHandler &) { });
    WebSocketClient client(m_server->port());
    client.open();
    client.send(WebSocketClient::closeFrame(CloseCode(code)));
    const WebSocketClient::Event event = client.read();
    QVERIFY(event.kind == Event::Close);
    QCOMPARE(int(event.code), code);
    QVERIFY(client.waitForEnd()); // the server ends first, so that the client need not wait
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, code);
}

void WebSocketClosing::closesFirst()
{
    start([](ToldHandler &handler) {
        handler.message = [](WebSocket &socket, std::string_view) {
            socket.sendText("last words");
            socket.close(CloseCode::PolicyViolation, "enough");
            if (socket.sendText("more") != SendStatus::Gone)
                qFatal("a message was taken behind the close");
        };
    });
    WebSocketClient client(m_server->port());
    client.open();
    client.send(WebSocketClient::text("go") + WebSocketClient::text("unheard"));
    QCOMPARE(client.read().payload, "last words");
    const WebSocketClient::Event event = client.read();
    QCOMPARE(int(event.code), 1008);
    QCOMPARE(event.payload, "enough");
    QCOMPARE(m_told.closed, 0);
    client.send(WebSocketClient::closeFrame(CloseCode::PolicyViolation));
    QVERIFY(client.waitForEnd());
    QTRY_COMPARE(m_told.code, 1008);
}

void WebSocketClosing::aPeerThatDoesNotAnswerACloseIsCut()
{
    start([](ToldHandler &handler) { handler.open = [](WebSocket &socket) { socket.close(); }; },
        {.closeTimeout = std::chrono::milliseconds(200), .protocol = {}});
    WebSocketClient client(m_server->port());
    client.open();
    QVERIFY(client.read().kind == Event::Close);
    QVERIFY(client.waitForEnd());
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, 1006);
}

void WebSocketClosing::aSlowReaderGetsAllThatWasSaidBeforeTheClose()
{
    start(
        [](ToldHandler &handler) {
            handler.open = [](WebSocket &socket) {
                socket.sendBinary(std::string(8'000'000, 'x'));
                socket.close();
            };
        },
        {.closeTimeout = std::chrono::milliseconds(700), .protocol = {}});
    WebSocketClient client(m_server->port(), 64 * 1024);
    client.open();
    QByteArray bytes;
    const QDeadlineTimer longer(std::chrono::milliseconds(1500)); // than the time for the close alone
    while (!longer.hasExpired()) {
        bytes += client.readBytes(100'000);
        QTest::qWait(30);
    }
    while (bytes.size() < 8'000'000) {
        const QByteArray more = client.readBytes(100'000);
        QVERIFY(!more.isEmpty());
        bytes += more;
    }
    QTRY_COMPARE(m_told.closed, 1);
}

void WebSocketClosing::tellsOfABrokenConnection()
{
    start([](ToldHandler &) { });
    WebSocketClient client(m_server->port());
    client.open();
    QTRY_COMPARE(m_told.opened, 1);
    client.reset();
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, 1006);
}

void WebSocketClosing::anExceptionClosesWith1011()
{
    start([](ToldHandler &handler) {
        handler.message = [](WebSocket &, std::string_view) { throw std::runtime_error("broken handler"); };
    });
    WebSocketClient client(m_server->port());
    client.open();
    client.send(WebSocketClient::text("x"));
    QCOMPARE(int(client.read().code), 1011);
    QVERIFY(m_server->lastError());
    QVERIFY(m_server->lastError()->message.contains(QStringLiteral("broken handler")));
}

void WebSocketClosing::pingsSilentPeers()
{
    start([](ToldHandler &) { }, {.pingInterval = std::chrono::milliseconds(200), .protocol = {}});
    WebSocketClient alive(m_server->port());
    WebSocketClient dead(m_server->port());
    alive.open();
    dead.open();
    for (int i = 0; i < 4; ++i) {
        QVERIFY(alive.read().kind == Event::Ping);
        alive.send(WebSocketClient::frame(Opcode::Pong, ""));
    }
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, 1006);
    QVERIFY(m_told.pongs >= 3);
    QVERIFY(dead.waitForEnd());
    QVERIFY(alive.read().kind == Event::Ping);
}

void WebSocketClosing::endsWithItsServer_data()
{
    QTest::addColumn<bool>("answers");
    QTest::newRow("the peer answers") << true;
    QTest::newRow("the peer does not") << false;
}

void WebSocketClosing::endsWithItsServer()
{
    QFETCH(const bool, answers);
    start([](ToldHandler &) { }, {.closeTimeout = std::chrono::minutes(1), .protocol = {}});
    WebSocketClient client(m_server->port());
    client.open();
    QTRY_COMPARE(m_told.opened, 1);
    m_server->close(std::chrono::milliseconds(answers ? 10'000 : 300));
    QCOMPARE(int(client.read().code), 1001);
    if (answers)
        client.send(WebSocketClient::closeFrame(CloseCode::GoingAway));
    if (answers)
        QVERIFY(client.waitForEnd());
    client.socket().close();
    QTRY_COMPARE(m_server->state(), server::Server::State::Stopped);
    QCOMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, answers ? 1001 : 1006);
}

QTEST_GUILESS_MAIN(WebSocketClosing)
#include "tst_websocketclosing.moc"
