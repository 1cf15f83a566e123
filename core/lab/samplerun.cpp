// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/samplerun.h"

#include "core/load/loadtarget.h"

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

base::Error loadErrorsError(const load::LoadReport &report)
{
    const auto &[kind, first] = *report.errors.begin();
    const QString sample = first.sample.isEmpty() ? QString() : u", the first: %1"_s.arg(first.sample);
    return {u"%1 of %2 requests failed (%3%4)."_s.arg(report.errorCount())
                .arg(report.requests)
                .arg(load::toKey(kind), sample),
        {}, {}};
}

std::unique_ptr<MeasuredServer> serverFor(const SampleTask &task)
{
    if (!task.contender)
        return std::make_unique<SubjectProcess>(task.program, task.config, task.hook, task.cores.server);
    return std::make_unique<ContenderProcess>(ContenderTask{.contender = *task.contender,
        .root = task.config.root,
        .path = task.load.url.path(),
        .workers = task.config.workers,
        .cores = task.cores.server,
        .places = task.places});
}

/// As it is sent with every request.
QByteArray hostOf(const load::LoadPlan &plan)
{
    for (const load::RequestField &field : plan.fields) {
        if (field.name.compare("host", Qt::CaseInsensitive) == 0)
            return field.value;
    }
    return plan.url.authority(QUrl::FullyEncoded).toLatin1();
}

base::Error noAnswerError(std::chrono::milliseconds longest)
{
    return {u"No request was answered within %1 seconds."_s.arg(longest.count() / 1000.0),
        u"Allow a longer time for a sample, or choose a lighter variant."_s, u"plan.longestMilliseconds"_s};
}

} // namespace

SampleRun::SampleRun(SampleTask task, QObject *parent)
    : SampleTaker(parent)
    , m_task(std::move(task))
    , m_sample(m_task.sample)
    , m_server(serverFor(m_task))
{
    m_settleTimer.setSingleShot(true);
    connect(&m_peakTimer, &QTimer::timeout, this, &SampleRun::readPeak);
    connect(&m_quietTimer, &QTimer::timeout, this, &SampleRun::lookForQuiet);
    m_freezeTimer.setSingleShot(true);
    m_freezeTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_freezeTimer, &QTimer::timeout, this, [this] { m_isFrozen ? thaw() : freeze(); });
    connect(&m_settleTimer, &QTimer::timeout, m_server.get(), &MeasuredServer::trim);
    connect(m_server.get(), &MeasuredServer::listening, this, &SampleRun::check);
    connect(m_server.get(), &MeasuredServer::failed, this, &SampleRun::fail);
    connect(m_server.get(), &MeasuredServer::ended, this, &SampleRun::finishWhenEnded);
    connect(m_server.get(), &MeasuredServer::trimmed, this, &SampleRun::takeRetained);
}

void SampleRun::start()
{
    Q_EMIT phaseChanged(u"starting"_s);
    if (m_sample.failure) // nothing to serve
        QMetaObject::invokeMethod(this, &SampleRun::finishWhenEnded, Qt::QueuedConnection);
    else
        m_server->start();
}

void SampleRun::check(const QUrl &server)
{
    const auto memory = base::treeMemoryUse(m_server->pid());
    if (!memory) {
        fail(memory.error());
        return;
    }
    m_sample.memoryAtStart = *memory;
    m_sample.memoryAtPeak = *memory;
    m_peakTimer.start(peakInterval);

    const bool isEcho = load::isWebSocket(m_task.load.url);
    m_task.load.url.setScheme(isEcho ? load::webSocketScheme(server) : server.scheme());
    m_task.load.url.setHost(server.host());
    m_task.load.url.setPort(server.port());
    if (isEcho) // of which every one is compared
        return warmUp(m_task.load.expectation);
    Q_EMIT phaseChanged(u"checking"_s);
    m_preflight
        = std::make_unique<Preflight>(m_task.load, m_task.proof, m_task.config.root, m_task.plan.longest);
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
    m_cpuBefore = base::treeCpuTime(m_server->pid()).value_or(0ns);
    m_quietTimer.start(quietInterval);
}

void SampleRun::lookForQuiet()
{
    const auto now = base::treeCpuTime(m_server->pid()).value_or(m_cpuBefore);
    const bool quiet = now - std::exchange(m_cpuBefore, now) < quietCpu;
    if (!quiet && ++m_quietLooks < quietLooksAtMost)
        return;
    m_quietTimer.stop();
    measure();
}

void SampleRun::measure()
{
    Q_EMIT phaseChanged(u"measuring"_s);
    m_clocks.start(m_server->pid());
    if (m_task.plan.freeze > 0ms && !m_byCount)
        m_freezeTimer.start(m_task.plan.duration / 4);
    runLoad(m_task.load, &SampleRun::takeReport);
}

void SampleRun::freeze()
{
    if (!base::freezeProcessTree(m_server->pid())) {
        fail(base::Error{u"The server cannot be stopped for a while on this system."_s,
            u"Set plan.freezeMilliseconds to 0."_s, u"plan.freezeMilliseconds"_s});
        return;
    }
    m_isFrozen = true;
    m_freezeTimer.start(m_task.plan.freeze);
}

void SampleRun::thaw()
{
    m_freezeTimer.stop();
    if (std::exchange(m_isFrozen, false))
        base::thawProcessTree(m_server->pid());
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
    thaw(); // a run may end before its time
    const auto cpu = m_clocks.measuredCpu();
    if (!cpu) {
        fail(cpu.error());
        return;
    }
    m_sample.serverCpu = *cpu;
    m_sample.load = report;
    m_sample.otherCpu = m_clocks.otherCpu(*cpu, report.elapsed);
    m_sample.observerCpu = m_clocks.observerCpu();
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

void SampleRun::takeRetained(const base::MemoryUse &memory)
{
    if (m_idle) {
        m_sample.memoryIdle = memory;
        m_server->quit();
        return;
    }
    m_sample.memoryRetained = memory;
    if (m_task.plan.idleConnections > 0)
        openIdleConnections();
    else
        m_server->quit();
}

void SampleRun::openIdleConnections()
{
    Q_EMIT phaseChanged(u"opening idle connections"_s);
    m_sample.idleConnections = m_task.plan.idleConnections;
    m_idle = std::make_unique<IdleConnections>(
        m_task.load.url, hostOf(m_task.load), m_task.plan.idleConnections);
    connect(m_idle.get(), &IdleConnections::open, m_server.get(), &MeasuredServer::trim);
    connect(m_idle.get(), &IdleConnections::failed, this, &SampleRun::fail);
    m_idle->start();
}

void SampleRun::readPeak()
{
    if (const auto memory = base::treeMemoryUse(m_server->pid()))
        raisePeak(m_sample.memoryAtPeak, *memory);
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
    thaw();
    dropPreflight();
    if (m_idle)
        m_idle.release()->deleteLater(); // it may be what called
    if (m_loadRuns)
        m_load->kill();
    m_server->kill();
    QMetaObject::invokeMethod(this, &SampleRun::finishWhenEnded, Qt::QueuedConnection);
}

void SampleRun::finishWhenEnded()
{
    if (m_finished || m_loadRuns || m_server->isRunning())
        return;
    m_finished = true;
    Q_EMIT finished(m_sample);
}

} // namespace servelab::lab
