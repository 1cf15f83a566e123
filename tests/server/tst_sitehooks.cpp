// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/sitehooks.h"

#include "tests/server/fixture.h"
#include "tests/server/functionhooks.h"
#include "tests/server/requestcase.h"

#include <QTest>

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace servelab;
using namespace servelab::tests;
using server::AnswerHead;
using server::BodyWriter;
using server::HookedRequest;
using server::Responder;
using server::ServedAnswer;

namespace {

AnswerHead text(int status = 200)
{
    return AnswerHead(status).field("Content-Type", "text/plain");
}

QByteArray post(const QByteArray &target, const QByteArray &body)
{
    return request("POST " + target, "Content-Length: " + QByteArray::number(body.size()) + "\r\n") + body;
}

} // namespace

class TestSiteHooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_hooks = std::make_shared<FunctionHooks>(); }
    void cleanup()
    {
        m_server.reset();
        m_hooks.reset();
    }

    void seesTheRequest();
    void seesTheBody_data();
    void seesTheBody();
    void answersAtOnce_data();
    void answersAtOnce();
    void answersLaterFromAnotherThread();
    void pipelinedAnswersKeepTheirOrder();
    void leavesToTheSite();
    void leavesToTheSiteLater();
    void unanswered_data();
    void unanswered();
    void aSilentHookEndsAtTheLimit();
    void aResponderOutlivesItsConnection();
    void aResponderOutlivesItsServer();
    void headCannotBeSent_data();
    void headCannotBeSent();
    void streams_data();
    void streams();
    void aStreamThatIsNotEndedIsCut_data();
    void aStreamThatIsNotEndedIsCut();
    void aStreamWaitsForItsReader();
    void aStreamLearnsThatItsReaderHasGone();
    void onHeadRefusesBeforeTheBody_data();
    void onHeadRefusesBeforeTheBody();
    void onHeadDecidesLater();
    void bodyLimitHolds();
    void refusedUnseen_data();
    void refusedUnseen();
    void beforeServeSees_data();
    void beforeServeSees();
    void beforeServeChanges_data();
    void beforeServeChanges();
    void afterServeOnceWhateverTheEnd_data();
    void afterServeOnceWhateverTheEnd();
    void hooksChangeWhileServing();
    void closingWaitsForALateAnswer();

private:
    void start(site::SiteConfig config)
    {
        m_server = std::make_unique<server::Server>();
        m_server->setHooks(m_hooks);
        QVERIFY(m_server->deploy(config));
    }
    void start() { start(m_fixture.config()); }

    std::optional<Answer> ask(const QByteArray &bytes)
    {
        RawClient client(m_server->port());
        client.send(bytes);
        return client.readAnswer(bytes.startsWith("HEAD "));
    }

    Fixture m_fixture;
    std::shared_ptr<FunctionHooks> m_hooks;
    std::unique_ptr<server::Server> m_server;
};

void TestSiteHooks::seesTheRequest()
{
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        QByteArray seen
            = bytesOf(r.methodToken()) + '|' + bytesOf(r.target()) + '|' + bytesOf(r.path()) + '|';
        for (const std::string_view value : r.parameters().values("k"))
            seen += bytesOf(value) + ',';
        seen += '|' + bytesOf(r.field("x-thing").value_or("none")) + '|' + bytesOf(r.host()) + '|'
            + r.peerAddress().toString().toUtf8();
        std::move(responder).answer(text(), seen);
    };
    start();
    const auto answer = ask(get("/caf%C3%A9?k=1&x=2&k=a%20b", "X-Thing: yes\r\n"));
    QVERIFY(answer);
    QCOMPARE(answer->body,
        QByteArray("GET|/caf%C3%A9?k=1&x=2&k=a%20b|/caf\xc3\xa9|1,a b,|yes|localhost|127.0.0.1"));
}

