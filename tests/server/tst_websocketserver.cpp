// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/websocketecho.h"

#include "tests/server/fixture.h"
#include "tests/server/functionhooks.h"
#include "tests/server/requestcase.h"
#include "tests/server/websocketclient.h"

#include <QTest>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <thread>

using namespace servelab;
using namespace servelab::tests;
using http::CloseCode;
using http::Opcode;
using server::Responder;
using server::SendStatus;
using server::WebSocket;
using server::WebSocketHandle;
using server::WebSocketOptions;
using Event = http::WebSocketReader::Event;

namespace {

/// What a handler was told, readable from any thread.
struct Told
{
    std::atomic<int> opened = 0;
    std::atomic<int> drained = 0;
    std::atomic<int> closed = 0;
    std::atomic<int> code = 0;
    std::atomic<int> pongs = 0;
    std::atomic<std::uint64_t> mostBuffered = 0;
};

class Handler : public server::WebSocketHandler
{
public:
    explicit Handler(Told &told)
        : m_told(told)
    {
    }

    std::function<void(WebSocket &)> open;
    std::function<void(WebSocket &, std::string_view)> message;
    std::function<void(WebSocket &)> drained;

    void onOpen(WebSocket &socket) override
    {
        ++m_told.opened;
        if (open)
            open(socket);
    }
    void onMessage(WebSocket &socket, http::MessageType, std::string_view payload) override
    {
        if (message)
            message(socket, payload);
        m_told.mostBuffered = std::max(m_told.mostBuffered.load(), socket.bufferedBytes());
    }
    void onPong(WebSocket &, std::string_view) override { ++m_told.pongs; }
    void onDrained(WebSocket &socket) override
    {
        ++m_told.drained;
        if (drained)
            drained(socket);
    }
    void onClose(WebSocket &socket, CloseCode code, std::string_view) override
    {
        ++m_told.closed;
        m_told.code = int(code);
        if (socket.sendText("too late") != SendStatus::Gone)
            qFatal("something can be sent behind the close");
    }

private:
    Told &m_told;
};

} // namespace

class TestWebSocketServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_hooks = std::make_shared<FunctionHooks>(); }
    void cleanup()
    {
        m_server.reset();
        m_hooks.reset();
    }

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
    void failsTheConnection_data();
    void failsTheConnection();
    void answersAClose_data();
    void answersAClose();
    void closesFirst();
    void aPeerThatDoesNotAnswerACloseIsCut();
    void aSlowReaderGetsAllThatWasSaidBeforeTheClose();
    void tellsOfABrokenConnection();
    void anExceptionClosesWith1011();
    void sendsFromOtherThreads();
    void aHandleOutlivesItsConnection();
    void acceptsLater();
    void waitsForItsReader();
    void aReaderThatTakesNothingIsCutAtTheLimit();
    void pingsSilentPeers();
    void endsWithItsServer_data();
    void endsWithItsServer();
    void namesTheProtocol();

private:
    void start(std::shared_ptr<server::SiteHooks> hooks)
    {
        m_server = std::make_unique<server::Server>();
        m_server->setHooks(std::move(hooks));
        QVERIFY(m_server->deploy(m_fixture.config()));
    }
    void startEcho(const WebSocketOptions &options = {})
    {
        start(std::make_shared<server::WebSocketEchoHooks>("/echo", options));
    }
    void start(std::function<void(Handler &)> prepare, const WebSocketOptions &options = {})
    {
        m_hooks->request = [this, prepare, options](server::HookedRequest &, Responder responder) {
            auto handler = std::make_unique<Handler>(m_told);
            prepare(*handler);
            std::move(responder).acceptWebSocket(std::move(handler), options);
        };
        m_told.opened = m_told.drained = m_told.closed = m_told.code = m_told.pongs = 0;
        m_told.mostBuffered = 0;
        start(m_hooks);
    }

    Fixture m_fixture;
    std::shared_ptr<FunctionHooks> m_hooks;
    std::unique_ptr<server::Server> m_server;
    Told m_told;
};

void TestWebSocketServer::acceptsTheHandshake()
{
    start([](Handler &) { });
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

void TestWebSocketServer::refusesAHandshake_data()
{
    declareCases();
    addCase("another version",
        {WebSocketClient::handshake("/echo").replace("Version: 13", "Version: 12"), 426, Then::Kept,
            {"Sec-WebSocket-Version: 13", "Upgrade: websocket"}, 0});
    addCase("a broken key", {WebSocketClient::handshake("/echo").replace("dGhl", "dG=l"), 400, Then::Kept});
    addCase(
        "another path is left to the site", {WebSocketClient::handshake("/a.txt"), 200, Then::Kept, {}, 100});
}

void TestWebSocketServer::refusesAHandshake()
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

void TestWebSocketServer::withoutAHookUpgradesAreIgnored_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("websocket") << WebSocketClient::handshake("/a.txt");
    QTest::newRow("h2c") << get("/a.txt",
        "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
        "Connection: Upgrade, HTTP2-Settings\r\n");
}

void TestWebSocketServer::withoutAHookUpgradesAreIgnored()
{
    QFETCH(const QByteArray, bytes);
    const auto server = startServer(m_fixture.config());
    runCase(server->port(), {bytes, 200, Then::Kept, {}, 100});
}

void TestWebSocketServer::echoes_data()
{
    QTest::addColumn<qsizetype>("size");
    QTest::addColumn<bool>("isText");
    for (const qsizetype size : {0, 1, 20, 125, 126, 4096, 65535, 65536, 1'000'000, 8'000'000}) {
        QTest::addRow("text of %lld bytes", qlonglong(size)) << size << true;
        QTest::addRow("binary of %lld bytes", qlonglong(size)) << size << false;
    }
}

