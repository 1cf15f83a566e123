// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadgenerator.h"

#include "core/base/process.h"
#include "core/load/clientgroup.h"
#include "core/load/requestbytes.h"
#include "core/net/workerthread.h"

#include <QTimer>

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace servelab::load {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds progressInterval = 100ms;

using Snapshot = std::shared_ptr<const GroupSnapshot>;

/// Descriptors that a process needs beside its connections: libraries, loops, files.
constexpr int spareDescriptors = 64;

base::Expected<void> ensureDescriptors(const LoadPlan &plan)
{
    const int wanted = plan.connections + spareDescriptors + 4 * plan.threads;
    const int limit = base::raiseDescriptorLimit();
    if (limit >= wanted)
        return {};
    return base::fail(
        QStringLiteral("%1 connections need %2 open files, and this process may open %3.")
            .arg(QString::number(plan.connections), QString::number(wanted), QString::number(limit)),
        QStringLiteral("Choose fewer connections or raise the limit with \"ulimit -n %1\".").arg(wanted),
        QStringLiteral("connections"));
}

std::unique_ptr<LoadRun> makeRun(const LoadPlan &plan, LoadTarget target)
{
    auto run = std::make_unique<LoadRun>();
    run->plan = plan;
    run->target = std::move(target);
    run->request = requestBytes(plan);
    run->requestIsHead = plan.method == "HEAD";
    run->begin = base::Clock::now();
    run->measuredFrom = run->begin + plan.warmUp;
    if (plan.duration)
        run->end = run->measuredFrom + *plan.duration;
    run->requestsLeft = static_cast<std::int64_t>(plan.requests.value_or(0));
    return run;
}

} // namespace

/// The threads of a run, and the sum of what they report. On the generator's thread.
class LoadGenerator::Private
{
public:
    explicit Private(LoadGenerator &generator)
        : m_generator(generator)
    {
        QObject::connect(
            &m_generator, &LoadGenerator::reported, &m_generator, [this] { takeReports(); },
            Qt::QueuedConnection);
        QObject::connect(&m_tick, &QTimer::timeout, &m_generator, [this] { tick(); });
    }
    ~Private() { endThreads(); }

    bool hasStarted() const { return m_run != nullptr; }
    void start(std::unique_ptr<LoadRun> run);
    void finishGroups();

private:
    /// One thread with its share of the connections. The group lives on the thread.
    struct Worker
    {
        std::unique_ptr<net::WorkerThread> thread;
        std::unique_ptr<ClientGroup> group;
        Snapshot latest;
    };

    void startGroup(std::size_t index, int connections);
    void endThreads();
    void report(std::size_t index, Snapshot snapshot);
    void takeReports();
    void tick();
    void tellProgress();
    LoadReport merged() const;
    /// Whether every thread has reported, and of each it is so.
    template <typename Predicate>
    bool all(Predicate predicate) const
    {
        return std::ranges::all_of(m_workers,
            [&](const Worker &worker) { return worker.latest && std::invoke(predicate, *worker.latest); });
    }

    LoadGenerator &m_generator;
    QTimer m_tick;
    std::unique_ptr<LoadRun> m_run;
    std::vector<Worker> m_workers;
    std::mutex m_reportsMutex;
    std::vector<std::pair<std::size_t, Snapshot>> m_reports; ///< under m_reportsMutex
    LoadReport m_told; ///< at the last progress
    bool m_toldWarmUp = true;
};

void LoadGenerator::Private::start(std::unique_ptr<LoadRun> run)
{
    m_run = std::move(run);
    const int threads = m_run->plan.threads;
    m_workers.resize(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
        Worker &worker = m_workers[static_cast<std::size_t>(i)];
        worker.thread = std::make_unique<net::WorkerThread>(QStringLiteral("load %1").arg(i + 1));
        const int share = m_run->plan.connections / threads + (i < m_run->plan.connections % threads ? 1 : 0);
        worker.thread->post([this, i, share] { startGroup(static_cast<std::size_t>(i), share); });
    }
    m_tick.start(progressInterval);
}