void TestSiteHooks::seesTheBody_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isText");
    const QByteArray big = Fixture::patterned(300'000);
    QTest::newRow("none") << get("/x") << QByteArray() << true;
    QTest::newRow("counted") << post("/x", "hello") << QByteArray("hello") << true;
    QTest::newRow("counted, many reads") << post("/x", big) << big << true;
    QTest::newRow("chunked") << request("POST /x", "Transfer-Encoding: chunked\r\n")
            + "3\r\nabc\r\n2;e=1\r\nde\r\n0\r\n\r\n"
                             << QByteArray("abcde") << true;
    QTest::newRow("bytes that are no text") << post("/x", "\xff\xfe") << QByteArray("\xff\xfe") << false;
}

void TestSiteHooks::seesTheBody()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, body);
    QFETCH(const bool, isText);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        AnswerHead head = text().field("X-Text", r.text() ? "yes" : "no");
        const std::size_t size = r.body().size();
        std::string taken = r.takeBody();
        head.field("X-Same", taken.size() == size && r.body().empty() ? "yes" : "no");
        std::move(responder).answer(head, std::move(taken));
    };
    start();
    RawClient client(m_server->port());
    // The second request on the connection shows that the first one's body was taken to its end.
    for (const QByteArray &sent : {bytes, bytes}) {
        client.send(sent);
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->body, body);
        QCOMPARE(answer->field("x-text"), isText ? "yes" : "no");
        QCOMPARE(answer->field("x-same"), "yes");
    }
    // And cut at a place inside the body.
    client.send(bytes.left(bytes.size() - 1));
    QVERIFY(!client.receive(50));
    client.send(bytes.right(1));
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body, body);
}

