// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/listener.h"

#include "core/base/process.h"
#include "core/net/platform.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace servelab::net {

namespace {

constexpr std::chrono::milliseconds resumeAfter{100};
constexpr int mostAcceptedAtOnce = 64;

QString holderText(quint16 port)
{
    const std::optional<base::PortHolder> holder = base::findPortHolder(port);
    if (!holder)
        return QStringLiteral("another program");
    return QStringLiteral("process %1 (%2)").arg(QString::number(holder->pid), holder->name);
}

std::unexpected<base::Error> cannotListen(const QHostAddress &address, quint16 port, int error)
{
    const QString where = QStringLiteral("port");
    switch (error) {
    case EADDRINUSE:
        return base::fail(
            QStringLiteral("Port %1 is already used by %2.").arg(QString::number(port), holderText(port)),
            QStringLiteral("Choose another port or stop that program."), where);
    case EACCES:
    case EPERM:
        return base::fail(QStringLiteral("Port %1 may not be used without special rights.").arg(port),
            QStringLiteral("Choose a port from 1024 up."), where);
    case EADDRNOTAVAIL:
        return base::fail(
            QStringLiteral("The address %1 does not belong to this machine.").arg(address.toString()),
            QStringLiteral("Listen on 127.0.0.1, or on 0.0.0.0 for every network."), QStringLiteral("host"));
    default:
        return base::fail(
            QStringLiteral("Cannot listen on %1 port %2: %3.")
                .arg(address.toString(), QString::number(port), QString::fromLocal8Bit(std::strerror(error))),
            {}, where);
    }
}

/// One socket, bound but not listening yet.
base::UniqueFd boundSocket(const QHostAddress &address, quint16 port, bool shared, int &error)
{
    const bool both = address.protocol() == QAbstractSocket::AnyIPProtocol
        || address == QHostAddress(QHostAddress::AnyIPv6);
    base::UniqueFd socket = platform::openTcpSocket(address.protocol() != QAbstractSocket::IPv4Protocol);
    if (!socket.isValid()) {
        error = errno;
        return {};
    }
    if (both)
        platform::acceptBothFamilies(socket.get());
    platform::allowReuse(socket.get());
    if (shared)
        platform::shareListening(socket.get());
    error = platform::bind(socket.get(), address, port);
    return error == 0 ? std::move(socket) : base::UniqueFd();
}

} // namespace

base::Expected<ListeningSockets> openListeningSockets(const QHostAddress &address, quint16 port, int workers)
{
    // The first is bound alone, so that a port in use is an error even if its holder would share it; only
    // then is it opened to its own siblings.
    int error = 0;
    base::UniqueFd first = boundSocket(address, port, false, error);
    if (error != 0)
        return cannotListen(address, port, error);
    ListeningSockets sockets;
    sockets.port = platform::localEndpoint(first.get()).port;
    sockets.onePerWorker = platform::sharesListening && platform::shareListening(first.get());
    sockets.descriptors.push_back(std::move(first));
    while (sockets.onePerWorker && sockets.descriptors.size() < static_cast<std::size_t>(workers)) {
        base::UniqueFd sibling = boundSocket(address, sockets.port, true, error);
        if (error != 0)
            return cannotListen(address, sockets.port, error);
        sockets.descriptors.push_back(std::move(sibling));
    }
    for (const base::UniqueFd &descriptor : sockets.descriptors) {
        error = platform::listen(descriptor.get());
        if (error != 0)
            return cannotListen(address, sockets.port, error);
    }
    return sockets;
}

Listener::Listener(Accept accept, QObject *parent)
    : QObject(parent)
    , m_accept(std::move(accept))
{
    m_resume.setSingleShot(true);
    m_resume.setInterval(resumeAfter);
    connect(&m_resume, &QTimer::timeout, this, &Listener::resume);
}

Listener::~Listener()
{
    m_notifier.reset(); // before the descriptor that it watches
    if (m_socket.isValid())
        platform::close(m_socket.release());
}

base::Expected<void> Listener::listenOn(base::UniqueFd descriptor)
{
    if (!descriptor.isValid())
        return base::fail(QStringLiteral("There is no socket to accept connections from."));
    m_socket = std::move(descriptor);
    m_notifier = std::make_unique<QSocketNotifier>(m_socket.get(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Listener::acceptWaiting);
    return {};
}

void Listener::acceptWaiting()
{
    // Readiness is told again while clients wait, so a crowd does not keep other events out.
    for (int i = 0; i < mostAcceptedAtOnce; ++i) {
        platform::Accepted accepted = platform::accept(m_socket.get());
        if (accepted.error == EAGAIN)
            return;
        if (accepted.error != 0) {
            pauseAfter(accepted.error);
            return;
        }
        m_failing = false;
        m_accept(std::move(accepted.descriptor));
    }
}

void Listener::resume()
{
    m_notifier->setEnabled(true);
}

void Listener::pauseAfter(int error)
{
    if (error == ECONNABORTED)
        return; // that client was gone before it was accepted; the next one may be there
    m_notifier->setEnabled(false);
    m_resume.start();
    if (std::exchange(m_failing, true))
        return;
    Q_EMIT acceptingFailed({QStringLiteral("New connections are not accepted at the moment: %1.")
                                .arg(QString::fromLocal8Bit(std::strerror(error))),
        QStringLiteral("Raise the limit of open files (ulimit -n) or use fewer connections."), {}});
}

} // namespace servelab::net
