// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/websockethandshake.h"
#include "core/http/websocketreader.h"

#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab;
using namespace servelab::http;
using servelab::testing::bytesOf;
using servelab::testing::parsedHead;

namespace {

constexpr MaskKey key{0x37, 0xfa, 0x21, 0x3d};

QByteArray frame(Opcode opcode, const QByteArray &payload, bool isFinal = true)
{
    std::string out;
    appendFrame(out, opcode, testing::viewOf(payload), isFinal, key);
    return bytesOf(out);
}

QByteArray closeFrame(quint16 code, const QByteArray &reason = {})
{
    return frame(Opcode::Close, QByteArray(1, char(code >> 8)) + char(code & 0xff) + reason);
}

/// Everything a reader finds, in words; fed in pieces of that size.
QByteArray read(QByteArray bytes, qsizetype piece, const WebSocketLimits &limits = {},
    WebSocketRole role = WebSocketRole::Server)
{
    using Event = WebSocketReader::Event;
    static const QHash<Event, QByteArray> names{{Event::Text, "text"}, {Event::Binary, "binary"},
        {Event::Ping, "ping"}, {Event::Pong, "pong"}, {Event::Close, "close"}, {Event::Error, "error"}};
    WebSocketReader reader(role, limits);
    QByteArrayList found;
    for (qsizetype begin = 0; begin < bytes.size(); begin += piece) {
        std::span<char> rest(bytes.data() + begin, std::size_t(std::min(piece, bytes.size() - begin)));
        for (;;) {
            const WebSocketReader::Step step = reader.next(rest);
            if (step.event == Event::NeedMore)
                break;
            QByteArray line = names.value(step.event);
            if (step.event == Event::Close || step.event == Event::Error)
                line += ' ' + QByteArray::number(int(step.code));
            if (step.event != Event::Error)
                line += ':' + bytesOf(step.payload);
            found.append(line);
            if (step.event == Event::Close || step.event == Event::Error)
                return found.join('|');
            rest = rest.subspan(step.consumed);
        }
    }
    return found.join('|') + (reader.isMidway() ? "|..." : "");
}

} // namespace

class TestWebSocket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void keepsItsLimits_data();
    void keepsItsLimits();
    void aClientReadsUnmaskedFrames();
    void writesWhatItReads_data();
    void writesWhatItReads();
    void masksAtAnyOffset();
    void closeReasonsAreCutBetweenCharacters();
    void wireCodes_data();
    void wireCodes();
    void handshakes_data();
    void handshakes();
    void acceptIsThatOfTheStandard();
    void offersProtocols();
};

