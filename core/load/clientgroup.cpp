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

ClientGroup::ClientGroup(const LoadRun &run, Share share, Finished finished)
    : m_run(run)
    , m_share(share)
    , m_loop(*net::EventLoop::current())
    , m_finished(std::move(finished))
    , m_phaseBegin(run.begin)
    , m_seriesBegin(run.begin)
    , m_lastOutcome(run.begin)
    , m_cpuAtPhaseBegin(threadCpuTime())
    , m_waitAtPhaseBegin(threadWaitTime())
    , m_connectErrors(addresses().size())
    , m_openedAtOnce(static_cast<std::size_t>(std::max(1, openedAtOnceByAll / run.plan.threads)))
{
    for (const RunRequest &request : run.requests)
        m_knownBodies.emplace_back(request.expectation.bodySha256, run.digestSeed);
    if (isOpenLoop(run.plan.arrival))
        m_arrivalTimer.emplace(m_loop, [this] { takeArrivals(); });
    startTimers();
    if (run.plan.warmUp == 0ms)
        startMeasuring();
    else if (m_arrivalTimer)
        startArrivals(ArrivalSchedule::ofWarmUp(run.plan.arrival), run.begin);
    for (int i = 0; i < share.connections; ++i) {
        m_connections.push_back(std::make_unique<ClientConnection>(*this));
        m_toOpen.push_back(m_connections.back().get());
    }
    m_pace.start(paceInterval);
    openSome(m_openedAtOnce);
}

ClientGroup::~ClientGroup() = default;

