// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"

#include "core/base/uniquefd.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTcpServer>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <fcntl.h>

using namespace servelab;
using namespace std::chrono_literals;

namespace {

qint64 ownPid()
{
    return QCoreApplication::applicationPid();
}

/// Burns CPU until the process clock has moved by `amount`; the clock under test is the measure, not the
/// wall.
std::chrono::nanoseconds burn(std::chrono::nanoseconds amount)
{
    const auto begin = base::cpuTime(ownPid()).value();
    auto now = begin;
    volatile unsigned sink = 0;
    while (now - begin < amount) {
        for (unsigned i = 0; i < 100'000; ++i)
            sink = sink + i;
        now = base::cpuTime(ownPid()).value();
    }
    return now - begin;
}

/// A pid that surely belongs to no process: that of a child that was waited for.
qint64 endedPid()
{
    QProcess child;
    child.start(QStringLiteral("true"), QStringList());
    const qint64 pid = child.waitForStarted() ? child.processId() : 0;
    child.waitForFinished();
    return pid;
}

} // namespace

class TestProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsCpuTimeOfThisProcess() { QVERIFY(burn(20ms) >= 20ms); }

    void keepsTheCpuTimeOfEndedThreads()
    {
        const auto before = base::cpuTime(ownPid()).value();
        const std::unique_ptr<QThread> thread(QThread::create([] { burn(20ms); }));
        thread->start();
        QVERIFY(thread->wait(30s));
        QVERIFY(base::cpuTime(ownPid()).value() - before >= 20ms);
    }

    void readsTheCpuTimeOfAChild()
    {
        QProcess child;
        child.start(QStringLiteral("cat"), QStringList());
        QVERIFY(child.waitForStarted());
        const auto time = base::cpuTime(child.processId());
        QVERIFY(time.has_value());
        QVERIFY(*time >= 0ns);
        child.closeWriteChannel();
        QVERIFY(child.waitForFinished());
    }

    void seesWrittenMemoryAsPrivateAndDirty()
    {
        constexpr std::size_t size = 32 * 1024 * 1024;
        const auto before = base::memoryUse(ownPid()).value();
        std::vector<char> written(size, 'x');
        const auto during = base::memoryUse(ownPid()).value();
        QVERIFY(std::all_of(written.begin(), written.end(), [](char c) { return c == 'x'; }));
        constexpr qint64 most = size * 9 / 10;
        QVERIFY(during.privateDirtyBytes - before.privateDirtyBytes >= most);
        QVERIFY(during.proportionalBytes - before.proportionalBytes >= most);
        QVERIFY(during.residentBytes - before.residentBytes >= most);
        QVERIFY(during.peakResidentBytes >= before.residentBytes + most);
    }

    void remembersThePeakAfterMemoryIsGivenBack()
    {
        const qint64 peak = [] {
            const std::vector<char> written(48 * 1024 * 1024, 'y');
            return base::memoryUse(ownPid()).value().residentBytes;
        }();
        base::releaseFreeMemory();
        const auto after = base::memoryUse(ownPid()).value();
        QVERIFY(after.residentBytes <= after.peakResidentBytes);
        QVERIFY(after.peakResidentBytes >= peak * 9 / 10);
    }

    void countsThreads()
    {
        const int before = base::threadCount(ownPid()).value();
        QThread thread;
        thread.start();
        QTRY_COMPARE(base::threadCount(ownPid()).value(), before + 1);
        thread.quit();
        QVERIFY(thread.wait());
        QTRY_COMPARE(base::threadCount(ownPid()).value(), before);
    }

    void tellsThatAnEndedProcessCannotBeRead()
    {
        const qint64 pid = endedPid();
        QVERIFY(pid > 0);
        const auto time = base::cpuTime(pid);
        const auto memory = base::memoryUse(pid);
        const auto threads = base::threadCount(pid);
        QVERIFY(!time && !memory && !threads);
        QVERIFY(time.error().message.contains(QString::number(pid)));
        QCOMPARE(memory.error(), time.error());
        QCOMPARE(threads.error(), time.error());
    }

