// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/hookedserver.h"

#include <algorithm>
#include <functional>
#include <thread>

using namespace servelab;
using namespace servelab::tests;
using server::BodyWriter;
using server::HookedRequest;
using server::Responder;

/// Answers that a hook makes bit by bit: their framing, their end, and who waits for whom.
class HookStreams : public QObject, private HookedServer
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { reset(); }

    void streams_data();
    void streams();
    void aStreamThatIsNotEndedIsCut_data();
    void aStreamThatIsNotEndedIsCut();
    void aStreamWaitsForItsReader();
    void aStreamLearnsThatItsReaderHasGone();
};

void HookStreams::streams_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isCounted");
    QTest::addColumn<QByteArray>("framing");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("chunked") << get("/s") << false << QByteArray("transfer-encoding") << true;
    QTest::newRow("counted") << get("/s") << true << QByteArray("content-length") << true;
    const QByteArray old = "GET /s HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n";
    QTest::newRow("HTTP/1.0, ended by close") << old << false << QByteArray("date") << false;
    QTest::newRow("HTTP/1.0, counted") << old << true << QByteArray("content-length") << true;
    QTest::newRow("HEAD") << request("HEAD /s") << false << QByteArray("transfer-encoding") << true;
}

void HookStreams::streams()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isCounted);
    QFETCH(const QByteArray, framing);
    QFETCH(const bool, isKept);
    const QByteArray expected = "one" + Fixture::patterned(5000) + "three";
    m_hooks->request = [&](HookedRequest &, Responder responder) {
        const auto length = isCounted ? std::optional<std::uint64_t>(expected.size()) : std::nullopt;
        BodyWriter writer = std::move(responder).begin(text(), length);
        writer.write("one");
        writer.write(""); // an empty chunk would end the body
        std::thread([writer = std::move(writer)]() mutable {
            writer.write(Fixture::patterned(5000));
            writer.write(std::string("three"));
            std::move(writer).end();
        }).detach();
    };
    start();
    RawClient client(m_server->port());
    const bool isHead = bytes.startsWith("HEAD");
    for (int round = 0; round < (isKept ? 3 : 1); ++round) {
        client.send(bytes);
        const auto answer = client.readAnswer(isHead);
        QVERIFY(answer);
        QVERIFY(answer->has(framing));
        QVERIFY(!(answer->has("content-length") && answer->has("transfer-encoding")));
        if (!isHead)
            QCOMPARE(answer->body, expected);
        QCOMPARE(answer->field("connection") != "close", isKept);
    }
}

void HookStreams::aStreamThatIsNotEndedIsCut_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("the writer is dropped") << QByteArray("/drop");
    QTest::newRow("fewer bytes than announced") << QByteArray("/short");
    QTest::newRow("more bytes than announced") << QByteArray("/long");
}

void HookStreams::aStreamThatIsNotEndedIsCut()
{
    QFETCH(const QByteArray, path);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        const bool isDropped = r.path() == "/drop";
        BodyWriter writer
            = std::move(responder).begin(text(), isDropped ? std::nullopt : std::optional<std::uint64_t>(10));
        writer.write("12345");
        if (r.path() == "/long" && writer.write("678901") != BodyWriter::Status::Gone)
            qFatal("more was taken than was announced");
        if (!isDropped)
            std::move(writer).end();
    };
    start();
    RawClient client(m_server->port());
    client.send(get(path) + get("/a.txt"));
    QVERIFY(client.readHead());
    const QByteArray rest = client.readToEnd();
    QCOMPARE(client.ending(), Ending::Reset);
    QVERIFY(!rest.endsWith("0\r\n\r\n"));
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QVERIFY(!m_hooks->ended().first().complete);
}

void HookStreams::aStreamWaitsForItsReader()
{
    constexpr int pieces = 400;
    constexpr int size = 64 * 1024;
    std::atomic<std::uint64_t> most = 0;
    std::atomic<int> written = 0;
    std::function<void()> goOn;
    std::optional<BodyWriter> writer;
    goOn = [&] {
        while (written < pieces) {
            ++written;
            const auto status = writer->write(Fixture::patterned(size));
            most = std::max(most.load(), writer->bufferedBytes());
            if (status == BodyWriter::Status::Wait) {
                writer->onReady(goOn);
                return;
            }
        }
        std::move(*writer).end();
    };
    m_hooks->request = [&](HookedRequest &, Responder responder) {
        writer.emplace(std::move(responder).begin(text()));
        goOn();
    };
    start();
    RawClient client(m_server->port(), 16 * 1024);
    client.send(get("/s"));
    QVERIFY(client.receive());
    QVERIFY(!QTest::qWaitFor([&] { return written == pieces; }, 300)); // it waits for the reader
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body.size(), qsizetype(pieces) * size);
    QCOMPARE(answer->body.left(size), Fixture::patterned(size));
    QCOMPARE(answer->body.right(size), Fixture::patterned(size));
    QVERIFY2(most <= 512 * 1024, QByteArray::number(qulonglong(most)).constData());
}

void HookStreams::aStreamLearnsThatItsReaderHasGone()
{
    std::atomic<bool> isTold = false;
    std::optional<BodyWriter> writer;
    m_hooks->request = [&](HookedRequest &, Responder responder) {
        writer.emplace(std::move(responder).begin(text()));
        while (writer->write(Fixture::patterned(64 * 1024)) == BodyWriter::Status::GoOn) { }
        writer->onReady([&] {
            if (writer->write(Fixture::patterned(64 * 1024)) != BodyWriter::Status::Gone)
                writer->onReady([&] { isTold = true; });
            else
                isTold = true;
        });
    };
    start();
    RawClient client(m_server->port(), 16 * 1024);
    client.send(get("/s"));
    QVERIFY(client.receive());
    client.reset();
    QTRY_VERIFY(isTold);
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QVERIFY(!m_hooks->ended().first().complete);
}

QTEST_GUILESS_MAIN(HookStreams)
#include "tst_hookstreams.moc"
