// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/server/counters.h"
#include "core/server/deployment.h"
#include "core/server/serversockets.h"

#include <functional>
#include <memory>
#include <vector>

namespace servelab::server {

class Worker;

/// The worker threads of one server and the sockets they listen on. Used on the thread that made it; its
/// destruction closes every connection at once and ends the threads.
class WorkerPool
{
public:
    /// Told from the workers' threads; must only post.
    using Notice = std::function<void(const base::Error &error)>;

    WorkerPool(int workers, ServerSockets sockets, const DeploymentPointer &deployment, const Notice &notice);
    ~WorkerPool();
    WorkerPool(const WorkerPool &) = delete;
    WorkerPool &operator=(const WorkerPool &) = delete;

    int size() const { return static_cast<int>(m_members.size()); }

    /// Every request that is read from now on sees it.
    void deploy(const DeploymentPointer &deployment);

    /// Stops accepting, ends what is under way. `drained` is called from a worker's thread when that is done.
    void drain(std::function<void()> drained);

    /// Closes every connection at once; nothing is served any more. The counters can still be read.
    void shutDown();

    void addCounters(CounterSnapshot &sum) const;

private:
    struct Member;

    void listen(net::ListeningSockets sockets, Transport transport, const Notice &notice);
    void listenTogether(net::ListeningSockets sockets, Transport transport, const Notice &notice);
    void listenAlone(base::UniqueFd socket, Transport transport, const Notice &notice);

    CurrentDeployment m_current;
    std::vector<std::unique_ptr<Member>> m_members; ///< last: they look at the others
};

} // namespace servelab::server
