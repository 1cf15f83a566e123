// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/runner.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace servelab;
using namespace servelab::tests;
using namespace servelab::tests::httpcases;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// The request cases that are more than bytes in and bytes out: those that take time, or of which something
/// shows only inside the server. Over each transport there is.
class TimedCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void d26TheClientMayWaitForContinue();
    void e8SlowHead_data();
    void e8SlowHead();
    void e9SlowBody_data();
    void e9SlowBody();
    void e10Silent();
    void e11IdleBehindAnAnswer();
    void e13ReaderThatStops();
    void e14AClientThatBreaksOffLeavesNothing();
    void f19RootThatGoesAndComesBack();

private:
    Scene &scene();
    std::unique_ptr<RawClient> connect(const server::Server &server);
    /// The other limits are too long to matter.
    std::unique_ptr<server::Server> serverWith(
        std::chrono::milliseconds site::TimeoutsConfig::*limit, std::chrono::milliseconds value);

    std::map<const Transport *, std::unique_ptr<Scene>> m_scenes;
};

constexpr std::chrono::milliseconds shortly = 300ms;

/// Sends the bytes one at a time until the server has had enough.
static void trickle(RawClient &client, const QByteArray &bytes)
{
    for (const char byte : bytes) {
        if (client.receive(20))
            return;
        client.send(QByteArray(1, byte));
    }
}

/// From the limit to one second behind it.
static bool isInTime(const QElapsedTimer &timer, std::chrono::milliseconds limit = shortly)
{
    const qint64 elapsed = timer.elapsed();
    return elapsed >= limit.count() && elapsed <= limit.count() + 1000;
}

static QByteArray problemWith408(RawClient &client, bool toHead = false)
{
    const auto answer = client.readAnswer(toHead);
    if (!answer || answer->status != 408 || answer->field("connection") != "close")
        return answer ? answer->statusLine : "no answer";
    if (client.waitForEnd() != Ending::Closed)
        return "no end";
    return problemWithAnswer(*answer);
}

void TimedCases::initTestCase_data()
{
    QTest::addColumn<const Transport *>("transport");
    for (const Transport *transport : transports())
        QTest::newRow(transport->name()) << transport;
}

Scene &TimedCases::scene()
{
    QFETCH_GLOBAL(const Transport *, transport);
    std::unique_ptr<Scene> &scene = m_scenes[transport];
    if (!scene)
        scene = std::make_unique<Scene>(*transport);
    return *scene;
}

std::unique_ptr<RawClient> TimedCases::connect(const server::Server &server)
{
    return scene().transport().connect(server.port());
}

std::unique_ptr<server::Server> TimedCases::serverWith(
    std::chrono::milliseconds site::TimeoutsConfig::*limit, std::chrono::milliseconds value)
{
    site::SiteConfig config = scene().configFor(Served::Plain);
    config.timeouts = {1min, 1min, 1min, 1min};
    config.timeouts.*limit = value;
    return scene().start(config);
}

void TimedCases::d26TheClientMayWaitForContinue()
{
    const auto server = scene().start(scene().configFor(Served::Plain));
    const auto client = connect(*server);
    client->send(post("Expect: 100-continue\r\nContent-Length: 3\r\n"));
    const auto interim = client->readHead();
    QVERIFY(interim);
    QCOMPARE(interim->status, 100);
    QVERIFY(interim->fields.isEmpty());
    client->send("abc");
    const auto answer = client->readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->status, 405);
}

void TimedCases::e8SlowHead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("toHead");
    const QByteArray slowField = "X: " + QByteArray(300, 'x') + "\r\n";
    QTest::newRow("GET") << get("/a.txt", slowField) << false;
    QTest::newRow("HEAD has no body") << request("HEAD /a.txt", slowField) << true;
}

void TimedCases::e8SlowHead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, toHead);
    const auto server = serverWith(&site::TimeoutsConfig::headers, shortly);
    const auto client = connect(*server);
    QElapsedTimer timer;
    timer.start();
    trickle(*client, bytes);
    QVERIFY2(isInTime(timer), QByteArray::number(timer.elapsed()).constData());
    QCOMPARE(problemWith408(*client, toHead), QByteArray());
}

void TimedCases::e9SlowBody_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("with a length") << post("Content-Length: 1000\r\n") << QByteArray(500, 'b');
    QTest::newRow("in chunks") << post("Transfer-Encoding: chunked\r\n")
                               << QByteArray("1\r\nb\r\n").repeated(100);
    QTest::newRow("in the size of a chunk")
        << post("Transfer-Encoding: chunked\r\n") << "1;" + QByteArray(500, 'e');
}

