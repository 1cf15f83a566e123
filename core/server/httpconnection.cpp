// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/httpconnection.h"

#include "core/server/worker.h"

#include <algorithm>
#include <utility>

namespace servelab::server {

namespace {

/// For who speaks HTTP to the port of HTTPS.
constexpr std::string_view httpsHint
    = "This port speaks HTTPS. Write https:// at the beginning of the address.\n";

} // namespace

HttpConnection::HttpConnection(Worker &worker, net::Stream stream, std::size_t place)
    : m_worker(worker)
    , m_stream(std::move(stream))
    , m_place(static_cast<std::uint32_t>(place))
    , m_output(worker)
    , m_times{.lastActivity = base::Clock::now(), .begun = {}}
{
}

HttpConnection::~HttpConnection() = default;

void HttpConnection::begin()
{
    Slice slice;
    if (m_worker.loop().watch(m_stream.descriptor(), *this))
        settle(slice);
    else
        breakOff();
}

void HttpConnection::goOn()
{
    m_isContinuing = false;
    advance();
}

void HttpConnection::drain()
{
    m_input.expectMore(); // what has arrived by now is still answered
    advance();
}

void HttpConnection::cut()
{
    if (m_output.isAnswering())
        breakOff();
    else
        close();
}

void HttpConnection::onReady(net::Readiness readiness)
{
    if (isClosed())
        return;
    m_input.noteReadiness(readiness);
    const bool hadUnsent = readiness.writable && m_stream.holdsUnsent();
    if (hadUnsent && m_stream.finishSending().status == net::IoStatus::Failed) {
        breakOff();
        return;
    }
    // While nothing is read, a broken connection shows only here.
    const bool isWaiting = m_output.isAnswering() || isUndecided();
    if (readiness.peerClosed && isWaiting && m_stream.connectError() != 0)
        cut();
    else if (readiness.readable || m_output.isAnswering() || hadUnsent)
        advance();
}

void HttpConnection::onAnswerProgress()
{
    advance();
}

void HttpConnection::onDeadline()
{
    const site::TimeoutsConfig &limits = m_worker.deployment()->timeouts();
    const base::TimePoint now = base::Clock::now();
    const Awaited awaitedNow = awaited();
    m_worker.touch();
    if (m_output.waitsForReader())
        m_output.noteReading(m_stream, m_times);
    const bool isExpired = now >= expiryOf(awaitedNow, m_times, limits);
    Slice slice;
    if (isExpired && isUndecided()) {
        giveUpHook();
        send(slice);
    } else if (isExpired && !isRequestTimeout(awaitedNow, m_times, limits, now)) {
        cut();
        return;
    } else if (isRequestTimeout(awaitedNow, m_times, limits, now)) {
        refuse(408, m_pending ? m_pending->plan.withoutBody : beginsWithHead(m_input.kept()));
        send(slice);
    }
    settle(slice);
}

/// Sends what waits, then takes requests until the input, or the slice, is at its end.
void HttpConnection::advance()
{
    if (isClosed())
        return;
    m_worker.touch();
    Slice slice;
    if (send(slice))
        while (step(slice)) { }
    settle(slice);
}

/// One read, or what was kept of an earlier one; the requests in it; one gathered write. False when no other
/// step can be taken now.
bool HttpConnection::step(Slice &slice)
{
    if (slice.isSpent())
        return false;
    --slice.steps;
    const std::span<char> buffer = m_worker.loop().readBuffer();
    if (m_phase == Phase::Lingering)
        return noteInput(m_input.read(m_stream, buffer)); // thrown away
    if (isUndecided())
        return takeDecision() && send(slice);
    if (!mayTakeRequests())
        return false;
    const ConnectionInput::Part part = m_input.next(m_stream, buffer);
    if (!noteInput(part))
        return false;
    const std::size_t consumed = consume(part.bytes, slice);
    const bool isSeen = m_parser.isMidway(); // else other requests, or a turn's end, have come between
    m_input.keep(part.bytes, consumed, isSeen ? ConnectionInput::Rest::Seen : ConnectionInput::Rest::Unseen);
    return send(slice);
}

/// True when nothing of earlier answers is left.
bool HttpConnection::send(Slice &slice)
{
    const ConnectionOutput::Status status = m_output.send(m_stream, m_times, slice.bytes);
    if (status == ConnectionOutput::Status::Broken)
        breakOff();
    return status == ConnectionOutput::Status::Clear;
}

/// False when there is nothing to look at, and when the connection is broken. A request counts from the turn
/// in which it was there to be read: waiting for those before it is a part of its service.
bool HttpConnection::noteInput(const ConnectionInput::Part &part)
{
    if (part.isBroken)
        noteFailure();
    if (m_stream.isHandshaking() != m_isHandshaking && !isClosed()) [[unlikely]]
        noteHandshake();
    if (part.received > 0) {
        m_times.lastActivity = m_worker.loop().turnTime();
        m_worker.counters().bytesReceived(part.received);
    }
    return !part.bytes.empty();
}

/// Nothing more can be read. Where only TLS has failed, the client is told why before the connection goes.
void HttpConnection::noteFailure()
{
    const net::TlsFailure failure = m_stream.tlsFailure();
    if (failure == net::TlsFailure::None || m_phase != Phase::Open) {
        breakOff();
        return;
    }
    m_pending.reset();
    m_isLastAnswer = true;
    if (failure == net::TlsFailure::Refused)
        return; // an alert has been sent
    AnswerPlan plan = planRefusal(400, false);
    plan.plainText = httpsHint;
    m_worker.counters().requestReceived();
    answer(std::move(plan), m_worker.deployment());
    Slice slice;
    send(slice);
}

/// It has begun, or ended.
void HttpConnection::noteHandshake()
{
    m_isHandshaking = m_stream.isHandshaking();
    m_times.begun = m_isHandshaking ? base::Clock::now() : base::TimePoint();
    if (m_isHandshaking || m_stream.tlsFailure() != net::TlsFailure::None)
        return;
    m_times.lastActivity = base::Clock::now();
    m_worker.counters().handshakeEnded(m_stream.isResumed());
}

/// What follows from where things stand at the end of a turn.
void HttpConnection::settle(Slice &slice)
{
    if (!isClosed() && m_pending && m_pending->isUpgrade() && !m_output.isAnswering()) {
        handOver();
        return;
    }
    if (!isClosed() && m_input.hasEnded())
        endInput(slice);
    if (m_phase == Phase::Open && m_isLastAnswer && !m_output.isAnswering())
        endOutput();
    if (!isClosed() && isAtItsEnd())
        close();
    if (isClosed())
        return;
    if (!m_isContinuing && goesOnWithoutEvent(slice)) {
        m_isContinuing = true;
        m_worker.continueLater(*this);
    }
    setDeadline();
}

void HttpConnection::setDeadline()
{
    net::DeadlineQueue &deadlines = m_worker.loop().deadlines();
    base::TimePoint expiry = expiryOf(awaited(), m_times, m_worker.deployment()->timeouts());
    if (m_output.waitsForReader())
        expiry = std::min(expiry, m_worker.loop().turnTime() + readerCheck);
    if (expiry == base::TimePoint::max())
        deadlines.clear(*this);
    else
        deadlines.set(*this, expiry);
}

/// The client has ended its side: no further request comes, but what it is owed is still sent.
void HttpConnection::endInput(Slice &slice)
{
    if (m_isLastAnswer || m_output.isAnswering() || m_input.holdsUnseen() || isUndecided())
        return;
    if (m_pending) {
        refuse(400, m_pending->plan.withoutBody);
        send(slice);
    }
    m_isLastAnswer = true;
}

/// Everything is said. Closing at once delivers it too, where the client has announced that it sends nothing
/// more and nothing of it is unread: only bytes nobody reads would make a reset of the end.
void HttpConnection::endOutput()
{
    if (m_clientCloses && m_input.isEmpty() && !m_input.mayBeReadable())
        close();
    else
        beginLingering();
}

/// The client is given time to take what was said before the descriptor goes.
void HttpConnection::beginLingering()
{
    m_phase = Phase::Lingering;
    m_input.drop();
    m_stream.shutdownWrite();
    m_times.lastActivity = m_times.begun = base::Clock::now();
}

/// Both sides are closed, or the server ends and nothing is under way.
bool HttpConnection::isAtItsEnd() const
{
    if (m_phase == Phase::Lingering)
        return m_input.hasEnded() && !m_stream.holdsUnsent();
    return m_worker.isDraining() && !m_output.isAnswering() && !m_pending && m_input.isEmpty()
        && !m_input.mayBeReadable();
}

bool HttpConnection::goesOnWithoutEvent(const Slice &slice) const
{
    if (m_output.waitsForReader())
        return m_output.isYielding();
    return slice.isSpent() || (m_phase == Phase::Lingering && m_input.mayBeReadable());
}

Awaited HttpConnection::awaited() const
{
    if (m_phase == Phase::Lingering)
        return Awaited::PeersClose;
    if (m_isHandshaking)
        return Awaited::Handshake;
    if (m_output.waitsForReader())
        return Awaited::Reader;
    if (m_output.isAnswering())
        return m_output.waitsForHook() ? Awaited::Hook : Awaited::Encoder;
    if (isUndecided())
        return Awaited::Hook;
    if (m_pending)
        return Awaited::RestOfBody;
    if (m_times.hasBegun())
        return Awaited::RestOfHead;
    return m_hasAnswered ? Awaited::NextRequest : Awaited::FirstRequest;
}

void HttpConnection::close()
{
    m_worker.loop().unwatch(m_stream.descriptor(), *this);
    m_stream.close();
    release();
}

/// Ends so that the client cannot take a part of an answer for the whole.
void HttpConnection::breakOff()
{
    m_worker.loop().unwatch(m_stream.descriptor(), *this);
    m_stream.abort();
    release();
}

void HttpConnection::release()
{
    m_phase = Phase::Closed;
    m_worker.loop().deadlines().clear(*this);
    m_output.release();
    m_worker.remove(*this);
}

} // namespace servelab::server