void TestWebSocket::reads_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &found) {
        QTest::newRow(name) << bytes << found;
    };
    const QByteArray kosme = "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5";
    row("text", frame(Opcode::Text, "hello"), "text:hello");
    row("empty text", frame(Opcode::Text, ""), "text:");
    row("binary", frame(Opcode::Binary, QByteArray("\0\xff", 2)), "binary:" + QByteArray("\0\xff", 2));
    row("126 bytes", frame(Opcode::Text, QByteArray(126, 'a')), "text:" + QByteArray(126, 'a'));
    row("65,535 bytes", frame(Opcode::Text, QByteArray(65535, 'b')), "text:" + QByteArray(65535, 'b'));
    row("65,536 bytes", frame(Opcode::Text, QByteArray(65536, 'c')), "text:" + QByteArray(65536, 'c'));
    row("two messages", frame(Opcode::Text, "one") + frame(Opcode::Binary, "two"), "text:one|binary:two");
    row("fragments",
        frame(Opcode::Text, "he", false) + frame(Opcode::Continuation, "ll", false)
            + frame(Opcode::Continuation, "o"),
        "text:hello");
    row("empty fragments",
        frame(Opcode::Text, "", false) + frame(Opcode::Continuation, "", false)
            + frame(Opcode::Continuation, ""),
        "text:");
    row("an empty fragment before all of it",
        frame(Opcode::Text, "", false) + frame(Opcode::Continuation, "all"), "text:all");
    row("a ping between fragments",
        frame(Opcode::Text, "he", false) + frame(Opcode::Ping, "p") + frame(Opcode::Continuation, "llo"),
        "ping:p|text:hello");
    row("a second message in parts",
        frame(Opcode::Binary, "a", false) + frame(Opcode::Continuation, "b")
            + frame(Opcode::Binary, "c", false) + frame(Opcode::Continuation, "d"),
        "binary:ab|binary:cd");
    row("ping of 125 bytes", frame(Opcode::Ping, QByteArray(125, 'p')), "ping:" + QByteArray(125, 'p'));
    row("ping of 126 bytes", frame(Opcode::Ping, QByteArray(126, 'p')), "error 1002");
    row("pong nobody asked for", frame(Opcode::Pong, "x") + frame(Opcode::Text, "y"), "pong:x|text:y");
    row("fragmented ping", frame(Opcode::Ping, "x", false), "error 1002");
    row("no mask", QByteArray("\x81\x02hi"), "error 1002");
    row("reserved bit 1", QByteArray("\xc1\x80\0\0\0\0", 6), "error 1002");
    row("reserved bit 3", QByteArray("\x91\x80\0\0\0\0", 6), "error 1002");
    row("reserved data opcode", QByteArray("\x83\x80\0\0\0\0", 6), "error 1002");
    row("reserved control opcode", QByteArray("\x8b\x80\0\0\0\0", 6), "error 1002");
    row("16-bit length that is too short", QByteArray("\x82\xfe\0\x7d", 4), "error 1002");
    row("64-bit length that is too short", QByteArray("\x82\xff\0\0\0\0\0\0\xff\xff", 10), "error 1002");
    row("64-bit length with its first bit", QByteArray("\x82\xff\x80\0\0\0\0\0\0\0", 10), "error 1002");
    row("continuation of nothing", frame(Opcode::Continuation, "x"), "error 1002");
    row("continuation behind a whole message", frame(Opcode::Text, "x") + frame(Opcode::Continuation, "y"),
        "text:x|error 1002");
    row("a message inside another", frame(Opcode::Text, "x", false) + frame(Opcode::Text, "y"), "error 1002");
    row("text in UTF-8", frame(Opcode::Text, kosme), "text:" + kosme);
    row("a character over two fragments",
        frame(Opcode::Text, kosme.left(4), false) + frame(Opcode::Continuation, kosme.mid(4)),
        "text:" + kosme);
    row("text that is no UTF-8", frame(Opcode::Text, "abcdefghij\xff"), "error 1007");
    row("invalid over two fragments",
        frame(Opcode::Text, "\xed", false) + frame(Opcode::Continuation, "\xa0\x80"), "error 1007");
    row("invalid in the first fragment: not waited for the last",
        frame(Opcode::Text, kosme + "\xf4\x90", false), "error 1007");
    row("text that ends inside a character", frame(Opcode::Text, kosme.chopped(1)), "error 1007");
    row("the same in binary", frame(Opcode::Binary, "\xff"), "binary:\xff");
    row("close without code", frame(Opcode::Close, ""), "close 1005:");
    row("close with a code and a reason", closeFrame(1000, "bye"), "close 1000:bye");
    row("close of an application", closeFrame(3000), "close 3000:");
    row("close with half a code", frame(Opcode::Close, "x"), "error 1002");
    row("close with a code that may not be sent", closeFrame(1005), "error 1002");
    row("close with a code below all", closeFrame(999), "error 1002");
    row("close with a reason that is no UTF-8", closeFrame(1000, "\xff"), "error 1007");
    row("what follows a close does not count", closeFrame(1000) + "junk", "close 1000:");
    row("half a frame", frame(Opcode::Text, "hello").chopped(2), "|...");
    row("half a message", frame(Opcode::Text, "hello", false), "|...");
}

void TestWebSocket::reads()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, found);
    QCOMPARE(read(bytes, bytes.size()), found);
    for (const qsizetype piece : {1, 2, 3, 7, 11, 64})
        QCOMPARE(read(bytes, piece), found);
}

void TestWebSocket::keepsItsLimits_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("found");
    const QByteArray ten(10, 'a');
    QTest::newRow("message at the limit") << frame(Opcode::Text, ten) << QByteArray("text:" + ten);
    QTest::newRow("message over it, seen in its head")
        << frame(Opcode::Text, ten + 'a').left(6) << QByteArray("error 1009");
    QTest::newRow("fragments at the limit")
        << frame(Opcode::Text, "aaaaa", false) + frame(Opcode::Continuation, "aaaaa")
        << QByteArray("text:" + ten);
    QTest::newRow("fragments over it")
        << frame(Opcode::Text, "aaaaa", false) + frame(Opcode::Continuation, "aaaaaa").left(6)
        << QByteArray("error 1009");
    QTest::newRow("2^62 bytes") << QByteArray("\x82\xff\x40\0\0\0\0\0\0\0\0\0\0\0", 14)
                                << QByteArray("error 1009");
}

void TestWebSocket::keepsItsLimits()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, found);
    for (const qsizetype piece : {bytes.size(), qsizetype(1)})
        QCOMPARE(read(bytes, piece, {.messageBytes = 10, .frameBytes = 1000}), found);
    if (found.startsWith("text:") && !bytes.contains(QByteArray(1, 0x01)))
        QCOMPARE(
            read(bytes, bytes.size(), {.messageBytes = 1000, .frameBytes = 9}), QByteArray("error 1009"));
}

void TestWebSocket::aClientReadsUnmaskedFrames()
{
    std::string out;
    appendFrame(out, Opcode::Text, "from the server");
    QCOMPARE(read(bytesOf(out), 5, {}, WebSocketRole::Client), QByteArray("text:from the server"));
    QCOMPARE(read(frame(Opcode::Text, "x"), 5, {}, WebSocketRole::Client), QByteArray("error 1002"));
}

void TestWebSocket::writesWhatItReads_data()
{
    QTest::addColumn<qsizetype>("size");
    for (const qsizetype size : {0, 1, 125, 126, 127, 65535, 65536, 70000})
        QTest::addRow("%lld bytes", qlonglong(size)) << size;
}

