// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/clientconnection.h"

#include "core/load/clientconnectionfailing.h"
#include "core/load/loadrun.h"
#include "core/load/slowline.h"
#include "core/net/platform.h"

#include <array>
#include <cerrno>

// Connecting and sending; what comes back is in clientconnectionreading.cpp.
namespace servelab::load {

ClientConnection::ClientConnection(ClientGroup &group)
    : m_group(group)
    , m_pipeline(group.run().plan.pipeline)
{
    if (const auto rate = group.run().plan.readBytesPerSecond)
        m_line = std::make_unique<SlowLine>(*this, static_cast<double>(*rate));
}

ClientConnection::~ClientConnection()
{
    close();
}

net::EventLoop &ClientConnection::loop() const
{
    return m_group.loop();
}

const RunRequest &ClientConnection::request() const
{
    return m_group.run().requests[m_pipeline.front().request];
}

void ClientConnection::begin(base::TimePoint now)
{
    if (!m_pipeline.isEmpty() || m_group.opensAhead() || takeRequest(now))
        return open(now);
    m_state = State::Resting;
    m_group.wantRequest(*this);
}

bool ClientConnection::canTake() const
{
    return m_state == State::Resting || (m_state == State::Open && !m_pipeline.isFull());
}

void ClientConnection::takeOne(base::TimePoint now)
{
    if (!takeRequest(now))
        return;
    if (m_state == State::Resting)
        open(now);
    else
        flush(now);
}

bool ClientConnection::takeRequest(base::TimePoint now)
{
    const std::optional<Exchange> exchange = m_group.take(now);
    if (exchange)
        m_pipeline.push(*exchange);
    return exchange.has_value();
}

std::uint32_t ClientConnection::moveToPhase(std::uint8_t phase)
{
    for (std::uint32_t i = 0; i < m_pipeline.size(); ++i)
        m_pipeline[i].phase = phase;
    return m_pipeline.size();
}

void ClientConnection::close()
{
    end(m_group.savesPorts() ? Ending::Reset : Ending::Close);
}

void ClientConnection::end(Ending ending)
{
    if (m_echo && m_state == State::Open && ending == Ending::Close)
        sayGoodbye();
    m_state = State::Waiting;
    m_isAnswering = m_isProven = false;
    m_pipeline.rewind();
    loop().deadlines().clear(*this);
    if (m_line)
        m_line->rest();
    if (m_stream.isOpen())
        release(ending);
    m_echo.reset();
}

void ClientConnection::release(Ending ending)
{
    loop().unwatch(m_stream.descriptor(), *this);
    if (ending == Ending::Reset)
        m_stream.abort();
    else
        m_stream.close();
}

/// The connection is of no more use, and the next one is needed now.
void ClientConnection::reopen(base::TimePoint now)
{
    close();
    begin(now);
}

/// The connection has ended while nothing was asked of it.
void ClientConnection::reopenLater()
{
    close();
    m_group.openLater(*this);
}

void ClientConnection::open(base::TimePoint now)
{
    m_state = State::Connecting;
    m_connectBegin = now;
    m_address = m_group.firstAddress();
    m_attemptsLeft = m_group.addresses().size();
    loop().deadlines().set(*this, now + m_group.run().plan.connectTimeout);
    connectToNext();
}

/// Tries the target's addresses from the next one on until one connects, or may yet.
void ClientConnection::connectToNext()
{
    for (; m_attemptsLeft > 0; nextAddress()) {
        const int error = connectTo(m_group.addresses()[m_address]);
        m_group.noteConnect(m_address, error);
        if (error == 0)
            return startWork();
        if (error == EINPROGRESS)
            return;
    }
    fail(LoadErrorKind::Connect, m_group.lastConnectError(),
        [this] { return m_group.describeConnectErrors(); });
}

/// 0, EINPROGRESS, or the errno of an attempt that leaves nothing open.
int ClientConnection::connectTo(const QHostAddress &address)
{
    base::UniqueFd socket = net::platform::openTcpSocket(address.protocol() != QAbstractSocket::IPv4Protocol);
    if (!socket.isValid())
        return errno;
    const int error = net::platform::connect(socket.get(), address, m_group.run().target.port);
    if (error != 0 && error != EINPROGRESS)
        return error;
    m_stream = net::Stream(std::move(socket));
    if (loop().watch(m_stream.descriptor(), *this))
        return error;
    const int watchError = errno;
    m_stream.close();
    return watchError;
}

void ClientConnection::nextAddress()
{
    m_address = (m_address + 1) % m_group.addresses().size();
    --m_attemptsLeft;
}

void ClientConnection::finishConnecting()
{
    const int error = m_stream.connectError();
    m_group.noteConnect(m_address, error);
    if (error == 0)
        return startWork();
    release(Ending::Close);
    nextAddress();
    connectToNext();
}

/// The connection is there.
void ClientConnection::startWork()
{
    const base::TimePoint now = base::Clock::now();
    m_group.countConnect(now - m_connectBegin);
    m_connectBegin = now;
    if (m_group.run().tls) {
        m_state = State::Securing; // within the time that connecting may take
        m_stream.startTlsClient(m_group.run().tls, m_group.run().tlsName);
        return secure();
    }
    beginUse();
}

/// Goes on with the handshake.
void ClientConnection::secure()
{
    const net::IoResult result = m_stream.handshake();
    switch (result.status) {
    case net::IoStatus::WouldBlock:
        return;
    case net::IoStatus::Done:
        beginUse();
        // What it has read beyond its own end no edge will tell of.
        if (m_state == State::Open || m_state == State::Upgrading)
            read(false);
        return;
    case net::IoStatus::EndOfInput:
    case net::IoStatus::Failed:
        return failWithTls(result.error);
    }
}

/// There is a way for bytes to the server.
void ClientConnection::beginUse()
{
    m_group.run().echo ? upgrade() : startUsing();
}

/// The connection can carry requests.
void ClientConnection::startUsing()
{
    const base::TimePoint now = base::Clock::now();
    if (m_stream.isSecured() || m_echo)
        m_group.countHandshake(now - m_connectBegin);
    m_state = State::Open;
    loop().deadlines().clear(*this);
    work(now);
}

/// Takes as many requests as the connection may carry, and sends them together.
void ClientConnection::work(base::TimePoint now)
{
    while (!m_pipeline.isFull() && takeRequest(now)) { }
    flush(now);
    if (canTake())
        m_group.wantRequest(*this);
}

void ClientConnection::flush(base::TimePoint now)
{
    constexpr std::size_t viewsAtOnce = 16;
    std::array<std::string_view, viewsAtOnce> views;
    if (m_echo && !sendControl())
        return;
    while (m_pipeline.hasUnsent()) {
        const std::size_t count = gatherUnsent(views, now);
        const net::IoResult result = m_stream.write(std::span(views).first(count));
        if (result.status == net::IoStatus::WouldBlock)
            return;
        if (result.status != net::IoStatus::Done && m_stream.tlsFailure() != net::TlsFailure::None)
            return failWithTls(result.error);
        if (result.status != net::IoStatus::Done)
            return fail(LoadErrorKind::Reset, result.error, [&result] {
                return QStringLiteral("The connection broke while the request was sent: %1.")
                    .arg(systemText(result.error));
            });
        m_group.report().bytesSent += result.bytes;
        noteWritten(result.bytes, now);
    }
    if (m_echo)
        sendControl();
}

/// Views of what is to be sent next. The first counts as sent from now on: what follows is the system's
/// delay.
std::size_t ClientConnection::gatherUnsent(std::span<std::string_view> views, base::TimePoint now)
{
    const std::uint32_t first = m_pipeline.sentCount();
    const std::size_t count = std::min<std::size_t>(views.size(), m_pipeline.size() - first);
    for (std::uint32_t i = 0; i < count; ++i)
        views[i] = m_group.run().requests[m_pipeline[first + i].request].bytes;
    views[0].remove_prefix(m_pipeline.partialBytes());
    m_pipeline[first].noteSending(now);
    if (first == 0)
        setAnswerDeadline();
    return count;
}

void ClientConnection::noteWritten(std::size_t bytes, base::TimePoint now)
{
    while (bytes > 0 && m_pipeline.hasUnsent()) {
        Exchange &exchange = m_pipeline[m_pipeline.sentCount()];
        exchange.noteSending(now);
        const std::size_t left
            = m_group.run().requests[exchange.request].bytes.size() - m_pipeline.partialBytes();
        if (bytes < left)
            return m_pipeline.notePartial(bytes);
        bytes -= left;
        m_pipeline.noteSent();
    }
}

/// For the answer that is due first.
void ClientConnection::setAnswerDeadline()
{
    if (m_pipeline.isEmpty() || m_pipeline.front().sent == base::TimePoint())
        loop().deadlines().clear(*this);
    else
        loop().deadlines().set(*this, m_pipeline.front().sent + m_group.run().plan.requestTimeout);
}

void ClientConnection::onDeadline()
{
    const LoadPlan &plan = m_group.run().plan;
    switch (m_state) {
    case State::Waiting:
        return m_group.openLater(*this);
    case State::Resting:
        return;
    case State::AwaitingClose:
        return reopen(base::Clock::now());
    case State::Connecting:
        return fail(LoadErrorKind::ConnectTimeout, ETIMEDOUT, [&plan] {
            return QStringLiteral("The server did not accept the connection within %1 ms.")
                .arg(plan.connectTimeout.count());
        });
    case State::Securing:
        return fail(LoadErrorKind::ConnectTimeout, ETIMEDOUT, [&plan] {
            return QStringLiteral("The server accepted the connection and did not end the TLS handshake "
                                  "within %1 ms.")
                .arg(plan.connectTimeout.count());
        });
    case State::Upgrading:
        return fail(LoadErrorKind::ConnectTimeout, ETIMEDOUT, [&plan] {
            return QStringLiteral("The server accepted the connection and did not answer the WebSocket's "
                                  "handshake within %1 ms.")
                .arg(plan.connectTimeout.count());
        });
    case State::Open:
        return fail(LoadErrorKind::Timeout, ETIMEDOUT, [this, &plan] {
            if (m_echo)
                return QStringLiteral("No whole echo within %1 ms.").arg(plan.requestTimeout.count());
            return QStringLiteral("No whole answer within %1 ms; %2.")
                .arg(QString::number(plan.requestTimeout.count()),
                    m_isAnswering && m_answer.hasHead()
                        ? QStringLiteral("%1 bytes of the body had come").arg(m_answer.bodyBytes())
                        : QStringLiteral("not even its head was complete"));
        });
    }
}

} // namespace servelab::load
