// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/hookedserver.h"

#include <thread>
#include <vector>

using namespace servelab;
using namespace servelab::tests;
using server::BodyWriter;
using server::HookedRequest;
using server::Responder;

/// Hooks that keep their Responder: they decide later, from any thread, or never.
class LateHooks : public QObject, private HookedServer
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { reset(); }

    void answersLaterFromAnotherThread();
    void pipelinedAnswersKeepTheirOrder();
    void leavesToTheSiteLater();
    void aSilentHookEndsAtTheLimit();
    void aResponderOutlivesItsConnection();
    void aResponderOutlivesItsServer();
    void onHeadDecidesLater();
    void closingWaitsForALateAnswer();
};

void LateHooks::answersLaterFromAnotherThread()
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

void LateHooks::pipelinedAnswersKeepTheirOrder()
{
    KeptResponder slow;
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        if (r.path() == "/slow")
            slow.keep(std::move(responder));
        else if (r.path() == "/fast")
            std::move(responder).answer(text(), "fast");
        else
            std::move(responder).serve();
    };
    start();
    RawClient client(m_server->port());
    client.send(get("/fast") + get("/slow") + get("/fast") + get("/a.txt"));
    QCOMPARE(client.readAnswer()->body, "fast");
    QTRY_VERIFY(slow.isKept());
    QVERIFY(!client.receive(50));
    slow.take().answer(text(), "slow");
    QCOMPARE(client.readAnswer()->body, "slow");
    QCOMPARE(client.readAnswer()->body, "fast");
    QCOMPARE(client.readAnswer()->body, Fixture::patterned(100));
}

void LateHooks::leavesToTheSiteLater()
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

void LateHooks::aSilentHookEndsAtTheLimit()
{
    KeptResponder kept;
    m_hooks->request = [&](HookedRequest &, Responder responder) { kept.keep(std::move(responder)); };
    site::SiteConfig config = m_fixture.config();
    config.timeouts.inactivity = std::chrono::milliseconds(300);
    start(config);
    const auto answer = ask(get("/never"));
    QVERIFY(answer);
    QCOMPARE(answer->status, 500);
    QVERIFY(m_server->lastError());
    kept.take().answer(text(), "too late"); // harms nobody
    QTRY_COMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, 500);
}

void LateHooks::aResponderOutlivesItsConnection()
{
    KeptResponder kept;
    std::optional<BodyWriter> writer;
    std::atomic<bool> isWriting = false;
    m_hooks->request = [&](HookedRequest &r, Responder responder) {
        if (r.path() == "/stream") {
            writer.emplace(std::move(responder).begin(text()));
            isWriting = true;
        } else {
            kept.keep(std::move(responder));
        }
    };
    start();
    {
        RawClient client(m_server->port());
        client.send(get("/"));
        QTRY_VERIFY(kept.isKept());
        client.reset();
    }
    QTRY_COMPARE(m_server->counters().connectionsOpen, 0u);
    BodyWriter orphan = kept.take().begin(text());
    QCOMPARE(orphan.write("x"), BodyWriter::Status::Gone);
    {
        RawClient client(m_server->port());
        client.send(get("/stream"));
        QTRY_VERIFY(isWriting);
        QVERIFY(client.readHead());
        client.reset();
    }
    QTRY_COMPARE(writer->write("x"), BodyWriter::Status::Gone);
}

void LateHooks::aResponderOutlivesItsServer()
{
    KeptResponder kept;
    m_hooks->request = [&](HookedRequest &, Responder responder) { kept.keep(std::move(responder)); };
    start();
    RawClient client(m_server->port());
    client.send(get("/"));
    QTRY_VERIFY(kept.isKept());
    m_server.reset();
    QCOMPARE(m_hooks->ended().size(), 1);
    QCOMPARE(m_hooks->ended().first().status, 0);
    QVERIFY(!m_hooks->ended().first().complete);
    kept.take().answer(text(), "nobody hears it");
}

void LateHooks::onHeadDecidesLater()
{
    KeptResponder kept;
    m_hooks->head = [&](const HookedRequest &, Responder responder) { kept.keep(std::move(responder)); };
    m_hooks->request = [](HookedRequest &r, Responder responder) {
        std::move(responder).answer(text(), std::string(r.body()) + " at " + std::string(r.path()));
    };
    start();
    RawClient client(m_server->port());
    client.send(post("/one", "abc") + post("/two", "defg"));
    QTRY_VERIFY(kept.isKept());
    kept.take().serve();
    QCOMPARE(client.readAnswer()->body, "abc at /one");
    QTRY_VERIFY(kept.isKept());
    kept.take().answer(text(403), "no");
    QCOMPARE(client.readAnswer()->status, 403);
}

void LateHooks::closingWaitsForALateAnswer()
{
    KeptResponder kept;
    m_hooks->request = [&](HookedRequest &, Responder responder) { kept.keep(std::move(responder)); };
    start();
    RawClient client(m_server->port());
    client.send(get("/"));
    QTRY_VERIFY(kept.isKept());
    m_server->close();
    kept.take().answer(text(), "in time");
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body, "in time");
    QCOMPARE(answer->field("connection"), "close");
    client.close();
    QTRY_COMPARE(m_server->state(), server::Server::State::Stopped);
}

QTEST_GUILESS_MAIN(LateHooks)
#include "tst_latehooks.moc"
