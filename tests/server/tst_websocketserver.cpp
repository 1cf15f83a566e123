// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/websocketserving.h"

#include <future>
#include <optional>
#include <thread>

using namespace servelab;
using namespace servelab::tests;
using http::CloseCode;
using http::Opcode;
using server::Responder;
using server::SendStatus;
using server::WebSocket;
using server::WebSocketHandle;
using Event = http::WebSocketReader::Event;

/// WebSockets of a server: the handshake, messages both ways, and who waits for whom.
class WebSocketServerTest : public QObject, private WebSocketServing
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { reset(); }

    void acceptsTheHandshake();
    void refusesAHandshake_data();
    void refusesAHandshake();
    void withoutAHookUpgradesAreIgnored_data();
    void withoutAHookUpgradesAreIgnored();
    void echoes_data();
    void echoes();
    void echoesByteByByte();
    void echoesWhatCameWithTheHandshake();
    void comesBehindEarlierAnswers();
    void manyMessagesInOneReadAreAnsweredInOrder();
    void answersPingsBetweenFragments();
    void sendsFromOtherThreads();
    void aHandleOutlivesItsConnection();
    void acceptsLater();
    void waitsForItsReader();
    void aReaderThatTakesNothingIsCutAtTheLimit();
    void namesTheProtocol();
};

void WebSocketServerTest::acceptsTheHandshake()
{
    start([](ToldHandler &) { });
    WebSocketClient client(m_server->port());
    const QByteArray head = client.open();
    QVERIFY2(head.startsWith("HTTP/1.1 101 Switching Protocols\r\n"), head.constData());
    QVERIFY(head.contains("\r\nUpgrade: websocket\r\n"));
    QVERIFY(head.contains("\r\nConnection: Upgrade\r\n"));
    QVERIFY(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    QVERIFY(!head.contains("Content-Length"));
    QTRY_COMPARE(m_told.opened, 1);
    QTRY_COMPARE(m_server->counters().connectionsOpen, 1u);
    QCOMPARE(m_server->counters().connectionsAccepted, 1u);
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, 101);
    client.reset();
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
}

void WebSocketServerTest::refusesAHandshake_data()
{
    declareCases();
    addCase("another version",
        {WebSocketClient::handshake("/echo").replace("Version: 13", "Version: 12"), 426, Then::Kept,
            {"Sec-WebSocket-Version: 13", "Upgrade: websocket"}, 0});
    addCase("a broken key", {WebSocketClient::handshake("/echo").replace("dGhl", "dG=l"), 400, Then::Kept});
    addCase(
        "another path is left to the site", {WebSocketClient::handshake("/a.txt"), 200, Then::Kept, {}, 100});
}

void WebSocketServerTest::refusesAHandshake()
{
    QFETCH(const Case, row);
    startEcho();
    RawClient client(m_server->port());
    client.send(row.bytes + get("/a.txt"));
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, row.status);
    for (const QByteArray &field : row.fields)
        verifyField(*answer, field);
    QCOMPARE(client.readAnswer()->body, Fixture::patterned(100));
}

void WebSocketServerTest::withoutAHookUpgradesAreIgnored_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("websocket") << WebSocketClient::handshake("/a.txt");
    QTest::newRow("h2c") << get("/a.txt",
        "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
        "Connection: Upgrade, HTTP2-Settings\r\n");
}

void WebSocketServerTest::withoutAHookUpgradesAreIgnored()
{
    QFETCH(const QByteArray, bytes);
    const auto server = startServer(m_fixture.config());
    runCase(server->port(), {bytes, 200, Then::Kept, {}, 100});
}

void WebSocketServerTest::echoes_data()
{
    QTest::addColumn<qsizetype>("size");
    QTest::addColumn<bool>("isText");
    for (const qsizetype size : {0, 1, 20, 125, 126, 4096, 65535, 65536, 1'000'000, 8'000'000}) {
        QTest::addRow("text of %lld bytes", qlonglong(size)) << size << true;
        QTest::addRow("binary of %lld bytes", qlonglong(size)) << size << false;
    }
}

