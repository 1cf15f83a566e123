// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/listener.h"
#include "core/net/stream.h"
#include "core/net/workerthread.h"
#include "tests/common/descriptorlimit.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <atomic>
#include <memory>
#include <vector>

using namespace servelab;
using net::Listener;
using net::ListeningSockets;
using tests::DescriptorLimit;

namespace {

ListeningSockets open(quint16 port, int workers)
{
    auto sockets = net::openListeningSockets(QHostAddress::LocalHost, port, workers);
    if (!sockets)
        qFatal("%s", qPrintable(sockets.error().toString()));
    return std::move(*sockets);
}

} // namespace

class TestListener : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void opensASocketForEachWorkerOnOnePort();
    void givesTheRealPortForPortZero();
    void namesTheHolderOfATakenPort();
    void refusesAPortThatAnotherSharesWithItself();
    void namesTheFieldOfAForeignAddress();
    void spreadsConnectionsOverWorkers();
    void switchesNagleOffForAcceptedConnections();
    void goesOnAfterDescriptorsRanOut();
};

void TestListener::opensASocketForEachWorkerOnOnePort()
{
    const ListeningSockets sockets = open(0, 4);
    if (!sockets.onePerWorker)
        QSKIP("This system does not balance between listening sockets.");
    QCOMPARE(sockets.descriptors.size(), 4u);
}

void TestListener::givesTheRealPortForPortZero()
{
    const ListeningSockets first = open(0, 1);
    const ListeningSockets second = open(0, 1);
    QVERIFY(first.port > 0);
    QVERIFY(second.port > 0);
    QVERIFY(first.port != second.port);
}

void TestListener::namesTheHolderOfATakenPort()
{
    QTcpServer holder;
    QVERIFY(holder.listen(QHostAddress::LocalHost));
    const auto sockets = net::openListeningSockets(QHostAddress::LocalHost, holder.serverPort(), 2);
    QVERIFY(!sockets);
    QCOMPARE(sockets.error().where, QStringLiteral("port"));
    QVERIFY(sockets.error().message.contains(QString::number(holder.serverPort())));
    QVERIFY2(sockets.error().message.contains(QString::number(QCoreApplication::applicationPid())),
        qPrintable(sockets.error().message));
    QVERIFY(!sockets.error().remedy.isEmpty());
}

void TestListener::refusesAPortThatAnotherSharesWithItself()
{
    const ListeningSockets first = open(0, 2);
    for (const int workers : {1, 2, 4}) {
        const auto second = net::openListeningSockets(QHostAddress::LocalHost, first.port, workers);
        QVERIFY(!second);
        QCOMPARE(second.error().where, QStringLiteral("port"));
    }
}

void TestListener::namesTheFieldOfAForeignAddress()
{
    const auto sockets = net::openListeningSockets(QHostAddress(QStringLiteral("192.0.2.1")), 0, 1);
    QVERIFY(!sockets);
    QCOMPARE(sockets.error().where, QStringLiteral("host"));
    QVERIFY(sockets.error().message.contains(QStringLiteral("192.0.2.1")));
}

void TestListener::spreadsConnectionsOverWorkers()
{
    ListeningSockets sockets = open(0, 2);
    if (!sockets.onePerWorker)
        QSKIP("This system does not balance between listening sockets.");
    net::WorkerThread workers[2]
        = {net::WorkerThread(QStringLiteral("one")), net::WorkerThread(QStringLiteral("two"))};
    std::atomic<int> accepted[2] = {0, 0};
    std::unique_ptr<Listener> listeners[2];
    for (int i = 0; i < 2; ++i) {
        workers[i].call([&] {
            listeners[i] = std::make_unique<Listener>([&accepted, i](base::UniqueFd) { ++accepted[i]; });
            QVERIFY(listeners[i]->listenOn(std::move(sockets.descriptors[static_cast<std::size_t>(i)])));
        });
    }
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int i = 0; i < 64; ++i) {
        clients.push_back(std::make_unique<QTcpSocket>());
        clients.back()->connectToHost(QHostAddress::LocalHost, sockets.port);
    }
    QTRY_COMPARE(accepted[0] + accepted[1], 64);
    QVERIFY(accepted[0] > 0);
    QVERIFY(accepted[1] > 0);
    for (int i = 0; i < 2; ++i)
        workers[i].call([&] { listeners[i].reset(); });
}

void TestListener::switchesNagleOffForAcceptedConnections()
{
    ListeningSockets sockets = open(0, 1);
    std::vector<base::UniqueFd> accepted;
    Listener listener([&](base::UniqueFd descriptor) { accepted.push_back(std::move(descriptor)); });
    QVERIFY(listener.listenOn(std::move(sockets.descriptors.front())));
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, sockets.port);
    QTRY_COMPARE(accepted.size(), 1u);
    QTcpSocket owner;
    QVERIFY(owner.setSocketDescriptor(accepted.front().release()));
    QCOMPARE(owner.socketOption(QAbstractSocket::LowDelayOption).toInt(), 1);
}

void TestListener::goesOnAfterDescriptorsRanOut()
{
    ListeningSockets sockets = open(0, 1);
    std::vector<base::UniqueFd> accepted;
    Listener listener([&](base::UniqueFd descriptor) { accepted.push_back(std::move(descriptor)); });
    QVERIFY(listener.listenOn(std::move(sockets.descriptors.front())));
    QSignalSpy notices(&listener, &Listener::acceptingFailed);
    std::vector<net::Stream> clients;
    {
        const DescriptorLimit limit(64);
        while (auto client = net::Stream::connectTo(QHostAddress(QHostAddress::LocalHost), sockets.port)) {
            if (!client->isOpen())
                break;
            clients.push_back(std::move(*client));
        }
        QVERIFY(!clients.empty());
        QTRY_COMPARE(notices.size(), 1);
        QTest::qWait(350); // several tries to resume: still one notice
        QCOMPARE(notices.size(), 1);
        const std::size_t before = accepted.size();
        clients.erase(clients.begin(), clients.begin() + static_cast<std::ptrdiff_t>(clients.size() / 2));
        QTRY_VERIFY(accepted.size() > before);
    }
    QTRY_VERIFY(accepted.size() >= clients.size());
}

QTEST_GUILESS_MAIN(TestListener)
#include "tst_listener.moc"