void TestSiteHooks::answersAtOnce_data()
{
    declareCases();
    addCase("small",
        {get("/small"), 200, Then::Kept, {"Content-Length: 5", "Content-Type: text/plain"}, 5, "small"});
    addCase("large", {get("/large"), 200, Then::Kept, {"Content-Length: 100000"}, 100'000});
    addCase("another method", {request("DELETE /small"), 200, Then::Kept, {}, 5});
    addCase("an unknown method", {request("BREW /small"), 200, Then::Kept, {}, 5});
    addCase("HEAD", {request("HEAD /small"), 200, Then::Kept, {"Content-Length: 5"}, 0});
    addCase("no content", {get("/none"), 204, Then::Kept, {"!Content-Length", "!Transfer-Encoding"}});
    addCase("HTTP/1.0", {"GET /small HTTP/1.0\r\nHost: localhost\r\n\r\n", 200, Then::Closed, {}, 5});
    addCase("the client closes", {get("/small", "Connection: close\r\n"), 200, Then::Closed, {}, 5});
    addCase("the hook closes", {get("/close"), 200, Then::Closed, {}, 3});
    addCase("with a body", {post("/small", "abc"), 200, Then::Kept, {}, 5});
}

void TestSiteHooks::answersAtOnce()
{
    QFETCH(const Case, row);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        if (r.path() == "/small")
            std::move(responder).answer(text(), "small");
        else if (r.path() == "/large")
            std::move(responder).answer(text(), Fixture::patterned(100'000));
        else if (r.path() == "/none")
            std::move(responder).answer(AnswerHead(204));
        else if (r.path() == "/close")
            std::move(responder).answer(text().closeConnection(), "end");
        else
            std::move(responder).serve();
    };
    start();
    if (row.status == 204) { // no length: the body cannot be read as runCase() does
        RawClient client(m_server->port());
        client.send(row.bytes + get("/small"));
        const auto head = client.readHead();
        QVERIFY(head && head->status == 204);
        QVERIFY(!head->has("content-length") && !head->has("transfer-encoding"));
        QCOMPARE(client.readAnswer()->body, "small");
        return;
    }
    runCase(m_server->port(), row);
}

void TestSiteHooks::answersLaterFromAnotherThread()
{
    std::vector<std::thread> threads;
    m_hooks->request = [&threads](HookedRequest &r, Responder responder) {
        threads.emplace_back([body = r.takeBody(), responder = std::move(responder)]() mutable {
            std::move(responder).answer(text(), std::move(body));
        });
    };
    start();
    RawClient client(m_server->port());
    for (int i = 0; i < 100; ++i) {
        const QByteArray body = "number " + QByteArray::number(i);
        client.send(post("/later", body));
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->body, body);
    }
    m_server.reset();
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(m_hooks->ended().size(), 100);
}

void TestSiteHooks::pipelinedAnswersKeepTheirOrder()
{
    std::optional<Responder> slow;
    std::atomic<bool> isKept = false;
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        if (r.path() == "/slow") {
            slow.emplace(std::move(responder));
            isKept = true;
        } else if (r.path() == "/fast") {
            std::move(responder).answer(text(), "fast");
        } else {
            std::move(responder).serve();
        }
    };
    start();
    RawClient client(m_server->port());
    client.send(get("/fast") + get("/slow") + get("/fast") + get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, "fast");
    QTRY_VERIFY(isKept);
    QVERIFY(!client.receive(50));
    std::move(*slow).answer(text(), "slow");
    QCOMPARE(client.readAnswer()->body, "slow");
    QCOMPARE(client.readAnswer()->body, "fast");
    QCOMPARE(client.readAnswer()->body, Fixture::patterned(100));
}

void TestSiteHooks::leavesToTheSite()
{
    m_hooks->head = [](const HookedRequest &, Responder responder) { std::move(responder).serve(); };
    m_hooks->request = [](HookedRequest &, Responder responder) { std::move(responder).serve(); };
    start();
    QCOMPARE(ask(get("/a.txt"))->body, Fixture::patterned(100));
    QCOMPARE(ask(get("/missing"))->status, 404);
    QCOMPARE(ask(post("/a.txt", "abc"))->status, 405);
}

void TestSiteHooks::leavesToTheSiteLater()
{
    m_hooks->request = [](HookedRequest &, Responder responder) {
        std::thread([later = std::move(responder)]() mutable { std::move(later).serve(); }).join();
    };
    start();
    RawClient client(m_server->port());
    client.send(get("/a.txt", "Range: bytes=10-19\r\n") + get("/a.txt"));
    const auto answer = client.readAnswer();
    QCOMPARE(answer->status, 206);
    QCOMPARE(answer->body, Fixture::patterned(100).mid(10, 10));
    QCOMPARE(client.readAnswer()->body, Fixture::patterned(100));
}

void TestSiteHooks::unanswered_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("fault");
    QTest::newRow("dropped") << QByteArray("/drop") << QString();
    QTest::newRow("kept and dropped") << QByteArray("/keep") << QString();
    QTest::newRow("an exception") << QByteArray("/throw") << QStringLiteral("the disk is full");
    QTest::newRow("something else thrown") << QByteArray("/throw-int") << QStringLiteral("unknown type");
    QTest::newRow("thrown while the responder is kept")
        << QByteArray("/keep-throw") << QStringLiteral("late");
}

void TestSiteHooks::unanswered()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QString, fault);
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        if (r.path() == "/throw")
            throw std::runtime_error("the disk is full");
        if (r.path() == "/throw-int")
            throw 1;
        if (r.path() == "/keep" || r.path() == "/keep-throw")
            const Responder kept(std::move(responder));
        if (r.path() == "/keep-throw")
            throw std::runtime_error("late");
        if (r.path() == "/ok")
            std::move(responder).answer(text(), "ok");
    };
    start();
    RawClient client(m_server->port());
    client.send(get(path) + get("/ok"));
    QCOMPARE(client.readAnswer()->status, 500);
    QCOMPARE(client.readAnswer()->body, "ok");
    QCOMPARE(m_server->lastError().has_value(), !fault.isNull());
    if (!fault.isNull())
        QVERIFY2(m_server->lastError()->message.contains(fault), qPrintable(m_server->lastError()->message));
}

