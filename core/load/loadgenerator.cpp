// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadgenerator.h"

#include "core/base/process.h"
#include "core/load/clientgroup.h"
#include "core/load/loadrun.h"
#include "core/net/workerthread.h"

#include <QHostInfo>
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
constexpr int descriptorsOfThread = 5;

base::Expected<void> ensureDescriptors(const LoadPlan &plan)
{
    const int wanted = plan.connections + spareDescriptors + descriptorsOfThread * plan.threads;
    const int limit = base::raiseDescriptorLimit();
    if (limit >= wanted)
        return {};
    return base::fail(
        QStringLiteral("%1 connections need %2 open files, and this process may open %3.")
            .arg(QString::number(plan.connections), QString::number(wanted), QString::number(limit)),
        QStringLiteral("Choose fewer connections or raise the limit with \"ulimit -n %1\".").arg(wanted),
        QStringLiteral("connections"));
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
    ~Private()
    {
        if (m_lookup)
            QHostInfo::abortHostLookup(*m_lookup);
        endThreads();
    }

    bool hasStarted() const { return m_hasStarted; }
    void start(const LoadPlan &plan);
    void cancel();

private:
    /// One thread with its share of the connections. The group lives on the thread.
    struct Worker
    {
        std::unique_ptr<net::WorkerThread> thread;
        std::unique_ptr<ClientGroup> group;
        Snapshot latest;
    };

    void lookUp(const LoadPlan &plan, const QString &host);
    void startAt(const LoadPlan &plan, const base::Expected<LoadTarget> &target);
    void startThreads();
    void startGroup(ClientGroup::Share share);
    void endThreads();
    void report(std::size_t index, Snapshot snapshot);
    void takeReports();
    void tick();
    void tellProgress();
    double fractionDone(const LoadReport &report, const LoadProgress &progress) const;
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
    bool m_hasStarted = false;
    std::optional<int> m_lookup; ///< of the host's name, while it goes on
    std::unique_ptr<LoadRun> m_run;
    std::vector<Worker> m_workers;
    std::mutex m_reportsMutex;
    std::vector<std::pair<std::size_t, Snapshot>> m_reports; ///< under m_reportsMutex
    LoadReport m_told; ///< at the last progress
    bool m_toldWarmUp = true;
};

void LoadGenerator::Private::start(const LoadPlan &plan)
{
    m_hasStarted = true;
    const QString host = plan.url.host(QUrl::FullyEncoded);
    if (const auto known = knownAddresses(host))
        startAt(plan, targetAt(plan.url, *known, plan.confirmedHost));
    else
        lookUp(plan, host);
}

/// The resolver takes its time on a thread of its own.
void LoadGenerator::Private::lookUp(const LoadPlan &plan, const QString &host)
{
    m_lookup = QHostInfo::lookupHost(host, &m_generator, [this, plan, host](const QHostInfo &info) {
        m_lookup.reset();
        if (info.error() != QHostInfo::NoError || info.addresses().isEmpty())
            startAt(plan, std::unexpected(unknownHost(host, info.errorString())));
        else
            startAt(plan, targetAt(plan.url, info.addresses(), plan.confirmedHost));
    });
}

void LoadGenerator::Private::startAt(const LoadPlan &plan, const base::Expected<LoadTarget> &target)
{
    if (!target) {
        Q_EMIT m_generator.failed(target.error());
        return;
    }
    auto run = makeRun(plan, *target);
    if (!run) {
        Q_EMIT m_generator.failed(run.error());
        return;
    }
    m_run = *std::move(run);
    startThreads();
}

void LoadGenerator::Private::startThreads()
{
    const int threads = m_run->plan.threads;
    m_workers.resize(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
        Worker &worker = m_workers[static_cast<std::size_t>(i)];
        worker.thread = std::make_unique<net::WorkerThread>(QStringLiteral("load %1").arg(i + 1));
        const int share = m_run->plan.connections / threads + (i < m_run->plan.connections % threads ? 1 : 0);
        worker.thread->post([this, i, share] { startGroup({static_cast<std::size_t>(i), share}); });
    }
    m_tick.start(progressInterval);
}

/// On the worker's thread.
void LoadGenerator::Private::startGroup(ClientGroup::Share share)
{
    m_workers[share.index].group = std::make_unique<ClientGroup>(
        *m_run, share, [this, index = share.index](Snapshot result) { report(index, std::move(result)); });
}

void LoadGenerator::Private::cancel()
{
    if (m_lookup) {
        QHostInfo::abortHostLookup(*m_lookup);
        m_lookup.reset();
        QMetaObject::invokeMethod(
            &m_generator, [this] { Q_EMIT m_generator.finished({}); }, Qt::QueuedConnection);
    }
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
    progress.backlog = now.backlog;
    progress.fraction = fractionDone(now, progress);
    m_told = std::move(now);
    Q_EMIT m_generator.progressed(progress);
}

/// Of the run, warm-up included, by what will end it.
double LoadGenerator::Private::fractionDone(const LoadReport &report, const LoadProgress &progress) const
{
    const LoadPlan &plan = m_run->plan;
    double fraction = 0;
    if (plan.duration)
        fraction = std::chrono::duration<double>(progress.elapsed) / (plan.warmUp + *plan.duration);
    if (plan.requests && !progress.warmingUp)
        fraction = std::max(fraction,
            static_cast<double>(report.responses + report.errorCount())
                / static_cast<double>(*plan.requests));
    return std::min(fraction, 1.0);
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
    if (const auto enough = ensureDescriptors(plan); !enough)
        return enough;
    d->start(plan);
    return {};
}

void LoadGenerator::cancel()
{
    d->cancel();
}

} // namespace servelab::load