void WebSocketServerTest::echoes()
{
    QFETCH(const qsizetype, size);
    QFETCH(const bool, isText);
    startEcho();
    WebSocketClient client(m_server->port());
    QVERIFY(client.open().startsWith("HTTP/1.1 101"));
    const QByteArray payload = Fixture::patterned(size);
    for (int round = 0; round < 3; ++round) {
        client.send(WebSocketClient::frame(isText ? Opcode::Text : Opcode::Binary, payload));
        const WebSocketClient::Event event = client.read();
        QVERIFY(event.kind == (isText ? Event::Text : Event::Binary));
        QVERIFY(event.payload == payload);
    }
}

void WebSocketServerTest::echoesByteByByte()
{
    startEcho();
    WebSocketClient client(m_server->port());
    const QByteArray bytes = WebSocketClient::handshake("/echo")
        + WebSocketClient::frame(Opcode::Text, "frag", false) + WebSocketClient::frame(Opcode::Ping, "p")
        + WebSocketClient::frame(Opcode::Continuation, "ments") + WebSocketClient::text("end");
    for (const char byte : bytes)
        client.send(QByteArray(1, byte));
    QVERIFY(client.readHead().startsWith("HTTP/1.1 101"));
    QVERIFY(client.read().kind == Event::Pong);
    QCOMPARE(client.read().payload, "fragments");
    QCOMPARE(client.read().payload, "end");
}

void WebSocketServerTest::echoesWhatCameWithTheHandshake()
{
    startEcho();
    WebSocketClient client(m_server->port());
    const QByteArray two = WebSocketClient::text("early") + WebSocketClient::text("late");
    QVERIFY(client.open("/echo", two.chopped(2)).startsWith("HTTP/1.1 101"));
    QCOMPARE(client.read().payload, "early");
    client.send(two.right(2));
    QCOMPARE(client.read().payload, "late");
}

void WebSocketServerTest::comesBehindEarlierAnswers()
{
    m_fixture.write("huge.bin", Fixture::patterned(6'000'000));
    startEcho();
    WebSocketClient client(m_server->port(), 16 * 1024);
    client.send(get("/huge.bin") + WebSocketClient::handshake("/echo") + WebSocketClient::text("behind"));
    QVERIFY(client.readHead().startsWith("HTTP/1.1 200"));
    QVERIFY(client.readBytes(6'000'000) == Fixture::patterned(6'000'000));
    QVERIFY(client.readHead().contains("HTTP/1.1 101"));
    QCOMPARE(client.read().payload, "behind");
}