void TestSiteHooks::aSilentHookEndsAtTheLimit()
{
    std::optional<Responder> kept;
    m_hooks->request = [&](HookedRequest &, Responder responder) { kept.emplace(std::move(responder)); };
    site::SiteConfig config = m_fixture.config();
    config.timeouts.inactivity = std::chrono::milliseconds(300);
    start(config);
    const auto answer = ask(get("/never"));
    QVERIFY(answer);
    QCOMPARE(answer->status, 500);
    QVERIFY(m_server->lastError());
    std::move(*kept).answer(text(), "too late"); // harms nobody
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, 500);
}

void TestSiteHooks::aResponderOutlivesItsConnection()
{
    std::optional<Responder> kept;
    std::optional<BodyWriter> writer;
    std::atomic<bool> isKept = false;
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        if (r.path() == "/stream")
            writer.emplace(std::move(responder).begin(text()));
        else
            kept.emplace(std::move(responder));
        isKept = true;
    };
    start();
    {
        RawClient client(m_server->port());
        client.send(get("/"));
        QTRY_VERIFY(isKept);
        client.reset();
    }
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
    BodyWriter orphan = std::move(*kept).begin(text());
    QCOMPARE(orphan.write("x"), BodyWriter::Status::Gone);
    isKept = false;
    {
        RawClient client(m_server->port());
        client.send(get("/stream"));
        QTRY_VERIFY(isKept);
        QVERIFY(client.readHead());
        client.reset();
    }
    QTRY_COMPARE(writer->write("x"), BodyWriter::Status::Gone);
}

void TestSiteHooks::aResponderOutlivesItsServer()
{
    std::optional<Responder> kept;
    std::atomic<bool> isKept = false;
    m_hooks->request = [&](HookedRequest &, Responder responder) {
        kept.emplace(std::move(responder));
        isKept = true;
    };
    start();
    RawClient client(m_server->port());
    client.send(get("/"));
    QTRY_VERIFY(isKept);
    m_server.reset();
    QCOMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, 0);
    QVERIFY(!m_hooks->ended().first().complete);
    std::move(*kept).answer(text(), "nobody hears it");
}

void TestSiteHooks::headCannotBeSent_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("status");
    QTest::newRow("value with a line feed") << QByteArray("X-A") << QByteArray("a\r\nSet-Cookie: b") << 200;
    QTest::newRow("name that is no token") << QByteArray("X A") << QByteArray("a") << 200;
    QTest::newRow("framing") << QByteArray("content-length") << QByteArray("3") << 200;
    QTest::newRow("status too low") << QByteArray("X-A") << QByteArray("a") << 101;
    QTest::newRow("status too high") << QByteArray("X-A") << QByteArray("a") << 1000;
}

void TestSiteHooks::headCannotBeSent()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, value);
    QFETCH(const int, status);
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        AnswerHead head(status);
        head.field(name.toStdString(), value.toStdString());
        if (r.path() == "/stream")
            std::move(responder).begin(std::move(head)).write("x");
        else
            std::move(responder).answer(head, "x");
    };
    start();
    for (const char *path : {"/whole", "/stream"}) {
        const auto answer = ask(get(path));
        QVERIFY(answer);
        QCOMPARE(answer->status, 500);
        QVERIFY(!answer->has("set-cookie") && !answer->has("x-a"));
        QVERIFY(m_server->lastError());
    }
}

void TestSiteHooks::streams_data()
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

void TestSiteHooks::streams()
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

void TestSiteHooks::aStreamThatIsNotEndedIsCut_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("the writer is dropped") << QByteArray("/drop");
    QTest::newRow("fewer bytes than announced") << QByteArray("/short");
    QTest::newRow("more bytes than announced") << QByteArray("/long");
}

void TestSiteHooks::aStreamThatIsNotEndedIsCut()
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

void TestSiteHooks::aStreamWaitsForItsReader()
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

void TestSiteHooks::aStreamLearnsThatItsReaderHasGone()
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

