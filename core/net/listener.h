// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/uniquefd.h"

#include <QHostAddress>
#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace servelab::net {

/// Listening sockets of one address, one for each worker where the system balances between them
/// (SO_REUSEPORT), else one.
struct ListeningSockets
{
    std::vector<base::UniqueFd> descriptors;
    quint16 port = 0; ///< the real one where 0 was asked for
    bool onePerWorker = false;
};

/// Opens them on the calling thread, at once. The first bind is exclusive, so a port that another program
/// holds, another Servelab's shared one too, is an error that names the port and, where the system tells, the
/// process.
base::Expected<ListeningSockets> openListeningSockets(const QHostAddress &address, quint16 port, int workers);

/// Accepts connections on a worker's thread and hands over their descriptors, non-blocking. Goes on after
/// faults (EMFILE, ENFILE, ECONNABORTED ...): it pauses, then tries again. Not a QTcpServer, which cannot
/// tell a fault from the end of the queue once it has seen that end: it would neither pause nor report, but
/// spin.
class Listener : public QObject
{
    Q_OBJECT
public:
    using Accept = std::function<void(base::UniqueFd descriptor)>;

    explicit Listener(Accept accept, QObject *parent = nullptr);
    ~Listener() override;

    /// Takes over a socket from openListeningSockets. On the thread that will accept.
    base::Expected<void> listenOn(base::UniqueFd descriptor);

Q_SIGNALS:
    /// Once when accepting begins to fail; not again until it has worked.
    void acceptingFailed(const servelab::base::Error &error);

private:
    void acceptWaiting();
    void resume();
    void pauseAfter(int error);

    Accept m_accept;
    base::UniqueFd m_socket;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_resume;
    bool m_failing = false;
};

} // namespace servelab::net