void WebSocketServerTest::manyMessagesInOneReadAreAnsweredInOrder()
{
    startEcho();
    WebSocketClient client(m_server->port());
    client.open();
    QByteArray all;
    for (int i = 0; i < 20'000; ++i)
        all += WebSocketClient::text(QByteArray::number(i));
    client.send(all);
    for (int i = 0; i < 20'000; ++i) {
        const WebSocketClient::Event event = client.read();
        QVERIFY(event.kind == Event::Text);
        QCOMPARE(event.payload, QByteArray::number(i));
    }
}

void WebSocketServerTest::answersPingsBetweenFragments()
{
    startEcho();
    WebSocketClient client(m_server->port());
    client.open();
    client.send(WebSocketClient::frame(Opcode::Binary, "a", false));
    client.send(WebSocketClient::frame(Opcode::Ping, QByteArray(125, 'p')));
    const WebSocketClient::Event pong = client.read();
    QVERIFY(pong.kind == Event::Pong);
    QCOMPARE(pong.payload, QByteArray(125, 'p'));
    client.send(WebSocketClient::frame(Opcode::Continuation, "b"));
    QCOMPARE(client.read().payload, "ab");
}

void WebSocketServerTest::sendsFromOtherThreads()
{
    constexpr int threads = 4;
    constexpr int messages = 500;
    std::vector<std::thread> senders;
    start([&senders](ToldHandler &handler) {
        handler.open = [&senders](WebSocket &socket) {
            for (int t = 0; t < threads; ++t)
                senders.emplace_back([t, handle = socket.handle()] {
                    for (int i = 0; i < messages; ++i)
                        handle.sendText(std::to_string(t) + ' ' + std::to_string(i));
                });
        };
    });
    WebSocketClient client(m_server->port());
    client.open();
    std::array<int, threads> next{};
    for (int i = 0; i < threads * messages; ++i) {
        const QList<QByteArray> words = client.read().payload.split(' ');
        QCOMPARE(words.size(), 2);
        QCOMPARE(words[1].toInt(), next[std::size_t(words[0].toInt())]++); // in order for each thread
    }
    QTRY_COMPARE(m_told.opened, 1); // the server's thread has filled the list
    for (std::thread &sender : senders)
        sender.join();
}

void WebSocketServerTest::aHandleOutlivesItsConnection()
{
    std::optional<WebSocketHandle> handle;
    start(
        [&handle](ToldHandler &handler) { handler.open = [&handle](WebSocket &s) { handle = s.handle(); }; });
    WebSocketClient client(m_server->port());
    client.open();
    QTRY_COMPARE(m_told.opened, 1);
    QVERIFY(handle->sendText("here") == SendStatus::GoOn);
    QCOMPARE(client.read().payload, "here");
    handle->close(CloseCode::GoingAway, "bye");
    QVERIFY(handle->sendText("x") == SendStatus::Gone);
    QCOMPARE(int(client.read().code), 1001);
    client.reset();
    QTRY_COMPARE(m_told.closed, 1);
    m_server.reset();
    QVERIFY(handle->sendBinary("x") == SendStatus::Gone);
    handle->close();
}

void WebSocketServerTest::acceptsLater()
{
    std::promise<std::thread> accepting;
    m_hooks->request = [&](server::HookedRequest &, Responder responder) {
        accepting.set_value(std::thread([responder = std::move(responder)]() mutable {
            std::move(responder).acceptWebSocket(server::makeEchoHandler());
        }));
    };
    start(m_hooks);
    WebSocketClient client(m_server->port());
    QVERIFY(client.open("/echo", WebSocketClient::text("early")).startsWith("HTTP/1.1 101"));
    QCOMPARE(client.read().payload, "early");
    accepting.get_future().get().join();
}

void WebSocketServerTest::waitsForItsReader()
{
    start([](ToldHandler &handler) {
        handler.message = [](WebSocket &socket, std::string_view payload) { socket.sendBinary(payload); };
    });
    WebSocketClient client(m_server->port(), 16 * 1024);
    client.open();
    const QByteArray message = WebSocketClient::frame(Opcode::Binary, QByteArray(50'000, 'x'));
    // Without reading: what the server takes in is bounded by what the client takes out.
    const QByteArray all = message.repeated(600);
    client.socket().write(all);
    int echoed = 0;
    while (echoed < 600) {
        const WebSocketClient::Event event = client.read();
        QVERIFY(event.kind == Event::Binary);
        QCOMPARE(event.payload.size(), 50'000);
        ++echoed;
    }
    QVERIFY2(m_told.mostBuffered <= 400'000,
        QByteArray::number(qulonglong(m_told.mostBuffered.load())).constData());
}

void WebSocketServerTest::aReaderThatTakesNothingIsCutAtTheLimit()
{
    start(
        [](ToldHandler &handler) {
            handler.open = [](WebSocket &socket) {
                while (socket.sendBinary(std::string(100'000, 'x')) != SendStatus::Gone) { }
            };
        },
        {.largestBufferBytes = 3'000'000, .protocol = {}});
    WebSocketClient client(m_server->port(), 1024);
    client.open();
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, 1006);
}

void WebSocketServerTest::namesTheProtocol()
{
    start([](ToldHandler &) { }, {.protocol = "chat"});
    WebSocketClient offering(m_server->port());
    offering.send(WebSocketClient::handshake("/", "Sec-WebSocket-Protocol: other, chat\r\n"));
    QVERIFY(offering.readHead().contains("\r\nSec-WebSocket-Protocol: chat\r\n"));
    WebSocketClient silent(m_server->port());
    QVERIFY(!silent.open().contains("Protocol:"));
}

QTEST_GUILESS_MAIN(WebSocketServerTest)
#include "tst_websocketserver.moc"