void TestSiteHooks::onHeadRefusesBeforeTheBody_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("no body") << get("/secret") << true;
    QTest::newRow("a body is read and thrown away") << post("/secret", "abc") << true;
    QTest::newRow("a client that waits for 100 does not get it")
        << request("POST /secret", "Content-Length: 3\r\nExpect: 100-continue\r\n") << false;
    QTest::newRow("a body that is too large")
        << request("POST /secret", "Content-Length: 99000000\r\n") << false;
}

void TestSiteHooks::onHeadRefusesBeforeTheBody()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isKept);
    m_hooks->head = [](const HookedRequest &r, Responder responder) {
        if (r.path() == "/secret" && r.body().empty())
            std::move(responder).answer(text(401).field("WWW-Authenticate", "Basic"), "who are you?");
        else
            std::move(responder).serve();
    };
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        if (r.path() == "/secret")
            qFatal("a request that was answered is seen again");
        std::move(responder).serve();
    };
    start();
    RawClient client(m_server->port());
    client.send(bytes);
    const auto answer = client.readHead(); // 100 would be seen
    QVERIFY(answer);
    QCOMPARE(answer->status, 401);
    QCOMPARE(answer->field("connection") != "close", isKept);
}

void TestSiteHooks::onHeadDecidesLater()
{
    std::optional<Responder> kept;
    std::atomic<bool> isKept = false;
    m_hooks->head = [&](const HookedRequest &, Responder responder) {
        kept.emplace(std::move(responder));
        isKept = true;
    };
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        std::move(responder).answer(text(), std::string(r.body()) + " at " + std::string(r.path()));
    };
    start();
    RawClient client(m_server->port());
    client.send(post("/one", "abc") + post("/two", "defg"));
    QTRY_VERIFY(isKept);
    isKept = false;
    std::move(*kept).serve();
    QCOMPARE(client.readAnswer()->body, "abc at /one");
    QTRY_VERIFY(isKept);
    std::move(*kept).answer(text(403), "no");
    QCOMPARE(client.readAnswer()->status, 403);
}

void TestSiteHooks::bodyLimitHolds()
{
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        std::move(responder).answer(text(), QByteArray::number(qulonglong(r.body().size())));
    };
    site::SiteConfig config = m_fixture.config();
    config.maximumBodyBytes = 1024;
    start(config);
    QCOMPARE(ask(post("/x", QByteArray(1024, 'a')))->body, "1024");
    QCOMPARE(ask(post("/x", QByteArray(1025, 'a')))->status, 413);
    QCOMPARE(
        ask(request("POST /x", "Transfer-Encoding: chunked\r\n") + "401\r\n" + QByteArray(1025, 'a'))->status,
        413);
    RawClient client(m_server->port());
    client.send(request("POST /x", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
    QCOMPARE(client.readHead()->status, 100);
    client.send("abc");
    QCOMPARE(client.readAnswer()->body, "3");
}

void TestSiteHooks::refusedUnseen_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::newRow("a host that the site does not have")
        << QByteArray("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n") << 421;
    QTest::newRow("a broken target") << request("GET a.txt") << 400;
    QTest::newRow("CONNECT") << request("CONNECT localhost:80") << 405;
    QTest::newRow("an expectation nobody knows") << get("/", "Expect: foo\r\n") << 417;
    QTest::newRow("a head that cannot be read") << QByteArray("BAD\r\n\r\n") << 400;
}

void TestSiteHooks::refusedUnseen()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    m_hooks->request
        = [](HookedRequest &, Responder responder) { std::move(responder).answer(text(), "seen"); };
    start();
    QCOMPARE(ask(bytes)->status, status);
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, status);
}