/// On the worker's thread.
void LoadGenerator::Private::startGroup(std::size_t index, int connections)
{
    m_workers[index].group = std::make_unique<ClientGroup>(
        *m_run, connections, [this, index](Snapshot result) { report(index, std::move(result)); });
}

void LoadGenerator::Private::finishGroups()
{
    for (Worker &worker : m_workers)
        worker.thread->post([&worker] { worker.group->finish(); });
}

void LoadGenerator::Private::endThreads()
{
    for (Worker &worker : m_workers)
        worker.thread->call([&worker] { worker.group.reset(); });
    m_workers.clear();
}

/// On a worker's thread.
void LoadGenerator::Private::report(std::size_t index, Snapshot snapshot)
{
    {
        const std::lock_guard lock(m_reportsMutex);
        m_reports.emplace_back(index, std::move(snapshot));
    }
    Q_EMIT m_generator.reported({});
}

void LoadGenerator::Private::takeReports()
{
    if (m_workers.empty())
        return; // a late one
    std::vector<std::pair<std::size_t, Snapshot>> reports;
    {
        const std::lock_guard lock(m_reportsMutex);
        reports.swap(m_reports);
    }
    for (auto &[index, snapshot] : reports) {
        if (Worker &worker = m_workers[index]; !worker.latest || !worker.latest->finished)
            worker.latest = std::move(snapshot);
    }
    if (!all(&GroupSnapshot::finished))
        return;
    m_tick.stop();
    const LoadReport sum = merged();
    endThreads();
    Q_EMIT m_generator.finished(sum); // last: a receiver may delete the generator
}

/// Tells what the threads said since the last tick, then asks them again: all at the same moment, waiting for
/// none.
void LoadGenerator::Private::tick()
{
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_workers[i].thread->post([this, i] { report(i, m_workers[i].group->snapshot()); });
    tellProgress();
}

void LoadGenerator::Private::tellProgress()
{
    const bool areMeasuring = all([](const GroupSnapshot &snapshot) { return !snapshot.warmingUp; });
    const bool areWarmingUp = all(&GroupSnapshot::warmingUp);
    if (!areMeasuring && !areWarmingUp)
        return; // not all have reported, or some are a phase ahead
    if (areWarmingUp != std::exchange(m_toldWarmUp, areWarmingUp))
        m_told = {};
    LoadReport now = merged();
    const double seconds = std::chrono::duration<double>(now.elapsed - m_told.elapsed).count();
    LoadProgress progress;
    progress.elapsed = base::Clock::now() - m_run->begin;
    progress.warmingUp = areWarmingUp;
    progress.responses = now.responses;
    progress.errors = now.errorCount();
    progress.requestsPerSecond
        = seconds > 0 ? static_cast<double>(now.responses - m_told.responses) / seconds : 0;
    progress.p99Microseconds = now.latencyMicroseconds.since(m_told.latencyMicroseconds).percentile(99);
    for (const Worker &worker : m_workers)
        progress.connectionsOpen += worker.latest->connectionsOpen;
    m_told = std::move(now);
    Q_EMIT m_generator.progressed(progress);
}

LoadReport LoadGenerator::Private::merged() const
{
    LoadReport sum;
    for (const Worker &worker : m_workers)
        sum.add(worker.latest->report);
    return sum;
}

LoadGenerator::LoadGenerator(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this))
{
}

LoadGenerator::~LoadGenerator() = default;

base::Expected<void> LoadGenerator::start(const LoadPlan &plan)
{
    if (d->hasStarted())
        return base::fail(
            QStringLiteral("This load has run already."), QStringLiteral("Make another generator."));
    if (const QList<base::Error> problems = validate(plan); !problems.isEmpty())
        return std::unexpected(problems.first());
    base::Expected<LoadTarget> target = resolveTarget(plan.url);
    if (!target)
        return std::unexpected(target.error());
    if (const auto enough = ensureDescriptors(plan); !enough)
        return enough;
    d->start(makeRun(plan, *std::move(target)));
    return {};
}

void LoadGenerator::cancel()
{
    d->finishGroups();
}

} // namespace servelab::load
