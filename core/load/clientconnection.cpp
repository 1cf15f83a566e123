// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/clientconnection.h"

#include "core/load/clientgroup.h"
#include "core/load/loadrun.h"
#include "core/net/platform.h"

#include <cerrno>
#include <cstring>
#include <span>

namespace servelab::load {

namespace {

using namespace std::chrono_literals;

/// How long a server that announced the end of the connection gets to end it.
constexpr std::chrono::milliseconds closeGrace = 200ms;

/// Full reads in a row before other connections get their turn: 1 MiB.
constexpr int maximumReads = 16;

QString systemText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

/// The beginning of bytes from the network, fit to be shown.
QString excerpt(std::string_view bytes)
{
    constexpr std::size_t longest = 40;
    QString text;
    for (const char c : bytes.substr(0, longest))
        text += c >= ' ' && c < 0x7f ? QChar::fromLatin1(c) : QChar(u'.');
    return text;
}

} // namespace

ClientConnection::ClientConnection(ClientGroup &group)
    : m_group(group)
{
}

ClientConnection::~ClientConnection()
{
    close();
}

net::EventLoop &ClientConnection::loop() const
{
    return m_group.loop();
}

void ClientConnection::begin(base::TimePoint now)
{
    const std::optional<int> phase = m_group.beginRequest();
    if (!phase)
        return close();
    setPhase(*phase);
    if (m_stream.isOpen())
        send(now);
    else
        open(now);
}

void ClientConnection::close()
{
    end(m_group.savesPorts() ? Ending::Reset : Ending::Close);
}

void ClientConnection::end(Ending ending)
{
    m_state = State::Waiting;
    loop().deadlines().clear(*this);
    if (m_stream.isOpen())
        release(ending);
}

void ClientConnection::release(Ending ending)
{
    loop().unwatch(m_stream.descriptor(), *this);
    if (ending == Ending::Reset)
        m_stream.abort();
    else
        m_stream.close();
}

void ClientConnection::open(base::TimePoint now)
{
    m_state = State::Connecting;
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
            return send(base::Clock::now());
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
        return send(base::Clock::now());
    release(Ending::Close);
    nextAddress();
    connectToNext();
}

void ClientConnection::send(base::TimePoint now)
{
    m_state = State::Exchanging;
    m_sentAt = now;
    m_unsent = m_group.run().request;
    m_answer.begin(m_group.run().requestIsHead);
    loop().deadlines().set(*this, now + m_group.run().plan.requestTimeout);
    writeRequest();
}

void ClientConnection::writeRequest()
{
    while (!m_unsent.empty()) {
        const net::IoResult result = m_stream.write(std::span(&m_unsent, 1));
        if (result.status == net::IoStatus::WouldBlock)
            return;
        if (result.status != net::IoStatus::Done)
            return fail(LoadErrorKind::Reset, result.error, [&result] {
                return QStringLiteral("The connection broke while the request was sent: %1.")
                    .arg(systemText(result.error));
            });
        m_group.report().bytesSent += result.bytes;
        m_unsent.remove_prefix(result.bytes);
    }
}

void ClientConnection::onReady(net::Readiness readiness)
{
    const bool canRead = readiness.readable || readiness.peerClosed;
    if (m_state == State::Connecting && (readiness.writable || readiness.peerClosed))
        finishConnecting();
    else if (m_state == State::Exchanging && readiness.writable && !m_unsent.empty())
        writeRequest();
    if (m_state == State::Exchanging && canRead)
        read(readiness.peerClosed);
    else if (m_state == State::AwaitingClose && canRead)
        proceed(base::Clock::now(), true);
}

/// Reads until the connection is drained. Where the peer has closed, no edge tells of what is left: read to
/// the end.
void ClientConnection::read(bool peerClosed)
{
    const std::span<char> buffer = loop().readBuffer();
    for (int reads = 0; reads < maximumReads; ++reads) {
        const net::IoResult result = m_stream.read(buffer);
        switch (result.status) {
        case net::IoStatus::WouldBlock:
            return;
        case net::IoStatus::EndOfInput:
            return endOfInput();
        case net::IoStatus::Failed:
            return fail(LoadErrorKind::Reset, result.error, [&result] {
                return QStringLiteral("The connection broke while an answer was due: %1.")
                    .arg(systemText(result.error));
            });
        case net::IoStatus::Done:
            break;
        }
        m_group.report().bytesReceived += result.bytes;
        if (!take({buffer.data(), result.bytes}, peerClosed) || (result.bytes < buffer.size() && !peerClosed))
            return;
    }
    // More lies ready, and no edge will tell of it unless the descriptor is watched anew.
    loop().unwatch(m_stream.descriptor(), *this);
    loop().watch(m_stream.descriptor(), *this);
}

bool ClientConnection::take(std::string_view bytes, bool peerClosed)
{
    switch (m_answer.take(bytes)) {
    case AnswerReader::Status::Incomplete:
        if (!isTooLong())
            return true;
        failTooLong();
        return false;
    case AnswerReader::Status::Malformed:
        failMalformed(bytes);
        return false;
    case AnswerReader::Status::Complete:
        if (m_answer.surplus() > 0)
            failSurplus(bytes);
        else
            finishAnswer(peerClosed);
        return false;
    }
    Q_UNREACHABLE();
}

/// Whether the body is already longer, or announced to be, than a right one.
bool ClientConnection::isTooLong() const
{
    const std::optional<qint64> expected = m_group.run().plan.expectation.bodyBytes;
    return expected && m_answer.leastBodyBytes() > static_cast<std::uint64_t>(*expected);
}

void ClientConnection::failTooLong()
{
    fail(LoadErrorKind::UnexpectedLength, 0, [this] {
        return QStringLiteral("A body of %1 bytes or more instead of %2.")
            .arg(m_answer.leastBodyBytes())
            .arg(*m_group.run().plan.expectation.bodyBytes);
    });
}

void ClientConnection::failMalformed(std::string_view bytes)
{
    fail(LoadErrorKind::Malformed, 0, [this, bytes] {
        const QString part = m_answer.hasHead() ? QStringLiteral("body") : QStringLiteral("head");
        return QStringLiteral("The answer's %1 is not HTTP as it should be: \"%2\".")
            .arg(part, excerpt(bytes));
    });
}

void ClientConnection::failSurplus(std::string_view bytes)
{
    fail(LoadErrorKind::Malformed, 0, [this, bytes] {
        const std::string_view surplus = bytes.substr(bytes.size() - m_answer.surplus());
        return QStringLiteral("%1 bytes behind the answer: \"%2\".")
            .arg(surplus.size())
            .arg(excerpt(surplus));
    });
}

void ClientConnection::endOfInput()
{
    if (m_answer.endsWithConnection())
        return finishAnswer(true);
    fail(LoadErrorKind::EarlyClose, 0, [this] {
        if (m_answer.hasHead())
            return QStringLiteral("The server closed the connection after %1 bytes of the body.")
                .arg(m_answer.bodyBytes());
        return m_answer.hasBegun()
            ? QStringLiteral("The server closed the connection within the answer's head.")
            : QStringLiteral("The server closed the connection without an answer.");
    });
}

void ClientConnection::finishAnswer(bool peerClosed)
{
    const base::TimePoint now = base::Clock::now();
    countAnswer(now);
    proceed(now, peerClosed);
}

/// The whole answer's outcome. A wrong one is an error, but its connection is as good as before.
void ClientConnection::countAnswer(base::TimePoint now)
{
    const Expectation &expectation = m_group.run().plan.expectation;
    const int status = m_answer.status();
    const bool statusFits = expectation.status ? status == *expectation.status : status < 400;
    const auto expectedBytes
        = expectation.bodyBytes ? static_cast<std::uint64_t>(*expectation.bodyBytes) : m_answer.bodyBytes();
    m_group.countAnswer(*this, status);
    if (!statusFits)
        return m_group.countError(*this, LoadErrorKind::UnexpectedStatus, 0, now, [&] {
            return QStringLiteral("Status %1 instead of %2.")
                .arg(QString::number(status),
                    expectation.status ? QString::number(*expectation.status) : QStringLiteral("2xx or 3xx"));
        });
    if (m_answer.bodyBytes() != expectedBytes)
        return m_group.countError(*this, LoadErrorKind::UnexpectedLength, 0, now, [&] {
            return QStringLiteral("A body of %1 bytes instead of %2.")
                .arg(m_answer.bodyBytes())
                .arg(expectedBytes);
        });
    m_group.countResponse(*this, now - m_sentAt, m_answer.bodyBytes(), now);
}

/// Behind an answer: the next request, on this connection where both sides keep it.
void ClientConnection::proceed(base::TimePoint now, bool peerClosed)
{
    const bool serverEnds = m_answer.closes() || m_answer.endsWithConnection();
    const bool keeps = m_group.run().plan.keepAlive && !serverEnds && !peerClosed && m_unsent.empty();
    if (serverEnds && !peerClosed) {
        m_state = State::AwaitingClose;
        loop().deadlines().set(*this, now + closeGrace);
        return;
    }
    if (!keeps)
        close();
    begin(now);
}

void ClientConnection::onDeadline()
{
    const LoadPlan &plan = m_group.run().plan;
    switch (m_state) {
    case State::Waiting:
        return m_group.openLater(*this);
    case State::AwaitingClose:
        return proceed(base::Clock::now(), true);
    case State::Connecting:
        return fail(LoadErrorKind::ConnectTimeout, ETIMEDOUT, [&plan] {
            return QStringLiteral("The server did not accept the connection within %1 ms.")
                .arg(plan.connectTimeout.count());
        });
    case State::Exchanging:
        return fail(LoadErrorKind::Timeout, ETIMEDOUT, [this, &plan] {
            return QStringLiteral("No whole answer within %1 ms; %2.")
                .arg(QString::number(plan.requestTimeout.count()),
                    m_answer.hasHead()
                        ? QStringLiteral("%1 bytes of the body had come").arg(m_answer.bodyBytes())
                        : QStringLiteral("not even its head was complete"));
        });
    }
}

/// The request has failed and its connection ends with it; the next one begins on another in a moment.
template <typename Sample>
void ClientConnection::fail(LoadErrorKind kind, int systemError, Sample sample)
{
    const base::TimePoint now = base::Clock::now();
    m_group.countError(*this, kind, systemError, now, sample);
    end(Ending::Reset);
    if (kind == LoadErrorKind::Connect)
        loop().deadlines().set(*this, now + m_group.connectBackOff);
    else
        m_group.openLater(*this);
}

} // namespace servelab::load
