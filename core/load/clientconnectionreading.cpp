// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/clientconnectionfailing.h"
#include "core/load/loadrun.h"
#include "core/load/slowline.h"

// What comes back from the server.
namespace servelab::load {

namespace {

using namespace std::chrono_literals;

/// How long a server that announced the end of the connection gets to end it.
constexpr std::chrono::milliseconds closeGrace = 200ms;

/// Full reads in a row before other connections get their turn: 1 MiB.
constexpr int maximumReads = 16;

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

void ClientConnection::onReady(net::Readiness readiness)
{
    const bool canRead = readiness.readable || readiness.peerClosed;
    if (m_state == State::Connecting && (readiness.writable || readiness.peerClosed))
        finishConnecting();
    else if (m_state == State::Securing)
        secure();
    else if (m_state == State::Open && readiness.writable)
        sendMore();
    else if (m_state == State::Upgrading && readiness.writable)
        sendHandshake();
    if (isReading() && (canRead || m_stream.holdsInput()))
        read(readiness.peerClosed);
    else if (m_state == State::AwaitingClose && canRead)
        reopen(base::Clock::now());
}

/// The system takes more: first what TLS has made of what was sent already.
void ClientConnection::sendMore()
{
    if (m_stream.holdsUnsent() && m_stream.finishSending().status != net::IoStatus::Done)
        return; // a failure shows with the next read
    if (m_pipeline.hasUnsent() || (m_echo && !m_echo->control.empty()))
        flush(base::Clock::now());
}

/// Reads until the connection is drained. Where the peer has closed, no edge tells of what is left: read to
/// the end.
void ClientConnection::read(bool peerClosed)
{
    for (int reads = 0; reads < maximumReads; ++reads) {
        const std::span<char> buffer = readable();
        if (buffer.empty())
            return m_line->wait(peerClosed);
        const net::IoResult result = m_stream.read(buffer);
        switch (result.status) {
        case net::IoStatus::WouldBlock:
            return;
        case net::IoStatus::EndOfInput:
            return endOfInput();
        case net::IoStatus::Failed:
            return breakOff(result.error);
        case net::IoStatus::Done:
            break;
        }
        m_group.report().bytesReceived += result.bytes;
        if (m_line)
            m_line->noteRead(result.bytes);
        const std::span<char> bytes = buffer.first(result.bytes);
        if (!(m_echo ? takeFrames(bytes) : take({bytes.data(), bytes.size()}, peerClosed)))
            return;
        if (result.bytes < buffer.size() && !peerClosed && !m_stream.holdsInput())
            return;
    }
    // More lies ready, and no edge will tell of it unless the descriptor is watched anew.
    loop().unwatch(m_stream.descriptor(), *this);
    loop().watch(m_stream.descriptor(), *this);
}

/// What may be read at once; empty while a slow line is busy.
std::span<char> ClientConnection::readable()
{
    const std::span<char> buffer = loop().readBuffer();
    return m_line ? buffer.first(std::min(buffer.size(), m_line->allowed())) : buffer;
}

/// Takes what was read, one answer behind the other. Whether the connection goes on reading.
bool ClientConnection::take(std::string_view bytes, bool peerClosed)
{
    const base::TimePoint now = base::Clock::now();
    for (;;) {
        if (!m_pipeline.hasStarted()) {
            reopenLater(); // nobody has asked: a farewell such as 408, or an answer too many
            return false;
        }
        if (!m_isAnswering)
            beginAnswer(now);
        const AnswerReader::Status status = m_answer.take(bytes);
        if (status == AnswerReader::Status::Incomplete && !isTooLong())
            return true;
        if (status != AnswerReader::Status::Complete) {
            status == AnswerReader::Status::Malformed ? failMalformed(bytes) : failTooLong();
            return false;
        }
        const std::string_view rest = bytes.substr(bytes.size() - m_answer.surplus());
        const bool serverEnds = m_answer.closes() || m_answer.endsWithConnection();
        const bool isUnsent = m_pipeline.sentCount() == 0; // the answer has come before its request had left
        if (!rest.empty() && (serverEnds || isUnsent || !m_pipeline.hasStartedSecond())) {
            failSurplus(rest);
            return false;
        }
        countAnswer(now);
        if (isUnsent) {
            reopen(now);
            return false;
        }
        if (rest.empty() || serverEnds)
            return proceed(now, serverEnds, peerClosed);
        bytes = rest;
    }
}

/// The first byte of the answer to the first exchange has come.
void ClientConnection::beginAnswer(base::TimePoint now)
{
    m_isAnswering = true;
    const Exchange &exchange = m_pipeline.front();
    m_group.countFirstByte(exchange, now);
    const bool isChecked = !request().expectation.bodySha256.isEmpty();
    if (isChecked) {
        if (!m_digest)
            m_digest = std::make_unique<BodyDigest>();
        m_digest->begin(m_group.knownBody(exchange.request));
    }
    m_answer.begin(request().isHead, isChecked ? m_digest.get() : nullptr);
}

/// Whether the body is already longer, or announced to be, than a right one.
bool ClientConnection::isTooLong() const
{
    const std::optional<qint64> expected = request().expectation.bodyBytes;
    return expected && m_answer.leastBodyBytes() > static_cast<std::uint64_t>(*expected);
}

/// The answer is whole: counts it, right or wrong, and is done with its request. A wrong one is an error, but
/// its connection is as good as before.
void ClientConnection::countAnswer(base::TimePoint now)
{
    const Exchange &exchange = m_pipeline.front();
    const Expectation &expectation = request().expectation;
    m_group.countAnswer(exchange, m_answer.status(), now);
    if (const auto fault = faultOf(expectation))
        m_group.countError(exchange, *fault, 0, now, [&] { return describe(*fault, expectation); });
    else
        m_group.countResponse(exchange, m_answer.bodyBytes(), now);
    if (!std::exchange(m_isProven, true))
        m_group.noteAccepted();
    m_isAnswering = false;
    m_pipeline.pop();
    setAnswerDeadline();
}

std::optional<LoadErrorKind> ClientConnection::faultOf(const Expectation &expectation)
{
    const int status = m_answer.status();
    if (expectation.status ? status != *expectation.status : status >= 400)
        return LoadErrorKind::UnexpectedStatus;
    if (expectation.bodyBytes && m_answer.bodyBytes() != static_cast<std::uint64_t>(*expectation.bodyBytes))
        return LoadErrorKind::UnexpectedLength;
    if (!expectation.bodySha256.isEmpty()
        && !m_digest->isRight(m_group.knownBody(m_pipeline.front().request)))
        return LoadErrorKind::UnexpectedBody;
    return std::nullopt;
}

QString ClientConnection::describe(LoadErrorKind fault, const Expectation &expectation) const
{
    if (fault == LoadErrorKind::UnexpectedStatus)
        return QStringLiteral("Status %1 instead of %2.")
            .arg(QString::number(m_answer.status()),
                expectation.status ? QString::number(*expectation.status) : QStringLiteral("2xx or 3xx"));
    if (fault == LoadErrorKind::UnexpectedLength)
        return QStringLiteral("A body of %1 bytes instead of %2.")
            .arg(m_answer.bodyBytes())
            .arg(*expectation.bodyBytes);
    return QStringLiteral("A body of %1 bytes with another SHA-256 than %2.")
        .arg(QString::number(m_answer.bodyBytes()), QString::fromLatin1(expectation.bodySha256.toHex()));
}

/// Behind an answer: the next requests, on this connection where both sides keep it. Whether it goes on
/// reading.
bool ClientConnection::proceed(base::TimePoint now, bool serverEnds, bool peerClosed)
{
    if (serverEnds && !peerClosed) {
        m_state = State::AwaitingClose;
        loop().deadlines().set(*this, now + closeGrace);
        return false;
    }
    if (serverEnds || !m_group.run().plan.keepAlive || (peerClosed && !m_pipeline.hasStarted())) {
        reopen(now);
        return false;
    }
    if (!peerClosed)
        work(now);
    return m_state == State::Open;
}

void ClientConnection::endOfInput()
{
    const base::TimePoint now = base::Clock::now();
    if (m_isAnswering && m_answer.endsWithConnection() && m_stream.isTruncated())
        return fail(LoadErrorKind::EarlyClose, 0, [this] {
            return QStringLiteral("The server closed the connection after %1 bytes of the body without "
                                  "ending TLS, so that nobody knows whether it was whole.")
                .arg(m_answer.bodyBytes());
        });
    if (m_isAnswering && m_answer.endsWithConnection()) {
        countAnswer(now);
        return reopen(now);
    }
    if (!m_pipeline.hasStarted() && m_state != State::Upgrading)
        return reopenLater();
    fail(LoadErrorKind::EarlyClose, 0, [this] {
        if (m_echo)
            return m_state == State::Upgrading
                ? QStringLiteral("The server closed the connection within the WebSocket's handshake.")
                : QStringLiteral("The server closed the connection without an echo.");
        if (m_isAnswering && m_answer.hasHead())
            return QStringLiteral("The server closed the connection after %1 bytes of the body.")
                .arg(m_answer.bodyBytes());
        return m_isAnswering ? QStringLiteral("The server closed the connection within the answer's head.")
                             : QStringLiteral("The server closed the connection without an answer.");
    });
}

void ClientConnection::breakOff(int systemError)
{
    if (m_stream.tlsFailure() != net::TlsFailure::None)
        return failWithTls(systemError);
    if (!m_pipeline.hasStarted() && m_state != State::Upgrading)
        return reopenLater();
    fail(LoadErrorKind::Reset, systemError, [systemError] {
        return QStringLiteral("The connection broke while an answer was due: %1.")
            .arg(systemText(systemError));
    });
}

/// The words are OpenSSL's where it has refused what came.
void ClientConnection::failWithTls(int systemError)
{
    const bool isRefused = m_stream.tlsFailure() != net::TlsFailure::None;
    const QString when = m_state == State::Securing ? QStringLiteral("TLS handshake failed")
                                                    : QStringLiteral("TLS failed after the handshake");
    fail(LoadErrorKind::Tls, isRefused ? 0 : systemError, [this, isRefused, systemError, &when] {
        QString reason = QStringLiteral("the server closed the connection");
        if (isRefused)
            reason = QString::fromStdString(m_stream.tlsProblem());
        else if (systemError != 0)
            reason = systemText(systemError);
        return QStringLiteral("%1: %2.").arg(when, reason);
    });
}

void ClientConnection::failTooLong()
{
    fail(LoadErrorKind::UnexpectedLength, 0, [this] {
        return QStringLiteral("A body of %1 bytes or more instead of %2.")
            .arg(m_answer.leastBodyBytes())
            .arg(*request().expectation.bodyBytes);
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

void ClientConnection::failSurplus(std::string_view surplus)
{
    fail(LoadErrorKind::Malformed, 0, [surplus] {
        return QStringLiteral("%1 bytes behind the answer: \"%2\".")
            .arg(surplus.size())
            .arg(excerpt(surplus));
    });
}

} // namespace servelab::load
