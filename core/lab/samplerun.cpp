// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/samplerun.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr auto peakInterval = 100ms;

/// A server is quiet when it used less than this of one look's time; after so many looks it is measured all
/// the same.
constexpr auto quietInterval = 50ms;
constexpr std::chrono::nanoseconds quietCpu = 2ms;
constexpr int quietLooksAtMost = 200;

/// One request in so many may be cut off at the end of a timed part.
constexpr std::uint64_t answersForEachCutOff = 50;

void raise(qint64 &highest, qint64 value)
{
    highest = std::max(highest, value);
}

base::Error loadErrorsError(const load::LoadReport &report)
{
    const auto &[kind, first] = *report.errors.begin();
    const QString sample = first.sample.isEmpty() ? QString() : u", the first: %1"_s.arg(first.sample);
    return {u"%1 of %2 requests failed (%3%4)."_s.arg(report.errorCount())
                .arg(report.requests)
                .arg(load::toKey(kind), sample),
        {}, {}};
}

base::Error noAnswerError(std::chrono::milliseconds longest)
{
    return {u"No request was answered within %1 seconds."_s.arg(longest.count() / 1000.0),
        u"Allow a longer time for a sample, or choose a lighter variant."_s, u"plan.longestMilliseconds"_s};
}

} // namespace

SampleRun::SampleRun(SampleTask task, QObject *parent)
    : QObject(parent)
    , m_task(std::move(task))
    , m_sample(m_task.sample)
    , m_subject(m_task.program, m_task.config, m_task.cores.server)
{
    m_settleTimer.setSingleShot(true);
    connect(&m_peakTimer, &QTimer::timeout, this, &SampleRun::readPeak);
    connect(&m_quietTimer, &QTimer::timeout, this, &SampleRun::lookForQuiet);
    connect(&m_settleTimer, &QTimer::timeout, &m_subject, &SubjectProcess::trim);
    connect(&m_subject, &SubjectProcess::listening, this, &SampleRun::check);
    connect(&m_subject, &SubjectProcess::failed, this, &SampleRun::fail);
    connect(&m_subject, &SubjectProcess::ended, this, &SampleRun::finishWhenEnded);
    connect(&m_subject, &SubjectProcess::trimmed, this, [this](const base::MemoryUse &memory) {
        m_sample.memoryRetained = memory;
        m_subject.quit();
    });
}

void SampleRun::start()
{
    Q_EMIT phaseChanged(u"starting"_s);
    m_subject.start();
}

void SampleRun::check(const QUrl &server)
{
    const auto memory = base::memoryUse(m_subject.pid());
    if (!memory) {
        fail(memory.error());
        return;
    }
    m_sample.memoryAtStart = *memory;
    m_sample.memoryAtPeak = *memory;
    m_peakTimer.start(peakInterval);

    m_task.load.url.setScheme(server.scheme());
    m_task.load.url.setHost(server.host());
    m_task.load.url.setPort(server.port());
    Q_EMIT phaseChanged(u"checking"_s);
    m_preflight = std::make_unique<Preflight>(m_task.load, m_task.plan.longest);
    connect(m_preflight.get(), &Preflight::passed, this, &SampleRun::warmUp);
    connect(m_preflight.get(), &Preflight::failed, this, &SampleRun::fail);
    m_preflight->start();
}

void SampleRun::warmUp(const load::Expectation &expectation)
{
    dropPreflight();
    m_task.load.expectation = expectation;
    if (m_task.plan.warmUp == 0ms) {
        waitForQuiet();
        return;
    }
    Q_EMIT phaseChanged(u"warming up"_s);
    load::LoadPlan plan = m_task.load;
    plan.duration = m_task.plan.warmUp;
    plan.requests.reset();
    runLoad(plan, &SampleRun::endWarmUp);
}

void SampleRun::endWarmUp(const load::LoadReport &report)
{
    if (report.errorCount() > 0)
        fail(loadErrorsError(report));
    else
        waitForQuiet();
}

/// Work that the load before left behind (an encoder that nobody waits for any more) is not part of what is
/// measured.
void SampleRun::waitForQuiet()
{
    m_quietLooks = 0;
    m_cpuBefore = base::cpuTime(m_subject.pid()).value_or(0ns);
    m_quietTimer.start(quietInterval);
}