void TestSiteHooks::beforeServeSees_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("seen");
    QTest::newRow("a file") << get("/a.txt") << 200 << Fixture::patterned(100);
    QTest::newRow("the selected part alone")
        << get("/a.txt", "Range: bytes=20-35\r\n") << 206 << Fixture::patterned(100).mid(20, 16);
    QTest::newRow("a part of a file that is not in memory") << get("/large.bin",
        "Range: bytes=300000-300015\r\n") << 206 << Fixture::patterned(400'000).mid(300'000, 16);
    QTest::newRow("HEAD: the whole representation")
        << request("HEAD /large.bin") << 200 << Fixture::patterned(400'000);
    QTest::newRow("identity, whatever the client accepts")
        << get("/big.html", "Accept-Encoding: br, gzip\r\n") << 200 << Fixture::bigPage();
    QTest::newRow("not modified: nothing") << get("/a.txt", "If-None-Match: *\r\n") << 304 << QByteArray();
    QTest::newRow("a redirect: nothing") << get("/sub") << 301 << QByteArray();
}

void TestSiteHooks::beforeServeSees()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    QFETCH(const QByteArray, seen);
    m_fixture.write("large.bin", Fixture::patterned(400'000));
    int sawStatus = 0;
    QByteArray sawBytes;
    m_hooks->serve = [&](const HookedRequest &, ServedAnswer &answer) {
        sawStatus = answer.status();
        sawBytes = bytesOf(answer.bytes().value_or("unread"));
        if (answer.length() != static_cast<std::uint64_t>(sawBytes.size()))
            qFatal("length() says otherwise");
    };
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    start(config);
    const auto answer = ask(bytes);
    QVERIFY(answer);
    QCOMPARE(answer->status, status);
    QTRY_COMPARE(m_hooks->ended().size(), 1); // the hook has run before it
    QCOMPARE(sawStatus, status);
    QCOMPARE(sawBytes, seen);
    if (bytes.startsWith("HEAD"))
        QCOMPARE(answer->field("content-length"), QByteArray::number(seen.size()));
    else
        QCOMPARE(answer->body, seen);
}

void TestSiteHooks::beforeServeChanges_data()
{
    declareCases();
    addCase("bytes", {get("/a.txt?bytes"), 200, Then::Kept, {"Content-Length: 3"}, 3, "new"});
    addCase("the bytes of HEAD", {request("HEAD /a.txt?bytes"), 200, Then::Kept, {"Content-Length: 3"}, 0});
    addCase("bytes of a part",
        {get("/a.txt?part", "Range: bytes=0-2\r\n"), 206, Then::Kept, {"Content-Range: bytes 0-2/100"}, 3,
            "new"});
    addCase("a part cannot become longer", {get("/a.txt?bytes", "Range: bytes=0-9\r\n"), 500, Then::Kept});
    addCase("fields",
        {get("/a.txt?field"), 200, Then::Kept, {"X-New: yes", "ETag: \"mine\"", "!Last-Modified"}, 100});
    addCase("a framing field cannot be set", {get("/a.txt?framing"), 500, Then::Kept});
    addCase("an exception", {get("/a.txt?throw"), 500, Then::Kept});
    addCase("an error's body", {get("/missing?bytes"), 404, Then::Kept, {}, 3, "new"});
    addCase("nothing, of an answer that closes",
        {get("/a.txt", "Connection: close\r\n"), 200, Then::Closed, {}, 100});
}

void TestSiteHooks::beforeServeChanges()
{
    QFETCH(const Case, row);
    m_hooks->serve = [](const HookedRequest &r, ServedAnswer &answer) {
        if (r.query() == "bytes" || r.query() == "part")
            answer.setBytes("new");
        if (r.query() == "field") {
            answer.setField("X-New", "yes");
            answer.setField("etag", "\"mine\"");
            answer.removeField("last-modified");
            answer.removeField("content-length"); // is not theirs to remove
        }
        if (r.query() == "framing")
            answer.setField("Content-Length", "3");
        if (r.query() == "throw")
            throw std::runtime_error("no");
    };
    start();
    runCase(m_server->port(), row);
    QCOMPARE(m_server->lastError().has_value(), row.status == 500);
}

void TestSiteHooks::afterServeOnceWhateverTheEnd_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("how");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("complete");
    QTest::newRow("delivered") << get("/a.txt") << QByteArray("read") << 200 << true;
    QTest::newRow("two pipelined, the second one missing")
        << get("/missing") << QByteArray("read") << 404 << true;
    QTest::newRow("the client leaves inside the body")
        << request("POST /x", "Content-Length: 9\r\n") + "abc" << QByteArray("leave") << 0 << false;
    QTest::newRow("the client ends its side inside the body")
        << request("POST /x", "Content-Length: 9\r\n") + "abc" << QByteArray("end") << 400 << true;
    QTest::newRow("the body does not come in time")
        << request("POST /x", "Content-Length: 9\r\n") + "abc" << QByteArray("wait") << 408 << true;
    QTest::newRow("the client leaves before the answer")
        << get("/later") << QByteArray("leave") << 0 << false;
    QTest::newRow("the client leaves inside the answer")
        << get("/endless") << QByteArray("leave") << 200 << false;
}

