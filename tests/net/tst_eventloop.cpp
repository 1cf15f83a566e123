// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/eventloop.h"
#include "core/net/stream.h"
#include "core/net/workerthread.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>

using namespace servelab;
using namespace std::chrono_literals;
using net::EventLoop;
using net::WorkerThread;

namespace {

/// Two connected descriptors.
std::pair<base::UniqueFd, base::UniqueFd> socketPair()
{
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0)
        qFatal("no socket pair");
    return {base::UniqueFd(pair[0]), base::UniqueFd(pair[1])};
}

void writeAll(int descriptor, std::string_view bytes)
{
    if (::write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        qFatal("short write");
}

/// Reads what comes until the end; counts what it is told.
class Reader final : public net::PollHandler, public net::TurnListener
{
public:
    explicit Reader(base::UniqueFd descriptor)
        : m_stream(std::move(descriptor))
    {
    }
    ~Reader() override { ++destroyed; }

    void start() { watched = EventLoop::current()->watch(m_stream.descriptor(), *this); }
    void stop() { EventLoop::current()->unwatch(m_stream.descriptor(), *this); }

    void onReady(net::Readiness) override
    {
        ++readinesses;
        for (;;) {
            const net::IoResult result = m_stream.read(EventLoop::current()->readBuffer());
            if (result.status == net::IoStatus::EndOfInput)
                ended = true;
            if (result.status != net::IoStatus::Done)
                return;
            bytes += static_cast<int>(result.bytes);
        }
    }
    void onTurnEnd() override { ++turnEnds; }

    static inline std::atomic<int> destroyed = 0;
    std::atomic<int> readinesses = 0;
    std::atomic<int> bytes = 0;
    std::atomic<int> turnEnds = 0;
    std::atomic<bool> ended = false;
    std::atomic<bool> watched = false;

private:
    net::Stream m_stream;
};

} // namespace

Q_DECLARE_METATYPE(net::LoopKind)

/// Every test runs on the platform's own loop and on the notifier loop.
class TestEventLoop : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data();
    void runsPostedFunctionsInOrderOnItsThread();
    void tellsReadinessOfBytesAndOfTheEnd();
    void tellsNothingAfterUnwatch();
    void destroysDiscardedHandlersAfterTheTurn();
    void endsATurnForThoseWhoAsked();
    void endsATurnAskedForFromAQueuedCall();
    void runsQtTimersAndQueuedCalls();
    void servesQtSocketsOnTheSameThread();
    void firesDeadlinesWhileIdle();
    void sleepsWhenThereIsNothingToDo();
    void endsWhileOthersPost();
};

void TestEventLoop::initTestCase_data()
{
    QTest::addColumn<net::LoopKind>("kind");
    QTest::newRow("native loop") << net::LoopKind::Native;
    QTest::newRow("notifier loop") << net::LoopKind::Notifier;
}

void TestEventLoop::runsPostedFunctionsInOrderOnItsThread()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    WorkerThread worker(QStringLiteral("worker"), kind);
    std::vector<int> order;
    EventLoop *seen = nullptr;
    for (int i = 0; i < 100; ++i)
        worker.post([&order, i] { order.push_back(i); });
    worker.call([&] { seen = EventLoop::current(); });
    QCOMPARE(seen, &worker.loop());
    QCOMPARE(EventLoop::current(), nullptr);
    QCOMPARE(order.size(), 100u);
    QVERIFY(std::ranges::is_sorted(order));
}

void TestEventLoop::tellsReadinessOfBytesAndOfTheEnd()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    auto [ours, theirs] = socketPair();
    Reader reader(std::move(theirs));
    WorkerThread worker(QStringLiteral("worker"), kind);
    worker.call([&] { reader.start(); });
    QVERIFY(reader.watched);
    for (int i = 1; i <= 5; ++i) {
        writeAll(ours.get(), "hello");
        QTRY_COMPARE(reader.bytes.load(), 5 * i);
    }
    writeAll(ours.get(), "last words");
    ours.reset(); // the end arrives together with bytes
    QTRY_VERIFY(reader.ended);
    QCOMPARE(reader.bytes.load(), 35);
    worker.call([&] { reader.stop(); });
}

void TestEventLoop::tellsNothingAfterUnwatch()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    auto [ours, theirs] = socketPair();
    Reader reader(std::move(theirs));
    WorkerThread worker(QStringLiteral("worker"), kind);
    worker.call([&] { reader.start(); });
    worker.call([&] { reader.stop(); });
    const int before = reader.readinesses;
    writeAll(ours.get(), "nobody listens");
    worker.call([] { });
    QCOMPARE(reader.readinesses.load(), before);
    QCOMPARE(reader.bytes.load(), 0);
}

void TestEventLoop::destroysDiscardedHandlersAfterTheTurn()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    auto [ours, theirs] = socketPair();
    Reader::destroyed = 0;
    WorkerThread worker(QStringLiteral("worker"), kind);
    int destroyedWithinTurn = -1;
    worker.call([&, fd = &theirs] {
        EventLoop::current()->discard(std::make_unique<Reader>(std::move(*fd)));
        destroyedWithinTurn = Reader::destroyed;
    });
    QCOMPARE(destroyedWithinTurn, 0);
    QTRY_COMPARE(Reader::destroyed.load(), 1);
}

