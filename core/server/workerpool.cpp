// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/workerpool.h"

#include "core/net/workerthread.h"
#include "core/server/worker.h"

#include <atomic>

namespace servelab::server {

/// The thread ends before its worker goes.
struct WorkerPool::Member
{
    Member(int number, const CurrentDeployment &current);

    std::unique_ptr<Worker> worker;
    std::unique_ptr<net::WorkerThread> thread;
};

WorkerPool::Member::Member(int number, const CurrentDeployment &current)
{
    thread = std::make_unique<net::WorkerThread>(QStringLiteral("server %1").arg(number));
    worker = std::make_unique<Worker>(thread->loop(), current);
}

namespace {

/// A descriptor on its way to another thread; closed when it does not get there. Functions that are posted
/// have to be copyable, a descriptor is not.
std::shared_ptr<base::UniqueFd> parcel(base::UniqueFd descriptor)
{
    return std::make_shared<base::UniqueFd>(std::move(descriptor));
}

} // namespace

WorkerPool::WorkerPool(
    int workers, ServerSockets sockets, const DeploymentPointer &deployment, const Notice &notice)
    : m_current(deployment)
{
    for (int number = 0; number < workers; ++number)
        m_members.push_back(std::make_unique<Member>(number, m_current));
    if (sockets.plain)
        listen(std::move(*sockets.plain), Transport::Plain, notice);
    if (sockets.secured)
        listen(std::move(*sockets.secured), Transport::Tls, notice);
}

WorkerPool::~WorkerPool()
{
    shutDown();
}

void WorkerPool::shutDown()
{
    // All are shut down before the first thread ends: a worker may hand connections to another.
    for (const auto &member : m_members)
        member->thread->call([worker = member->worker.get()] { worker->shutDown(); });
}

void WorkerPool::listen(net::ListeningSockets sockets, Transport transport, const Notice &notice)
{
    if (sockets.onePerWorker)
        listenTogether(std::move(sockets), transport, notice);
    else
        listenAlone(std::move(sockets.descriptors.front()), transport, notice);
}

/// Each accepts from a socket of its own; the system balances.
void WorkerPool::listenTogether(net::ListeningSockets sockets, Transport transport, const Notice &notice)
{
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        Worker *worker = m_members[i]->worker.get();
        const auto adopt = [worker, transport](base::UniqueFd connection) {
            worker->adopt(std::move(connection), transport);
        };
        m_members[i]->thread->post(
            [worker, adopt, notice, socket = parcel(std::move(sockets.descriptors[i]))] {
                worker->listen(std::move(*socket), adopt, notice);
            });
    }
}

/// The first accepts for all, and hands over in turn.
void WorkerPool::listenAlone(base::UniqueFd socket, Transport transport, const Notice &notice)
{
    const auto handOver = [this, transport, next = std::size_t(0)](base::UniqueFd connection) mutable {
        const Member &member = *m_members[next++ % m_members.size()];
        member.thread->post(
            [worker = member.worker.get(), transport, connection = parcel(std::move(connection))] {
                worker->adopt(std::move(*connection), transport);
            });
    };
    Worker *first = m_members.front()->worker.get();
    m_members.front()->thread->post([first, handOver, notice, socket = parcel(std::move(socket))] {
        first->listen(std::move(*socket), handOver, notice);
    });
}

void WorkerPool::deploy(const DeploymentPointer &deployment)
{
    m_current.set(deployment);
    // Those that have nothing to do would else keep the old one.
    for (const auto &member : m_members)
        member->thread->post([worker = member->worker.get()] { worker->updateDeployment(); });
}

void WorkerPool::drain(std::function<void()> drained)
{
    const auto left = std::make_shared<std::atomic<std::size_t>>(m_members.size());
    const auto oneDrained = [left, drained = std::move(drained)] {
        if (left->fetch_sub(1) == 1)
            drained();
    };
    for (const auto &member : m_members)
        member->thread->post([worker = member->worker.get(), oneDrained] { worker->drain(oneDrained); });
}

void WorkerPool::addCounters(CounterSnapshot &sum) const
{
    for (const auto &member : m_members)
        member->worker->counters().addTo(sum);
}

} // namespace servelab::server