void TestSiteHooks::afterServeOnceWhateverTheEnd()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, how);
    QFETCH(const int, status);
    QFETCH(const bool, complete);
    std::vector<Responder> kept;
    std::vector<BodyWriter> writers;
    std::atomic<int> seen = 0;
    m_hooks->head = [&](const HookedRequest &, Responder responder) {
        std::move(responder).serve();
        ++seen;
    };
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        if (r.path() == "/later")
            kept.push_back(std::move(responder));
        else if (r.path() == "/endless")
            writers.push_back(std::move(responder).begin(text()));
        else
            std::move(responder).serve();
    };
    site::SiteConfig config = m_fixture.config();
    config.timeouts.request = std::chrono::milliseconds(how == "wait" ? 300 : 60'000);
    start(config);
    {
        RawClient client(m_server->port());
        client.send(bytes);
        QTRY_COMPARE(seen, 1);
        if (how == "end")
            client.shutdownWrite();
        if (how == "leave")
            client.reset();
        else
            QCOMPARE(client.readAnswer()->status, status);
    }
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
    m_server.reset();
    QCOMPARE(m_hooks->ended().size(), 1);
    const server::AccessRecord record = m_hooks->ended().first();
    QCOMPARE(record.status, status);
    QCOMPARE(record.complete, complete);
    QCOMPARE(record.bytes > 0, complete || status == 200);
    QVERIFY(record.duration.count() > 0);
}

void TestSiteHooks::hooksChangeWhileServing()
{
    m_hooks->request
        = [](HookedRequest &, Responder responder) { std::move(responder).answer(text(), "first"); };
    start();
    RawClient client(m_server->port());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, "first");

    const auto second = std::make_shared<FunctionHooks>();
    second->request
        = [](HookedRequest &, Responder responder) { std::move(responder).answer(text(), "second"); };
    m_server->setHooks(second);
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, "second");

    m_server->setHooks(nullptr);
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, Fixture::patterned(100));
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QTRY_COMPARE(second->ended().size(), 1);
    const std::weak_ptr<FunctionHooks> gone = second;
    QCOMPARE(gone.use_count(), 1L); // no worker has it any more
}

void TestSiteHooks::closingWaitsForALateAnswer()
{
    std::optional<Responder> kept;
    std::atomic<bool> isKept = false;
    m_hooks->request = [&](HookedRequest &, Responder responder) {
        kept.emplace(std::move(responder));
        isKept = true;
    };
    start();
    RawClient client(m_server->port());
    client.send(get("/"));
    QTRY_VERIFY(isKept);
    m_server->close();
    std::move(*kept).answer(text(), "in time");
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body, "in time");
    QCOMPARE(answer->field("connection"), "close");
    client.close();
    QTRY_COMPARE(m_server->state(), server::Server::State::Stopped);
}

QTEST_GUILESS_MAIN(TestSiteHooks)
#include "tst_sitehooks.moc"