void TestWebSocketServer::echoes()
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

void TestWebSocketServer::echoesByteByByte()
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

void TestWebSocketServer::echoesWhatCameWithTheHandshake()
{
    startEcho();
    WebSocketClient client(m_server->port());
    const QByteArray two = WebSocketClient::text("early") + WebSocketClient::text("late");
    QVERIFY(client.open("/echo", two.chopped(2)).startsWith("HTTP/1.1 101"));
    QCOMPARE(client.read().payload, "early");
    client.send(two.right(2));
    QCOMPARE(client.read().payload, "late");
}

void TestWebSocketServer::comesBehindEarlierAnswers()
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

void TestWebSocketServer::manyMessagesInOneReadAreAnsweredInOrder()
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

void TestWebSocketServer::answersPingsBetweenFragments()
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

void TestWebSocketServer::failsTheConnection_data()
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

void TestWebSocketServer::failsTheConnection()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, code);
    start(
        [](Handler &handler) {
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

void TestWebSocketServer::answersAClose_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("with a code") << 1000;
    QTest::newRow("of an application") << 4321;
    QTest::newRow("without code") << 1005;
}

void TestWebSocketServer::answersAClose()
{
    QFETCH(const int, code);
    start([](Handler &) { });
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

void TestWebSocketServer::closesFirst()
{
    start([](Handler &handler) {
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

void TestWebSocketServer::aPeerThatDoesNotAnswerACloseIsCut()
{
    start([](Handler &handler) { handler.open = [](WebSocket &socket) { socket.close(); }; },
        {.closeTimeout = std::chrono::milliseconds(200), .protocol = {}});
    WebSocketClient client(m_server->port());
    client.open();
    QVERIFY(client.read().kind == Event::Close);
    QVERIFY(client.waitForEnd());
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, 1006);
}

void TestWebSocketServer::aSlowReaderGetsAllThatWasSaidBeforeTheClose()
{
    start(
        [](Handler &handler) {
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

void TestWebSocketServer::tellsOfABrokenConnection()
{
    start([](Handler &) { });
    WebSocketClient client(m_server->port());
    client.open();
    QTRY_COMPARE(m_told.opened, 1);
    client.reset();
    QTRY_COMPARE(m_told.closed, 1);
    QCOMPARE(m_told.code, 1006);
}

void TestWebSocketServer::anExceptionClosesWith1011()
{
    start([](Handler &handler) {
        handler.message = [](WebSocket &, std::string_view) { throw std::runtime_error("broken handler"); };
    });
    WebSocketClient client(m_server->port());
    client.open();
    client.send(WebSocketClient::text("x"));
    QCOMPARE(int(client.read().code), 1011);
    QVERIFY(m_server->lastError());
    QVERIFY(m_server->lastError()->message.contains(QStringLiteral("broken handler")));
}

void TestWebSocketServer::sendsFromOtherThreads()
{
    constexpr int threads = 4;
    constexpr int messages = 500;
    std::vector<std::thread> senders;
    start([&senders](Handler &handler) {
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
    for (std::thread &sender : senders)
        sender.join();
}

void TestWebSocketServer::aHandleOutlivesItsConnection()
{
    std::optional<WebSocketHandle> handle;
    start([&handle](Handler &handler) { handler.open = [&handle](WebSocket &s) { handle = s.handle(); }; });
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

void TestWebSocketServer::acceptsLater()
{
    std::thread thread;
    m_hooks->request = [&](server::HookedRequest &, Responder responder) {
        thread = std::thread([responder = std::move(responder)]() mutable {
            std::move(responder).acceptWebSocket(server::makeEchoHandler());
        });
    };
    start(m_hooks);
    WebSocketClient client(m_server->port());
    QVERIFY(client.open("/echo", WebSocketClient::text("early")).startsWith("HTTP/1.1 101"));
    QCOMPARE(client.read().payload, "early");
    thread.join();
}

void TestWebSocketServer::waitsForItsReader()
{
    start([](Handler &handler) {
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

void TestWebSocketServer::aReaderThatTakesNothingIsCutAtTheLimit()
{
    start(
        [](Handler &handler) {
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

void TestWebSocketServer::pingsSilentPeers()
{
    start([](Handler &) { }, {.pingInterval = std::chrono::milliseconds(200), .protocol = {}});
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

void TestWebSocketServer::endsWithItsServer_data()
{
    QTest::addColumn<bool>("answers");
    QTest::newRow("the peer answers") << true;
    QTest::newRow("the peer does not") << false;
}

void TestWebSocketServer::endsWithItsServer()
{
    QFETCH(const bool, answers);
    start([](Handler &) { }, {.closeTimeout = std::chrono::minutes(1), .protocol = {}});
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

void TestWebSocketServer::namesTheProtocol()
{
    start([](Handler &) { }, {.protocol = "chat"});
    WebSocketClient offering(m_server->port());
    offering.send(WebSocketClient::handshake("/", "Sec-WebSocket-Protocol: other, chat\r\n"));
    QVERIFY(offering.readHead().contains("\r\nSec-WebSocket-Protocol: chat\r\n"));
    WebSocketClient silent(m_server->port());
    QVERIFY(!silent.open().contains("Protocol:"));
}

QTEST_GUILESS_MAIN(TestWebSocketServer)
#include "tst_websocketserver.moc"
