// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/arrivalqueue.h"
#include "core/load/clientconnection.h"
#include "core/load/loadreport.h"
#include "core/load/loadrun.h"
#include "core/net/precisetimer.h"

#include <QTimer>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace servelab::load {

/// A group's counts at one moment. Immutable once handed out.
struct GroupSnapshot
{
    LoadReport report; ///< of the phase under way; while it runs, counts and latency only
    bool warmingUp = false;
    bool finished = false;
    int connectionsOpen = 0;
};

/// The connections of one generator thread and what they count. Made, used and destroyed on that thread,
/// whose loop is a net::EventLoop. Keeps the run's times by itself: from warm-up to measuring, then to the
/// end. In open loop it lets requests wait from the time they are due until a connection is free, and gives
/// them to the connection that has been free longest, which spreads them over all.
class ClientGroup
{
public:
    using Finished = std::function<void(std::shared_ptr<const GroupSnapshot> result)>;

    /// Which of the run's groups it is, and with how many connections.
    struct Share
    {
        std::size_t index = 0;
        int connections = 0;
    };

    /// Between a refused connection and the next attempt, so that a dead server does not keep a core busy.
    static constexpr std::chrono::milliseconds connectBackOff{100};

    /// `finished` is called once, on this thread, at the end of the run or of finish().
    ClientGroup(const LoadRun &run, Share share, Finished finished);
    ~ClientGroup();
    ClientGroup(const ClientGroup &) = delete;
    ClientGroup &operator=(const ClientGroup &) = delete;

    /// Ends measuring and closes every connection.
    void finish();

    std::shared_ptr<const GroupSnapshot> snapshot() const;

    // For the group's connections.

    const LoadRun &run() const { return m_run; }
    net::EventLoop &loop() const { return m_loop; }
    LoadReport &report() { return m_report; }

    /// Whether connections are made before there is a request for them.
    bool opensAhead() const { return m_arrivals && m_run.plan.keepAlive; }

    /// The next request to send now; empty when there is none (now, or for ever).
    std::optional<Exchange> take(base::TimePoint now);
    /// Puts the connection in the row of those that are given requests as they become due.
    void wantRequest(ClientConnection &connection);

    /// What a request came to; one that belongs to a former phase does not count.
    void countFirstByte(const Exchange &exchange, base::TimePoint now);
    void countAnswer(const Exchange &exchange, int status, base::TimePoint now);
    void countResponse(const Exchange &exchange, std::uint64_t bodyBytes, base::TimePoint now);
    /// `sample` makes the words; it is called for the first error of a kind only.
    template <typename Sample>
    void countError(
        const Exchange &exchange, LoadErrorKind kind, int systemError, base::TimePoint now, Sample sample);
    KnownBody &knownBody(std::uint32_t request) { return m_knownBodies[request]; }

    /// Lets the connection begin as soon as the pace of opening allows.
    void openLater(ClientConnection &connection);
    /// The server has taken a new connection and answered on it, so its queue has room for another.
    void noteAccepted();

    const QList<QHostAddress> &addresses() const { return m_run.target.addresses; }
    /// Index of the address to try first: the one that worked last.
    qsizetype firstAddress() const { return m_firstAddress; }
    /// What came of an attempt at the address of that index, as from net::platform::connect.
    void noteConnect(qsizetype address, int error);
    void countConnect(base::Clock::duration time);
    void countHandshake(base::Clock::duration time);
    int lastConnectError() const { return m_lastConnectError; }
    QString describeConnectErrors() const;

    /// Whether connections are to end without leaving a port in TIME_WAIT, because there were none left.
    bool savesPorts() const { return m_savesPorts; }

private:
    void startTimers();
    GroupSnapshot state(LoadReport report) const;
    LoadReport lightReport() const;
    void startMeasuring();
    void startArrivals(const ArrivalSchedule &schedule, base::TimePoint begin);
    void takeArrivals();
    void noteDue(base::TimePoint now);
    std::optional<Exchange> takeDue(base::TimePoint now);
    std::optional<Exchange> takeNext(base::TimePoint now);
    void openSome(std::size_t count);
    bool counts(const Exchange &exchange) const { return exchange.phase == m_phase; }
    void beginRequests(std::uint64_t count, base::TimePoint now);
    void endRequest(base::TimePoint now);
    TimeBin &binAt(base::TimePoint now) { return m_report.series.at(now - m_seriesBegin); }
    std::int64_t latencyOf(const Exchange &exchange, base::TimePoint now) const;
    bool isUsedUp() const;

    const LoadRun &m_run;
    Share m_share;
    net::EventLoop &m_loop;
    Finished m_finished;
    LoadReport m_report;
    base::TimePoint m_phaseBegin;
    base::TimePoint m_seriesBegin; ///< the same for all groups
    base::TimePoint m_lastOutcome;
    std::chrono::nanoseconds m_cpuAtPhaseBegin{0};
    std::chrono::nanoseconds m_waitAtPhaseBegin{0};
    std::uint8_t m_phase = 0;
    bool m_isFinished = false;
    bool m_hasConnected = false;
    bool m_savesPorts = false;
    bool m_isHandingOut = false; ///< to connections that were free before the request was due

    QList<int> m_connectErrors; ///< of the last attempt for each address
    int m_lastConnectError = 0;
    qsizetype m_firstAddress = 0;

    std::vector<std::unique_ptr<ClientConnection>> m_connections;
    std::deque<ClientConnection *> m_toOpen;
    std::deque<ClientConnection *> m_wanting; ///< requests; longest first
    std::vector<KnownBody> m_knownBodies; ///< of each request of the run
    std::uint64_t m_sequence = 0; ///< closed loop: requests begun, where they have no number
    std::optional<ArrivalQueue> m_arrivals; ///< open loop
    std::optional<net::PreciseTimer> m_arrivalTimer;
    std::size_t m_openedAtOnce = 1; ///< how many are opened in one step of the pace
    QTimer m_pace;
    QTimer m_warmUpEnd;
    QTimer m_end;
};

template <typename Sample>
void ClientGroup::countError(
    const Exchange &exchange, LoadErrorKind kind, int systemError, base::TimePoint now, Sample sample)
{
    if (!counts(exchange))
        return;
    LoadErrors &errors = m_report.errors[kind];
    if (errors.count++ == 0) {
        errors.systemError = systemError;
        errors.sample = sample();
    }
    ++binAt(now).errors;
    if (!m_report.byName.empty())
        ++m_report.byName[m_run.requests[exchange.request].name].errors;
    endRequest(now);
}

} // namespace servelab::load