    void countsOpenDescriptors()
    {
        const int before = base::openDescriptorCount().value();
        base::UniqueFd one(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        const base::UniqueFd two(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        QCOMPARE(base::openDescriptorCount().value(), before + 2);
        one.reset();
        QCOMPARE(base::openDescriptorCount().value(), before + 1);
    }

    void listsCoresInAscendingOrder()
    {
        const QList<int> cores = base::availableCores();
        QVERIFY(!cores.isEmpty());
        QVERIFY(std::is_sorted(cores.begin(), cores.end()));
        QVERIFY(cores.first() >= 0);
    }

    void restrictsAllThreadsToTheChosenCores()
    {
        const QList<int> all = base::availableCores();
        const std::array chosen{all.last()};
        QList<int> seenByThread;
        const std::unique_ptr<QThread> later(
            QThread::create([&seenByThread] { seenByThread = base::availableCores(); }));
        QVERIFY(base::assignToCores(chosen).has_value());
        QCOMPARE(base::availableCores(), QList<int>{all.last()});
        later->start();
        QVERIFY(later->wait());
        QCOMPARE(seenByThread, QList<int>{all.last()});
        QVERIFY(base::assignToCores(all).has_value());
        QCOMPARE(base::availableCores(), all);
    }

    void refusesCoresThatAreNotThere_data()
    {
        QTest::addColumn<QList<int>>("cores");
        QTest::newRow("no core at all") << QList<int>{};
        QTest::newRow("a core beyond the machine's") << QList<int>{1000};
        QTest::newRow("a core beyond what the system counts") << QList<int>{1'000'000};
        QTest::newRow("a negative number") << QList<int>{-1};
    }

    void refusesCoresThatAreNotThere()
    {
        QFETCH(const QList<int>, cores);
        const QList<int> before = base::availableCores();
        const auto result = base::assignToCores(cores);
        QVERIFY(!result);
        QVERIFY(result.error().remedy.contains(QString::number(before.first())));
        QCOMPARE(base::availableCores(), before);
    }

    void raisesTheDescriptorLimitOnceAndForAll()
    {
        const int limit = base::raiseDescriptorLimit();
        QVERIFY(limit >= 256);
        QCOMPARE(base::raiseDescriptorLimit(), limit);
    }

    void findsWhoListensOnAPort_data()
    {
        QTest::addColumn<QString>("address");
        QTest::newRow("on an IPv4 address") << QStringLiteral("127.0.0.1");
        QTest::newRow("on an IPv6 address") << QStringLiteral("::1");
    }

    void findsWhoListensOnAPort()
    {
        QFETCH(const QString, address);
        QTcpServer server;
        if (!server.listen(QHostAddress(address)))
            QSKIP("this machine has no such address");
        const auto holder = base::findPortHolder(server.serverPort());
        QVERIFY(holder.has_value());
        QCOMPARE(holder->pid, ownPid());
        QCOMPARE(holder->name, QStringLiteral("tst_process"));
    }

    void findsNobodyOnAFreePort()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const quint16 port = server.serverPort();
        server.close();
        QVERIFY(!base::findPortHolder(port));
    }

    void describesTheMachine()
    {
        const base::MachineDescription machine = base::describeMachine();
        QCOMPARE(machine.cores, static_cast<int>(base::availableCores().size()));
        QVERIFY(machine.memoryBytes > 64 * 1024 * 1024);
        QVERIFY(machine.kernel.startsWith(QStringLiteral("Linux ")));
        QVERIFY(machine.loadAverage >= 0);
        QVERIFY(!machine.operatingSystem.contains(u'"'));
    }
};

QTEST_GUILESS_MAIN(TestProcess)
#include "tst_process.moc"
