// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/processtree.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <array>

using namespace servelab::base;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int longWait = 30'000;

/// A shell that leads a group and has two children, one of which has left it for init.
void startTree(QProcess &shell)
{
    shell.setChildProcessModifier([] { prepareServerChild({}); });
    shell.start(u"/bin/sh"_s, {u"-c"_s, u"sleep 600 & (sleep 600 &) ; wait"_s});
}

} // namespace

class TestProcessTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void measuresAndEndsAllOfAGroup()
    {
        QProcess shell;
        startTree(shell);
        QVERIFY(shell.waitForStarted());
        const qint64 pid = shell.processId();
        QTRY_COMPARE_WITH_TIMEOUT(processTree(pid).size(), 3, longWait);
        QCOMPARE(processTree(pid).first(), pid);
        const auto all = treeMemoryUse(pid);
        const auto first = memoryUse(pid);
        QVERIFY(all && first);
        QVERIFY(all->residentBytes > first->residentBytes);
        QVERIFY(all->proportionalBytes > first->proportionalBytes);
        QVERIFY(treeCpuTime(pid).has_value());
        QVERIFY(isProcessGroupAlive(pid));
        signalProcessGroup(pid, EndSignal::Kill);
        QVERIFY(shell.waitForFinished(longWait));
        QTRY_VERIFY_WITH_TIMEOUT(!isProcessGroupAlive(pid), longWait);
        QVERIFY(processTree(pid).isEmpty());
        QVERIFY(!treeMemoryUse(pid));
        QVERIFY(!treeCpuTime(pid));
    }

    void countsTheTimeOfEndedChildren()
    {
        QProcess shell;
        shell.setChildProcessModifier([] { prepareServerChild({}); });
        // A child that computes and ends; its parent waits for it and lives on.
        shell.start(u"/bin/sh"_s,
            {u"-c"_s, u"sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; echo done; read line"_s});
        QVERIFY(shell.waitForReadyRead(longWait));
        const auto own = cpuTime(shell.processId());
        const auto all = treeCpuTime(shell.processId());
        QVERIFY(own && all);
        QVERIFY2(*all > *own + 20ms, qPrintable(QString::number((*all - *own).count())));
        signalProcessGroup(shell.processId(), EndSignal::Kill);
        QVERIFY(shell.waitForFinished(longWait));
    }

    void keepsAServerToItsCores()
    {
        const QList<int> cores = availableCores();
        QProcess child;
        const std::array one{cores.last()};
        child.setChildProcessModifier([one] { prepareServerChild(one); });
        child.start(u"/bin/grep"_s, {u"Cpus_allowed_list"_s, u"/proc/self/status"_s});
        QVERIFY(child.waitForFinished(longWait));
        QCOMPARE(child.readAllStandardOutput().simplified().split(' ').last(), QByteArray::number(one[0]));
    }

    void tellsHowBusyTheMachineIs()
    {
        const auto before = systemBusyTime();
        QVERIFY(before.has_value());
        const auto own = ownCpuTime();
        QElapsedTimer clock;
        clock.start();
        while ((ownCpuTime() < own + 30ms || *systemBusyTime() <= *before) && clock.elapsed() < longWait) { }
        QVERIFY(ownCpuTime() >= own + 30ms);
        QVERIFY(*systemBusyTime() > *before);
    }

    void leavesEveryoneElseAlone()
    {
        signalProcessGroup(0, EndSignal::Kill); // would be our own group
        signalProcessGroup(-1, EndSignal::Kill); // would be every process there is
        QVERIFY(!isProcessGroupAlive(0));
    }
};

QTEST_GUILESS_MAIN(TestProcessTree)
#include "tst_processtree.moc"