void TimedCases::e9SlowBody()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, body);
    const auto server = serverWith(&site::TimeoutsConfig::request, shortly);
    const auto client = connect(*server);
    QElapsedTimer timer;
    timer.start();
    client->send(head);
    trickle(*client, body);
    QVERIFY2(isInTime(timer), QByteArray::number(timer.elapsed()).constData());
    QCOMPARE(problemWith408(*client), QByteArray());
}

void TimedCases::e10Silent()
{
    const auto server = serverWith(&site::TimeoutsConfig::inactivity, shortly);
    QElapsedTimer timer;
    timer.start();
    const auto client = connect(*server);
    QCOMPARE(client->waitForEnd(), Ending::Closed);
    QVERIFY2(isInTime(timer), QByteArray::number(timer.elapsed()).constData());
}

void TimedCases::e11IdleBehindAnAnswer()
{
    constexpr std::chrono::milliseconds limit = 1s; // the hint is in whole seconds
    const auto server = serverWith(&site::TimeoutsConfig::keepAlive, limit);
    const auto client = connect(*server);
    QElapsedTimer timer;
    timer.start();
    client->send(get("/a.txt") + get("/a.txt", "Connection: keep-alive\r\n"));
    QVERIFY(client->readAnswer());
    const auto hinted = client->readAnswer();
    QVERIFY(hinted);
    QCOMPARE(hinted->field("keep-alive"), "timeout=1");
    QCOMPARE(client->waitForEnd(), Ending::Closed); // and no byte before
    QVERIFY2(isInTime(timer, limit), QByteArray::number(timer.elapsed()).constData());
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
}

/// What the server has handed to the system is there or in the client's system, which takes little from who
/// has read nothing yet.
void TimedCases::e13ReaderThatStops()
{
    QFile film(scene().fixture().path("giga.dat"));
    QVERIFY(film.open(QIODevice::WriteOnly) && film.resize(qint64(1) << 30));
    const auto server = serverWith(&site::TimeoutsConfig::inactivity, shortly);
    const auto client = connect(*server);
    client->send(get("/giga.dat"));
    QVERIFY(client->receive());
    QTRY_VERIFY(server->counters().bytesSent > 100'000);
    QTRY_COMPARE_WITH_TIMEOUT(server->counters().connectionsOpen, 0u, 5000);
    QVERIFY(server->counters().bytesSent < 1024 * 1024);
    QVERIFY(!client->readAnswer());
    QCOMPARE(client->ending(), Ending::Reset); // a part is never taken for the whole
}

void TimedCases::e14AClientThatBreaksOffLeavesNothing()
{
    QFile film(scene().fixture().path("giga.dat"));
    QVERIFY(film.open(QIODevice::WriteOnly) && film.resize(qint64(1) << 30));
    const auto server = scene().start(scene().configFor(Served::Plain));
    for (int round = 0; round < 20; ++round) {
        const auto client = connect(*server);
        client->send(get("/giga.dat"));
        QVERIFY(client->receive());
        client->reset();
    }
    QTRY_COMPARE(server->counters().connectionsAccepted, 20u);
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    QCOMPARE(server->counters().answersByClass[2], 20u);
    QCOMPARE(server->counters().requests, 20u); // and no other answer
    const auto links = QDir(QStringLiteral("/proc/self/fd")).entryInfoList(QDir::Files | QDir::System);
    const auto isOfFile = [&](const QFileInfo &link) { return link.symLinkTarget().endsWith(u"/giga.dat"); };
    QCOMPARE(std::ranges::count_if(links, isOfFile), film.isOpen() ? 1 : 0); // ours alone
}

void TimedCases::f19RootThatGoesAndComesBack()
{
    const auto server = scene().start(scene().configFor(Served::Plain));
    const auto client = connect(*server);
    const QString root = scene().fixture().root();
    const QByteArray path = root.toUtf8();
    const auto ask = [&] {
        client->send(get("/a.txt"));
        return client->readAnswer();
    };
    const auto before = ask();
    QVERIFY(QDir().rename(root, root + u"-gone"_s));
    const auto gone = ask();
    QVERIFY(QDir().rename(root + u"-gone"_s, root));
    const auto after = ask();
    QVERIFY(before && gone && after);
    QCOMPARE(before->status, 200);
    QCOMPARE(gone->status, 404);
    QVERIFY(!gone->body.contains(path));
    QCOMPARE(after->status, 200);
    QCOMPARE(after->body, Fixture::patterned(100));
}

QTEST_GUILESS_MAIN(TimedCases)
#include "tst_timedcases.moc"
