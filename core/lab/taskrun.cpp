// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/taskrun.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr auto peakInterval = 100ms;

load::LoadReport reportOf(const TaskResult &result)
{
    load::LoadReport report;
    report.requests = report.responses = result.operations;
    report.elapsed = result.elapsed;
    for (const std::chrono::nanoseconds time : result.each)
        report.latencyMicroseconds.record(std::chrono::round<std::chrono::microseconds>(time).count());
    return report;
}

base::Error wrongResult(const QString &seen, const QString &expected)
{
    return {u"The task's result is \"%1\" instead of \"%2\"."_s.arg(seen, expected), {}, {}};
}

} // namespace

TaskRun::TaskRun(SampleTask task, QObject *parent)
    : SampleTaker(parent)
    , m_task(std::move(task))
    , m_sample(m_task.sample)
    , m_process(m_task.program, m_task.config, m_task.hook, m_task.cores.server)
{
    m_process.setTask(m_task.task);
    m_settleTimer.setSingleShot(true);
    connect(&m_peakTimer, &QTimer::timeout, this, &TaskRun::readPeak);
    connect(&m_settleTimer, &QTimer::timeout, &m_process, &SubjectProcess::trim);
    connect(&m_process, &SubjectProcess::listening, this, &TaskRun::measure);
    connect(&m_process, &SubjectProcess::taskDone, this, &TaskRun::takeResult);
    connect(&m_process, &SubjectProcess::trimmed, this, &TaskRun::takeRetained);
    connect(&m_process, &SubjectProcess::failed, this, &TaskRun::fail);
    connect(&m_process, &SubjectProcess::ended, this, &TaskRun::finishWhenEnded);
}

void TaskRun::start()
{
    Q_EMIT phaseChanged(u"starting"_s);
    if (m_sample.failure)
        QMetaObject::invokeMethod(this, &TaskRun::finishWhenEnded, Qt::QueuedConnection);
    else
        m_process.start();
}

void TaskRun::measure()
{
    const auto memory = base::treeMemoryUse(m_process.pid());
    if (!memory) {
        fail(memory.error());
        return;
    }
    m_sample.memoryAtStart = m_sample.memoryAtPeak = *memory;
    m_peakTimer.start(peakInterval);
    Q_EMIT phaseChanged(u"measuring"_s);
    m_clocks.start(m_process.pid());
    m_process.runTask(m_task.plan.requests.value_or(1), m_task.plan.longest);
}

void TaskRun::readPeak()
{
    if (const auto memory = base::treeMemoryUse(m_process.pid()))
        raisePeak(m_sample.memoryAtPeak, *memory);
}

void TaskRun::takeResult(const TaskResult &result)
{
    const auto cpu = m_clocks.measuredCpu();
    if (!cpu) {
        fail(cpu.error());
        return;
    }
    m_sample.serverCpu = *cpu;
    m_sample.otherCpu = m_clocks.otherCpu(*cpu, result.elapsed);
    m_sample.observerCpu = m_clocks.observerCpu();
    m_sample.load = reportOf(result);
    m_sample.kept = result.kept;
    if (result.proof != m_task.proof.text)
        fail(wrongResult(result.proof, m_task.proof.text));
    else
        settle();
}

void TaskRun::settle()
{
    readPeak();
    m_peakTimer.stop();
    Q_EMIT phaseChanged(u"settling"_s);
    m_settleTimer.start(m_task.plan.settle);
}

void TaskRun::takeRetained(const base::MemoryUse &memory)
{
    m_sample.memoryRetained = memory;
    m_process.quit();
}

void TaskRun::cancel()
{
    fail(base::Error{u"The experiment was ended before this sample was taken."_s, {}, {}});
}

void TaskRun::fail(const base::Error &error)
{
    if (m_sample.failure || m_finished)
        return;
    m_sample.failure = error;
    m_peakTimer.stop();
    m_settleTimer.stop();
    m_process.kill();
    QMetaObject::invokeMethod(this, &TaskRun::finishWhenEnded, Qt::QueuedConnection);
}

void TaskRun::finishWhenEnded()
{
    if (m_finished || m_process.isRunning())
        return;
    m_finished = true;
    Q_EMIT finished(m_sample);
}

} // namespace servelab::lab
