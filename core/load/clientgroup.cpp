// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/clientgroup.h"

#include "core/load/threadclock.h"

#include <QStringList>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace servelab::load {

namespace {

using namespace std::chrono_literals;

constexpr int warmUpPhase = 0;
constexpr int measuredPhase = 1;

/// Pace of opening connections, of all threads together: a listening socket's queue of 128 is not overrun.
constexpr std::chrono::milliseconds paceInterval = 10ms;
constexpr int openedAtOnceByAll = 64;

std::chrono::milliseconds until(base::TimePoint time)
{
    return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(time - base::Clock::now()));
}

} // namespace

ClientGroup::ClientGroup(LoadRun &run, int connections, Finished finished)
    : m_run(run)
    , m_loop(*net::EventLoop::current())
    , m_finished(std::move(finished))
    , m_phaseBegin(run.begin)
    , m_lastOutcome(run.begin)
    , m_cpuAtPhaseBegin(threadCpuTime())
    , m_connectErrors(addresses().size())
    , m_openedAtOnce(std::max(1, openedAtOnceByAll / run.plan.threads))
{
    startTimers();
    if (run.plan.warmUp == 0ms)
        startMeasuring();
    for (int i = 0; i < connections; ++i) {
        m_connections.push_back(std::make_unique<ClientConnection>(*this));
        m_toOpen.push_back(m_connections.back().get());
    }
    m_pace.start(paceInterval);
    openSome();
}

ClientGroup::~ClientGroup() = default;

void ClientGroup::startTimers()
{
    QObject::connect(&m_pace, &QTimer::timeout, &m_pace, [this] { openSome(); });
    QObject::connect(&m_warmUpEnd, &QTimer::timeout, &m_warmUpEnd, [this] { startMeasuring(); });
    QObject::connect(&m_end, &QTimer::timeout, &m_end, [this] { finish(); });
    for (QTimer *timer : {&m_pace, &m_warmUpEnd, &m_end})
        timer->setTimerType(Qt::PreciseTimer);
    m_warmUpEnd.setSingleShot(true);
    m_end.setSingleShot(true);
    if (m_run.plan.warmUp > 0ms)
        m_warmUpEnd.start(until(m_run.measuredFrom));
    if (m_run.end)
        m_end.start(until(*m_run.end));
}

/// Forgets what the warm-up counted. In a run by time the requests under way become the first measured ones,
/// else the rate would miss their answers; in a run by count they are left out, else the count would not be
/// exact.
void ClientGroup::startMeasuring()
{
    m_report = {};
    m_phase = measuredPhase;
    m_phaseBegin = m_lastOutcome = base::Clock::now();
    m_cpuAtPhaseBegin = threadCpuTime();
    if (m_run.plan.requests)
        return;
    for (const auto &connection : m_connections) {
        if (!connection->hasRequest())
            continue;
        connection->setPhase(measuredPhase);
        ++m_report.requests;
        ++m_report.inFlight;
    }
}

void ClientGroup::finish()
{
    if (m_isFinished)
        return;
    if (m_phase == warmUpPhase)
        startMeasuring(); // what was counted so far is not a result
    GroupSnapshot result = state();
    result.finished = true;
    m_isFinished = true;
    for (QTimer *timer : {&m_pace, &m_warmUpEnd, &m_end})
        timer->stop();
    for (const auto &connection : m_connections)
        connection->close();
    m_finished(std::make_shared<const GroupSnapshot>(std::move(result)));
}

std::shared_ptr<const GroupSnapshot> ClientGroup::snapshot() const
{
    return std::make_shared<const GroupSnapshot>(state());
}

GroupSnapshot ClientGroup::state() const
{
    GroupSnapshot state;
    state.report = m_report;
    state.report.elapsed = (isUsedUp() ? m_lastOutcome : base::Clock::now()) - m_phaseBegin;
    state.report.generatorCpu = threadCpuTime() - m_cpuAtPhaseBegin;
    state.warmingUp = m_phase == warmUpPhase;
    state.connectionsOpen = static_cast<int>(std::ranges::count_if(
        m_connections, [](const auto &connection) { return connection->isConnected(); }));
    return state;
}

std::optional<int> ClientGroup::beginRequest()
{
    if (m_isFinished)
        return std::nullopt;
    const bool isLimited = m_run.plan.requests && m_phase == measuredPhase;
    if (isLimited && m_run.requestsLeft.fetch_sub(1, std::memory_order_relaxed) <= 0) {
        if (isUsedUp())
            m_end.start(0ms); // not at once: a connection is at work
        return std::nullopt;
    }
    ++m_report.requests;
    ++m_report.inFlight;
    return m_phase;
}

void ClientGroup::countAnswer(const ClientConnection &connection, int status)
{
    if (counts(connection))
        ++m_report.answersByClass[static_cast<std::size_t>(status / 100)];
}

void ClientGroup::countResponse(const ClientConnection &connection, base::Clock::duration latency,
    std::uint64_t bodyBytes, base::TimePoint now)
{
    if (!counts(connection))
        return;
    ++m_report.responses;
    m_report.bodyBytes += bodyBytes;
    m_report.latencyMicroseconds.record(std::chrono::round<std::chrono::microseconds>(latency).count());
    endRequest(now);
}

void ClientGroup::endRequest(base::TimePoint now)
{
    m_lastOutcome = now;
    --m_report.inFlight;
}

/// Whether a run by count has begun its last request, and this group has an outcome for each of its own.
bool ClientGroup::isUsedUp() const
{
    return m_run.plan.requests && m_phase == measuredPhase && m_report.inFlight == 0
        && m_run.requestsLeft.load(std::memory_order_relaxed) <= 0;
}

void ClientGroup::openLater(ClientConnection &connection)
{
    if (m_isFinished)
        return;
    m_toOpen.push_back(&connection);
    if (!m_pace.isActive())
        m_pace.start(paceInterval);
}

void ClientGroup::openSome()
{
    const std::size_t count = std::min(m_toOpen.size(), static_cast<std::size_t>(m_openedAtOnce));
    for (std::size_t i = 0; i < count; ++i) {
        ClientConnection &connection = *m_toOpen.front();
        m_toOpen.pop_front();
        connection.begin(base::Clock::now());
    }
    if (m_toOpen.empty())
        m_pace.stop();
}

void ClientGroup::noteConnect(qsizetype address, int error)
{
    if (error == EINPROGRESS)
        return;
    if (error == 0) {
        m_firstAddress = address;
        m_hasConnected = true;
        return;
    }
    m_connectErrors[address] = m_lastConnectError = error;
    // Before any success it is the target's address that this machine does not have.
    m_savesPorts |= error == EADDRNOTAVAIL && m_hasConnected;
}

QString ClientGroup::describeConnectErrors() const
{
    QStringList attempts;
    for (qsizetype i = 0; i < addresses().size(); ++i)
        attempts << QStringLiteral("%1: %2").arg(
            addresses()[i].toString(), QString::fromLocal8Bit(std::strerror(m_connectErrors[i])));
    return QStringLiteral("No connection to %1 port %2 (%3).")
        .arg(m_run.target.host, QString::number(m_run.target.port), attempts.join(QStringLiteral("; ")));
}

} // namespace servelab::load