void TestEventLoop::endsATurnForThoseWhoAsked()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    auto [ours, theirs] = socketPair();
    Reader reader(std::move(theirs));
    WorkerThread worker(QStringLiteral("worker"), kind);
    worker.call([&] { EventLoop::current()->requestTurnEnd(reader); });
    QTRY_COMPARE(reader.turnEnds.load(), 1);
    worker.call([] { });
    QCOMPARE(reader.turnEnds.load(), 1);
}

void TestEventLoop::endsATurnAskedForFromAQueuedCall()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    auto [ours, theirs] = socketPair();
    Reader reader(std::move(theirs));
    WorkerThread worker(QStringLiteral("worker"), kind);
    QObject *object = nullptr;
    worker.call([&] {
        object = new QObject;
        const auto ask = [&] { EventLoop::current()->requestTurnEnd(reader); };
        QMetaObject::invokeMethod(object, ask, Qt::QueuedConnection);
    });
    QTRY_COMPARE(reader.turnEnds.load(), 1);
    worker.call([&] { delete object; });
}

void TestEventLoop::runsQtTimersAndQueuedCalls()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    WorkerThread worker(QStringLiteral("worker"), kind);
    std::atomic<int> ticks = 0;
    std::atomic<int> once = 0;
    QTimer *timer = nullptr;
    worker.call([&] {
        timer = new QTimer;
        timer->setInterval(5ms);
        QObject::connect(timer, &QTimer::timeout, timer, [&] { ++ticks; });
        timer->start();
        QTimer::singleShot(1ms, timer, [&] { ++once; });
        QTimer::singleShot(0, timer, [&] { ++once; });
    });
    QTRY_VERIFY(ticks > 5);
    QTRY_COMPARE(once.load(), 2);
    worker.call([&] {
        QVERIFY(timer->remainingTime() >= 0 && timer->remainingTime() <= 5);
        timer->stop();
        QCOMPARE(timer->remainingTime(), -1);
        delete timer;
    });
    const int stopped = ticks;
    QTest::qWait(20);
    QCOMPARE(ticks.load(), stopped);
}

void TestEventLoop::servesQtSocketsOnTheSameThread()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    WorkerThread worker(QStringLiteral("worker"), kind);
    QTcpServer *server = nullptr;
    quint16 port = 0;
    worker.call([&] {
        server = new QTcpServer;
        QVERIFY(server->listen(QHostAddress::LocalHost));
        port = server->serverPort();
        QObject::connect(server, &QTcpServer::newConnection, server, [server] {
            QTcpSocket *socket = server->nextPendingConnection();
            QObject::connect(
                socket, &QTcpSocket::readyRead, socket, [socket] { socket->write(socket->readAll()); });
        });
    });
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, port);
    client.write("echo");
    QTRY_COMPARE(client.bytesAvailable(), 4);
    QCOMPARE(client.readAll(), QByteArray("echo"));
    worker.call([&] { delete server; });
}

void TestEventLoop::firesDeadlinesWhileIdle()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    class Alarm final : public net::Deadline
    {
    public:
        std::atomic<bool> rang = false;

    protected:
        void onDeadline() override { rang = true; }
    };
    WorkerThread worker(QStringLiteral("worker"), kind);
    Alarm alarm;
    QElapsedTimer elapsed;
    elapsed.start();
    worker.call([&] { EventLoop::current()->deadlines().set(alarm, base::Clock::now() + 150ms); });
    QTRY_VERIFY(alarm.rang);
    QVERIFY(elapsed.elapsed() >= 150);
}

void TestEventLoop::sleepsWhenThereIsNothingToDo()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    auto [ours, theirs] = socketPair();
    Reader reader(std::move(theirs));
    WorkerThread worker(QStringLiteral("worker"), kind);
    worker.call([&] { reader.start(); });
    QTest::qWait(20);
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    worker.call([&] { before = EventLoop::current()->turn(); });
    QTest::qWait(200);
    worker.call([&] { after = EventLoop::current()->turn(); });
    QVERIFY2(after - before <= 5, qPrintable(QString::number(after - before)));
    worker.call([&] { reader.stop(); });
}

void TestEventLoop::endsWhileOthersPost()
{
    QFETCH_GLOBAL(net::LoopKind, kind);
    for (int i = 0; i < 50; ++i) {
        auto worker = std::make_unique<WorkerThread>(QStringLiteral("worker"), kind);
        std::atomic<int> ran = 0;
        std::thread other([&] {
            for (int n = 0; n < 100; ++n)
                worker->post([&] { ++ran; });
        });
        other.join();
        worker.reset();
        QVERIFY(ran <= 100);
    }
}

QTEST_GUILESS_MAIN(TestEventLoop)
#include "tst_eventloop.moc"
