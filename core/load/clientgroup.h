// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/clientconnection.h"
#include "core/load/loadreport.h"
#include "core/load/loadrun.h"

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
    LoadReport report; ///< of the phase under way
    bool warmingUp = false;
    bool finished = false;
    int connectionsOpen = 0;
};

/// The connections of one generator thread and what they count. Made, used and destroyed on that thread,
/// whose loop is a net::EventLoop. Keeps the run's times by itself: from warm-up to measuring, then to the
/// end.
class ClientGroup
{
public:
    using Finished = std::function<void(std::shared_ptr<const GroupSnapshot> result)>;

    /// Between a refused connection and the next attempt, so that a dead server does not keep a core busy.
    static constexpr std::chrono::milliseconds connectBackOff{100};

    /// `finished` is called once, on this thread, at the end of the run or of finish().
    ClientGroup(LoadRun &run, int connections, Finished finished);
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

    /// Counts a request as begun and says in which phase; empty when none is to begin any more.
    std::optional<int> beginRequest();
    /// What a request came to; one that belongs to a former phase does not count.
    void countAnswer(const ClientConnection &connection, int status);
    void countResponse(const ClientConnection &connection, base::Clock::duration latency,
        std::uint64_t bodyBytes, base::TimePoint now);
    /// `sample` makes the words; it is called for the first error of a kind only.
    template <typename Sample>
    void countError(const ClientConnection &connection, LoadErrorKind kind, int systemError,
        base::TimePoint now, Sample sample);

    /// Lets the connection begin as soon as the pace of opening allows.
    void openLater(ClientConnection &connection);

    const QList<QHostAddress> &addresses() const { return m_run.target.addresses; }
    /// Index of the address to try first: the one that worked last.
    qsizetype firstAddress() const { return m_firstAddress; }
    /// What came of an attempt at the address of that index, as from net::platform::connect.
    void noteConnect(qsizetype address, int error);
    int lastConnectError() const { return m_lastConnectError; }
    QString describeConnectErrors() const;

    /// Whether connections are to end without leaving a port in TIME_WAIT, because there were none left.
    bool savesPorts() const { return m_savesPorts; }

private:
    void startTimers();
    GroupSnapshot state() const;
    void startMeasuring();
    void openSome();
    bool counts(const ClientConnection &connection) const { return connection.phase() == m_phase; }
    void endRequest(base::TimePoint now);
    bool isUsedUp() const;

    LoadRun &m_run;
    net::EventLoop &m_loop;
    Finished m_finished;
    LoadReport m_report;
    base::TimePoint m_phaseBegin;
    base::TimePoint m_lastOutcome;
    std::chrono::nanoseconds m_cpuAtPhaseBegin{0};
    int m_phase = 0;
    bool m_isFinished = false;
    bool m_hasConnected = false;
    bool m_savesPorts = false;

    QList<int> m_connectErrors; ///< of the last attempt for each address
    int m_lastConnectError = 0;
    qsizetype m_firstAddress = 0;

    std::vector<std::unique_ptr<ClientConnection>> m_connections;
    std::deque<ClientConnection *> m_toOpen;
    int m_openedAtOnce = 1; ///< how many are opened in one step of the pace
    QTimer m_pace;
    QTimer m_warmUpEnd;
    QTimer m_end;
};

template <typename Sample>
void ClientGroup::countError(const ClientConnection &connection, LoadErrorKind kind, int systemError,
    base::TimePoint now, Sample sample)
{
    if (!counts(connection))
        return;
    LoadErrors &errors = m_report.errors[kind];
    if (errors.count++ == 0) {
        errors.systemError = systemError;
        errors.sample = sample();
    }
    endRequest(now);
}

} // namespace servelab::load