void SampleRun::lookForQuiet()
{
    const auto now = base::cpuTime(m_subject.pid()).value_or(m_cpuBefore);
    const bool quiet = now - std::exchange(m_cpuBefore, now) < quietCpu;
    if (!quiet && ++m_quietLooks < quietLooksAtMost)
        return;
    m_quietTimer.stop();
    measure();
}

void SampleRun::measure()
{
    Q_EMIT phaseChanged(u"measuring"_s);
    m_cpuBefore = base::cpuTime(m_subject.pid()).value_or(m_cpuBefore);
    runLoad(m_task.load, &SampleRun::takeReport);
}

void SampleRun::runLoad(const load::LoadPlan &plan, ReportHandler handle)
{
    m_load = std::make_unique<LoadProcess>(m_task.program, plan, m_task.cores.load);
    connect(m_load.get(), &LoadProcess::progressed, this, &SampleRun::loadProgressed);
    connect(m_load.get(), &LoadProcess::failed, this, [this](const base::Error &error) {
        m_loadRuns = false;
        fail(error);
        finishWhenEnded();
    });
    connect(m_load.get(), &LoadProcess::finished, this, [this, handle](const load::LoadReport &report) {
        m_loadRuns = false;
        if (m_sample.failure)
            finishWhenEnded();
        else
            (this->*handle)(report);
    });
    m_loadRuns = true;
    m_load->start();
}

void SampleRun::takeReport(const load::LoadReport &report)
{
    const auto cpu = base::cpuTime(m_subject.pid());
    if (!cpu) {
        fail(cpu.error());
        return;
    }
    m_sample.serverCpu = *cpu - m_cpuBefore;
    m_sample.load = report;
    if (report.errorCount() > 0)
        fail(loadErrorsError(report));
    else if (!m_byCount && saysTooLittle(report))
        planByCount(report);
    else if (report.responses == 0)
        fail(noAnswerError(m_task.plan.longest));
    else
        settle();
}

bool SampleRun::saysTooLittle(const load::LoadReport &report) const
{
    return report.responses < m_task.plan.minimumRequests
        || report.inFlight * answersForEachCutOff > report.responses;
}

void SampleRun::planByCount(const load::LoadReport &timed)
{
    m_byCount = true;
    const auto workers = static_cast<std::uint64_t>(std::max(1, m_task.config.workers));
    const auto count = std::max({timed.responses, m_task.plan.minimumRequests, workers});
    m_task.load.requests = count;
    m_task.load.duration = m_task.plan.longest;
    m_task.load.connections = static_cast<int>(
        std::min<std::uint64_t>(count, static_cast<std::uint64_t>(m_task.load.connections)));
    m_task.load.threads = std::min(m_task.load.threads, m_task.load.connections);
    waitForQuiet();
}

/// Its connections end with it. It may be the one that calls, so it goes later.
void SampleRun::dropPreflight()
{
    if (!m_preflight)
        return;
    m_preflight->setParent(this);
    m_preflight.release()->deleteLater();
}

void SampleRun::settle()
{
    readPeak();
    m_peakTimer.stop();
    Q_EMIT phaseChanged(u"settling"_s);
    m_settleTimer.start(m_task.plan.settle);
}

void SampleRun::readPeak()
{
    const auto memory = base::memoryUse(m_subject.pid());
    if (!memory)
        return;
    raise(m_sample.memoryAtPeak.proportionalBytes, memory->proportionalBytes);
    raise(m_sample.memoryAtPeak.privateDirtyBytes, memory->privateDirtyBytes);
    raise(m_sample.memoryAtPeak.residentBytes, memory->residentBytes);
    raise(m_sample.memoryAtPeak.peakResidentBytes, memory->peakResidentBytes);
}

void SampleRun::cancel()
{
    fail(base::Error{u"The experiment was ended before this sample was taken."_s, {}, {}});
}

/// The first failure is the cause; the ends of the processes that follow are not.
void SampleRun::fail(const base::Error &error)
{
    if (m_sample.failure || m_finished)
        return;
    m_sample.failure = error;
    m_peakTimer.stop();
    m_quietTimer.stop();
    m_settleTimer.stop();
    dropPreflight();
    if (m_loadRuns)
        m_load->kill();
    m_subject.kill();
    QMetaObject::invokeMethod(this, &SampleRun::finishWhenEnded, Qt::QueuedConnection);
}

void SampleRun::finishWhenEnded()
{
    if (m_finished || m_loadRuns || m_subject.isRunning())
        return;
    m_finished = true;
    Q_EMIT finished(m_sample);
}

} // namespace servelab::lab