void TestWebSocket::writesWhatItReads()
{
    QFETCH(const qsizetype, size);
    const QByteArray payload(size, 'z');
    for (const auto &mask : {std::optional<MaskKey>(), std::optional<MaskKey>(key)}) {
        std::string out;
        appendFrame(out, Opcode::Binary, testing::viewOf(payload), true, mask);
        const WebSocketRole role = mask ? WebSocketRole::Server : WebSocketRole::Client;
        QCOMPARE(read(bytesOf(out), qsizetype(out.size()), {}, role), "binary:" + payload);
        FrameHead head;
        QCOMPARE(parseFrameHead(out, role, head).status, FrameStatus::Complete);
        QCOMPARE(head.headBytes + head.payloadBytes, std::uint64_t(out.size()));
    }
}

void TestWebSocket::masksAtAnyOffset()
{
    const QByteArray plain = QByteArray("The quick brown fox jumps over the lazy dog").repeated(3);
    QByteArray expected = plain;
    for (qsizetype i = 0; i < plain.size(); ++i)
        expected[i] = char(plain[i] ^ key[std::size_t(i % 4)]);
    for (qsizetype cut = 0; cut <= plain.size(); ++cut) {
        QByteArray bytes = plain;
        const std::span<char> all(bytes.data(), std::size_t(bytes.size()));
        applyMask(all.first(std::size_t(cut)), key, 0);
        applyMask(all.subspan(std::size_t(cut)), key, std::uint64_t(cut));
        QCOMPARE(bytes, expected);
    }
}

void TestWebSocket::closeReasonsAreCutBetweenCharacters()
{
    std::string out;
    appendCloseFrame(out, CloseCode::Normal, std::string(122, 'a') + "\xc3\xa9", key);
    QCOMPARE(read(bytesOf(out), 1000), "close 1000:" + QByteArray(122, 'a'));
    out.clear();
    appendCloseFrame(out, CloseCode::NoStatus, "unsaid", key);
    QCOMPARE(read(bytesOf(out), 1000), QByteArray("close 1005:"));
}

void TestWebSocket::wireCodes_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("isWire");
    for (const int code : {1000, 1001, 1002, 1003, 1007, 1011, 1014, 3000, 4999})
        QTest::addRow("%d", code) << code << true;
    for (const int code : {0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535})
        QTest::addRow("%d", code) << code << false;
}

void TestWebSocket::wireCodes()
{
    QFETCH(const int, code);
    QFETCH(const bool, isWire);
    QCOMPARE(isWireCloseCode(static_cast<std::uint16_t>(code)), isWire);
}

void TestWebSocket::handshakes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QByteArray &bytes, int status) {
        QTest::newRow(name) << bytes + "\r\n" << status;
    };
    const QByteArray line = "GET /chat HTTP/1.1\r\nHost: localhost\r\n";
    const QByteArray upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    const QByteArray version = "Sec-WebSocket-Version: 13\r\n";
    const QByteArray nonce = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    row("right", line + upgrade + version + nonce, 101);
    row("as Firefox sends it",
        line + "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n" + version + nonce, 101);
    row("no upgrade", line + "Connection: Upgrade\r\n" + version + nonce, 400);
    row("no connection", line + "Upgrade: websocket\r\n" + version + nonce, 400);
    row("another upgrade", line + "Upgrade: h2c\r\nConnection: Upgrade\r\n" + version + nonce, 400);
    row("no version", line + upgrade + nonce, 426);
    row("version 8", line + upgrade + "Sec-WebSocket-Version: 8\r\n" + nonce, 426);
    row("no key", line + upgrade + version, 400);
    row("two keys", line + upgrade + version + nonce + nonce, 400);
    row("a key of 15 bytes", line + upgrade + version + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAA\r\n", 400);
    row("a key that is no base64",
        line + upgrade + version + "Sec-WebSocket-Key: %%%%%%%%%%%%%%%%%%%%%%==\r\n", 400);
    row("POST", "POST /chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n" + upgrade + version + nonce,
        400);
    row("HTTP/1.0", "GET /chat HTTP/1.0\r\nHost: localhost\r\n" + upgrade + version + nonce, 400);
}

void TestWebSocket::handshakes()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    QCOMPARE(handshakeStatus(parsedHead(bytes)), status);
}

void TestWebSocket::acceptIsThatOfTheStandard()
{
    QCOMPARE(webSocketAccept("dGhlIHNhbXBsZSBub25jZQ=="), std::string("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
}

void TestWebSocket::offersProtocols()
{
    const QByteArray bytes = "GET / HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Protocol: chat, superchat\r\n\r\n";
    const RequestHead head = parsedHead(bytes);
    QVERIFY(offersProtocol(head, "superchat"));
    QVERIFY(!offersProtocol(head, "super"));
    QVERIFY(!offersProtocol(head, "Chat"));
}

QTEST_APPLESS_MAIN(TestWebSocket)
#include "tst_websocket.moc"