void ClientGroup::startTimers()
{
    QObject::connect(&m_pace, &QTimer::timeout, &m_pace, [this] { openSome(m_openedAtOnce); });
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

/// Forgets what the warm-up counted. In a closed loop by time the requests under way become the first
/// measured ones, else the rate would miss their answers; in a run by count they are left out, else the count
/// would not be exact, and in an open loop too, as those that were due in the measured part are the measured
/// ones.
void ClientGroup::startMeasuring()
{
    LoadReport report;
    report.connectMicroseconds = std::move(m_report.connectMicroseconds);
    report.handshakeMicroseconds = std::move(m_report.handshakeMicroseconds);
    m_report = std::move(report);
    for (const QString &name : m_run.names)
        m_report.byName.emplace_back(name);
    m_phase = measuredPhase;
    // An open loop's schedule does not wait for a thread that is late.
    m_phaseBegin = m_lastOutcome = m_arrivalTimer ? m_run.measuredFrom : base::Clock::now();
    m_seriesBegin = m_run.measuredFrom;
    m_cpuAtPhaseBegin = threadCpuTime();
    m_waitAtPhaseBegin = threadWaitTime();
    if (m_arrivalTimer)
        return startArrivals(ArrivalSchedule::ofMeasuredPart(m_run.plan.arrival), m_run.measuredFrom);
    if (m_run.plan.requests)
        return;
    std::uint32_t underWay = 0;
    for (const auto &connection : m_connections)
        underWay += connection->moveToPhase(measuredPhase);
    if (underWay > 0)
        beginRequests(underWay, m_phaseBegin);
}

/// In place of a former schedule; what was due by that and not sent is left out.
void ClientGroup::startArrivals(const ArrivalSchedule &schedule, base::TimePoint begin)
{
    const bool isMeasured = m_phase == measuredPhase;
    m_arrivals.emplace(schedule, begin,
        ArrivalQueue::Share{m_share.index, static_cast<std::uint64_t>(m_run.plan.threads)},
        isMeasured ? m_run.plan.requests : std::nullopt, isMeasured ? m_run.end : m_run.measuredFrom);
    m_arrivalTimer->start(m_arrivals->nextDue());
    if (isUsedUp())
        m_end.start(0ms); // this group's share of a small number is none
}

/// Requests have become due.
void ClientGroup::takeArrivals()
{
    const base::TimePoint now = base::Clock::now();
    noteDue(now);
    m_isHandingOut = true;
    while (m_arrivals->waiting() > 0 && !m_wanting.empty()) {
        ClientConnection &connection = *m_wanting.front();
        m_wanting.pop_front();
        connection.isQueued = false;
        if (!connection.canTake())
            continue; // it comes back when it has room
        connection.takeOne(now);
        if (connection.canTake())
            wantRequest(connection);
    }
    m_isHandingOut = false;
    m_arrivalTimer->start(m_arrivals->nextDue());
}

void ClientGroup::noteDue(base::TimePoint now)
{
    if (const std::uint64_t count = m_arrivals->advance(now))
        beginRequests(count, now);
}

void ClientGroup::finish()
{
    if (m_isFinished)
        return;
    if (m_phase == warmUpPhase)
        startMeasuring(); // what was counted so far is not a result
    if (m_arrivals)
        noteDue(base::Clock::now());
    GroupSnapshot result = state(m_report);
    result.finished = true;
    result.report.busiestThread = {result.report.generatorCpu, threadWaitTime() - m_waitAtPhaseBegin};
    m_isFinished = true;
    m_arrivalTimer.reset();
    for (QTimer *timer : {&m_pace, &m_warmUpEnd, &m_end})
        timer->stop();
    for (const auto &connection : m_connections)
        connection->close();
    m_finished(std::make_shared<const GroupSnapshot>(std::move(result)));
}

std::shared_ptr<const GroupSnapshot> ClientGroup::snapshot() const
{
    return std::make_shared<const GroupSnapshot>(state(lightReport()));
}

/// What is shown while the run goes on; the rest would be much to copy ten times a second.
LoadReport ClientGroup::lightReport() const
{
    LoadReport report;
    report.requests = m_report.requests;
    report.responses = m_report.responses;
    report.inFlight = m_report.inFlight;
    report.bytesReceived = m_report.bytesReceived;
    report.bytesSent = m_report.bytesSent;
    report.bodyBytes = m_report.bodyBytes;
    report.answersByClass = m_report.answersByClass;
    report.errors = m_report.errors;
    report.latencyMicroseconds = m_report.latencyMicroseconds;
    return report;
}

/// The group as it is now, with this report.
GroupSnapshot ClientGroup::state(LoadReport report) const
{
    GroupSnapshot state;
    state.report = std::move(report);
    state.report.elapsed = (isUsedUp() ? m_lastOutcome : base::Clock::now()) - m_phaseBegin;
    state.report.backlog = m_arrivals ? m_arrivals->waiting() : 0;
    state.report.generatorCpu = threadCpuTime() - m_cpuAtPhaseBegin;
    state.warmingUp = m_phase == warmUpPhase;
    state.connectionsOpen = static_cast<int>(std::ranges::count_if(
        m_connections, [](const auto &connection) { return connection->isConnected(); }));
    return state;
}

std::optional<Exchange> ClientGroup::take(base::TimePoint now)
{
    if (m_isFinished)
        return std::nullopt;
    return m_arrivals ? takeDue(now) : takeNext(now);
}

std::optional<Exchange> ClientGroup::takeDue(base::TimePoint now)
{
    const auto request = m_arrivals->take();
    if (!request)
        return std::nullopt;
    if (now - request->due > LoadReport::lateAfter) {
        ++m_report.lateSends;
        m_report.lateByGenerator += m_isHandingOut ? 1 : 0;
    }
    return Exchange{request->due, {}, m_run.requestAt(request->number), m_phase};
}

std::optional<Exchange> ClientGroup::takeNext(base::TimePoint now)
{
    std::uint64_t number = m_share.index + m_sequence * static_cast<std::uint64_t>(m_run.plan.threads);
    if (m_run.plan.requests && m_phase == measuredPhase) {
        const std::int64_t left = m_run.requestsLeft.fetch_sub(1, std::memory_order_relaxed);
        if (left <= 0) {
            if (isUsedUp())
                m_end.start(0ms); // not at once: a connection is at work
            return std::nullopt;
        }
        number = *m_run.plan.requests - static_cast<std::uint64_t>(left);
    }
    ++m_sequence;
    beginRequests(1, now);
    return Exchange{now, {}, m_run.requestAt(number), m_phase};
}

void ClientGroup::wantRequest(ClientConnection &connection)
{
    if (!m_arrivals || connection.isQueued)
        return;
    connection.isQueued = true;
    m_wanting.push_back(&connection);
}

std::int64_t ClientGroup::latencyOf(const Exchange &exchange, base::TimePoint now) const
{
    const auto latency = now - (m_arrivals ? exchange.due : exchange.sent);
    return std::chrono::round<std::chrono::microseconds>(latency).count();
}

void ClientGroup::countFirstByte(const Exchange &exchange, base::TimePoint now)
{
    if (counts(exchange))
        m_report.firstByteMicroseconds.record(
            std::chrono::round<std::chrono::microseconds>(now - exchange.sent).count());
}

void ClientGroup::countAnswer(const Exchange &exchange, int status, base::TimePoint now)
{
    if (!counts(exchange))
        return;
    const auto statusClass = static_cast<std::size_t>(status / 100);
    ++m_report.answersByClass[statusClass];
    m_report.latencyByClass[statusClass].record(latencyOf(exchange, now));
}

void ClientGroup::countResponse(const Exchange &exchange, std::uint64_t bodyBytes, base::TimePoint now)
{
    if (!counts(exchange))
        return;
    const std::int64_t latency = latencyOf(exchange, now);
    ++m_report.responses;
    m_report.bodyBytes += bodyBytes;
    m_report.latencyMicroseconds.record(latency);
    if (m_arrivals)
        m_report.uncorrectedMicroseconds.record(
            std::chrono::round<std::chrono::microseconds>(now - exchange.sent).count());
    TimeBin &bin = binAt(now);
    ++bin.responses;
    bin.latencySumMicroseconds += static_cast<std::uint64_t>(std::max<std::int64_t>(latency, 0));
    bin.latencyMaximumMicroseconds = std::max(bin.latencyMaximumMicroseconds, latency);
    if (!m_report.byName.empty()) {
        NamedResult &result = m_report.byName[m_run.requests[exchange.request].name];
        ++result.responses;
        result.latencyMicroseconds.record(latency);
    }
    endRequest(now);
}

void ClientGroup::beginRequests(std::uint64_t count, base::TimePoint now)
{
    m_report.requests += count;
    m_report.inFlight += count;
    binAt(now).requests += count;
}

void ClientGroup::endRequest(base::TimePoint now)
{
    m_lastOutcome = now;
    --m_report.inFlight;
    if (m_run.plan.requests && isUsedUp())
        m_end.start(0ms); // not at once: a connection is at work
}

/// Whether a run by count has begun its last request, and this group has an outcome for each of its own.
bool ClientGroup::isUsedUp() const
{
    if (!m_run.plan.requests || m_phase != measuredPhase || m_report.inFlight > 0)
        return false;
    return m_arrivals ? m_arrivals->nextDue() == base::TimePoint::max()
                      : m_run.requestsLeft.load(std::memory_order_relaxed) <= 0;
}

void ClientGroup::openLater(ClientConnection &connection)
{
    if (m_isFinished)
        return;
    m_toOpen.push_back(&connection);
    if (!m_pace.isActive())
        m_pace.start(paceInterval);
}

void ClientGroup::noteAccepted()
{
    if (!m_toOpen.empty() && !m_isFinished)
        openSome(1);
}

void ClientGroup::openSome(std::size_t atMost)
{
    const std::size_t count = std::min(m_toOpen.size(), atMost);
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

void ClientGroup::countConnect(base::Clock::duration time)
{
    m_report.connectMicroseconds.record(std::chrono::round<std::chrono::microseconds>(time).count());
}

void ClientGroup::countHandshake(base::Clock::duration time)
{
    m_report.handshakeMicroseconds.record(std::chrono::round<std::chrono::microseconds>(time).count());
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
