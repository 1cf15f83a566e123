// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"
#include "core/http/httpdate.h"
#include "core/http/requesthead.h"
#include "core/net/eventloop.h"
#include "core/net/listener.h"
#include "core/net/output.h"
#include "core/net/tlscontext.h"
#include "core/server/deployment.h"
#include "core/server/serversockets.h"
#include "core/server/wakeups.h"
#include "core/server/workercounters.h"

#include <functional>
#include <memory>
#include <vector>

namespace servelab::server {

class HttpConnection;
class WebSocketConnection;

/// What one worker thread has: its listener, its connections, and everything they share so that none of them
/// needs it for itself. Made by the server before its first use on the thread and destroyed after the thread
/// has ended; everything between happens on the thread, but for counters().addTo().
class Worker final : public net::TurnListener
{
public:
    /// Both outlive it.
    Worker(net::EventLoop &loop, const CurrentDeployment &current);
    ~Worker();

    using Notice = std::function<void(const base::Error &error)>;

    /// Accepts connections, also from this socket, and gives their descriptors to `accept`; faults go to
    /// `notice`.
    void listen(base::UniqueFd socket, net::Listener::Accept accept, const Notice &notice);
    void adopt(base::UniqueFd connection, Transport transport);
    /// What an HTTP connection has become; it is removed at the same time.
    void adopt(std::unique_ptr<WebSocketConnection> webSocket);

    /// Stops accepting, answers what is under way, closes what is idle. Calls `drained` when nothing is left.
    void drain(std::function<void()> drained);

    /// Stops accepting and closes every connection at once. Nothing happens on the thread for this worker any
    /// more.
    void shutDown();

    // What connections share.
    net::EventLoop &loop() { return m_loop; }
    net::Gather &gather() { return m_gather; }
    http::RequestHead &head() { return m_head; }
    site::LookupScratch &scratch() { return m_scratch; }
    WorkerCounters &counters() { return m_counters; }
    const std::shared_ptr<WakeUps> &wakeUps() const { return m_wakeUps; }
    const DeploymentPointer &deployment() const { return m_deployment; }
    /// Called before each request is looked at: the newest one counts from here on.
    void updateDeployment()
    {
        if (m_current.isNewerThan(m_deploymentVersion)) [[unlikely]]
            takeDeployment();
    }
    bool isDraining() const { return m_drained != nullptr; }

    std::int64_t now(); ///< seconds since 1970 UTC, as of this turn
    const http::HttpDate &date();

    /// Something was done that the end of the turn has to know of. Each entry point of a connection calls it.
    void touch();
    /// The connection has more to do than one turn may take: it goes on behind the others. Asked for once
    /// until then.
    void continueLater(HttpConnection &connection);
    void record(AccessRecord &&record) { m_records.push_back(std::move(record)); }
    /// The connection has closed; it is destroyed when the turn has ended.
    void remove(HttpConnection &connection);
    void remove(WebSocketConnection &webSocket);

private:
    void onTurnEnd() override;
    void takeDeployment();
    void handRecords();
    void continueConnections();
    void readClock();
    void reportDrained();

    net::EventLoop &m_loop;
    const CurrentDeployment &m_current;
    DeploymentPointer m_deployment;
    std::uint64_t m_deploymentVersion = 0;
    net::TlsAcceptor m_tls; ///< of the deployment
    std::vector<std::unique_ptr<net::Listener>> m_listeners;
    std::vector<std::unique_ptr<HttpConnection>> m_connections;
    std::vector<std::unique_ptr<WebSocketConnection>> m_webSockets;
    std::vector<HttpConnection *> m_continuing; ///< have asked to go on
    std::vector<HttpConnection *> m_called; ///< going on right now; keeps its capacity
    std::function<void()> m_drained; ///< set while draining
    bool m_reported = false;

    net::Gather m_gather;
    http::RequestHead m_head;
    site::LookupScratch m_scratch;
    WorkerCounters m_counters;
    std::vector<AccessRecord> m_records; ///< of this turn
    std::shared_ptr<WakeUps> m_wakeUps;

    http::HttpDate m_date{};
    std::int64_t m_now = 0;
    std::int64_t m_dateSecond = -1;
    std::uint64_t m_clockTurn = 0; ///< turn in which m_now was read
    bool m_touched = false; ///< in this turn
};

} // namespace servelab::server
