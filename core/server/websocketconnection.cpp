// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/websocketconnection.h"

#include "core/http/responsehead.h"
#include "core/http/websockethandshake.h"
#include "core/server/connectiontimeouts.h"
#include "core/server/worker.h"

#include <algorithm>
#include <utility>

namespace servelab::server {

namespace {

using http::CloseCode;
using http::Opcode;
using Event = http::WebSocketReader::Event;

constexpr int readsPerTurn = 16;
constexpr std::uint64_t bytesPerTurn = 1024 * 1024; ///< to be sent

http::WebSocketLimits limitsOf(const WebSocketOptions &options)
{
    return {.messageBytes = options.largestMessageBytes, .frameBytes = options.largestFrameBytes};
}

} // namespace

void writeHandshake(const http::RequestHead &head, const WebSocketOptions &options,
    const http::HttpDate &date, net::Gather &gather)
{
    const int status = http::handshakeStatus(head);
    http::ResponseHeadWriter out(gather.head());
    out.status(status).date(date).prepared("Upgrade: websocket\r\nConnection: Upgrade\r\n");
    if (status == 426) {
        out.field("Sec-WebSocket-Version", http::webSocketVersion).prepared("Content-Length: 0\r\n");
    } else {
        out.field("Sec-WebSocket-Accept", http::webSocketAccept(*head.find("sec-websocket-key")));
        if (!options.protocol.empty() && http::offersProtocol(head, options.protocol))
            out.field("Sec-WebSocket-Protocol", options.protocol);
    }
    out.end();
    gather.commitHead();
}

WebSocketConnection::WebSocketConnection(Worker &worker, net::Stream stream, AcceptedWebSocket accepted,
    std::shared_ptr<HookFaults> faults, std::string input)
    : m_worker(worker)
    , m_stream(std::move(stream))
    , m_handler(std::move(accepted.handler))
    , m_options(std::move(accepted.options))
    , m_faults(std::move(faults))
    , m_reader(http::WebSocketRole::Server, limitsOf(m_options))
    , m_input(std::move(input))
    , m_heard(base::Clock::now())
{
}

WebSocketConnection::~WebSocketConnection() = default;

void WebSocketConnection::begin()
{
    if (!m_worker.loop().watch(m_stream.descriptor(), *this)) {
        cut();
        return;
    }
    m_inTurn = true;
    callHandler([this] { m_handler->onOpen(*this); });
    std::string input = std::exchange(m_input, {});
    take(input);
    takeTurn();
}

void WebSocketConnection::drain()
{
    if (isClosed())
        return;
    m_inTurn = true;
    close(CloseCode::GoingAway, "the server ends");
    takeTurn();
}

void WebSocketConnection::cut()
{
    if (isClosed())
        return;
    end(CloseCode::Abnormal, {});
    m_worker.loop().unwatch(m_stream.descriptor(), *this);
    m_stream.abort();
    release();
}

void WebSocketConnection::onReady(net::Readiness readiness)
{
    m_isReadable |= readiness.readable;
    m_peerClosed |= readiness.peerClosed;
    takeTurn();
}

void WebSocketConnection::onDeadline()
{
    const base::TimePoint now = base::Clock::now();
    if (m_phase != Phase::Open) {
        giveUpClosing(now);
    } else if (m_isPinged && now >= m_heard + 2 * m_options.pingInterval) {
        cut();
    } else {
        m_inTurn = true;
        m_isPinged = true;
        append(Opcode::Ping, {});
        takeTurn();
    }
}

/// The peer has not done its part of the close in time, unless it is still taking what was said before.
void WebSocketConnection::giveUpClosing(base::TimePoint now)
{
    const std::uint64_t untaken = m_stream.unacknowledgedBytes();
    if (untaken > 0 && untaken < std::exchange(m_untaken, untaken)) {
        m_phaseBegan = now;
        setDeadline();
    } else if (m_waiting) {
        cut();
    } else {
        end(CloseCode::Abnormal, {});
        closeStream(); // what the system has still reaches the peer
    }
}

/// Sends what waits; reads and answers as long as the client takes the answers.
void WebSocketConnection::takeTurn()
{
    if (isClosed())
        return;
    m_inTurn = true;
    m_worker.touch();
    takePosted();
    int reads = readsPerTurn;
    while (flush() && reads > 0 && readOnce())
        --reads;
    m_inTurn = false;
    settle();
    // What is left to do is told by no further readiness.
    if (!isClosed() && (reads == 0 || (m_waiting && m_waiting->isYielding())))
        WakeUps::wake(m_worker.wakeUps(), Sleeper::handle());
}

void WebSocketConnection::takePosted()
{
    if (!m_channel || !maySend())
        return;
    const WebSocketChannel::Taken taken = m_channel->take();
    net::Gather &gather = m_worker.gather();
    if (!taken.frames.empty()) {
        gather.head().append(taken.frames);
        gather.commitHead();
    }
    m_owesDrained |= taken.toldToWait;
    if (taken.close)
        close(taken.close->code, taken.close->reason);
}

/// False when there is nothing now, and when the connection has ended.
bool WebSocketConnection::readOnce()
{
    if (!m_isReadable || isClosed())
        return false;
    const std::span<char> buffer = m_worker.loop().readBuffer();
    const net::IoResult result = m_stream.read(buffer);
    const bool hasBytes = result.status == net::IoStatus::Done;
    m_isReadable = hasBytes && (result.bytes == buffer.size() || m_peerClosed || m_stream.holdsInput());
    if (hasBytes) {
        m_heard = base::Clock::now();
        m_isPinged = false;
        m_worker.counters().bytesReceived(result.bytes);
        take(buffer.first(result.bytes));
        return true;
    }
    if (result.status == net::IoStatus::WouldBlock)
        return false;
    end(CloseCode::Abnormal, {});
    closeStream();
    return false;
}

void WebSocketConnection::take(std::span<char> bytes)
{
    while (m_phase == Phase::Open || m_phase == Phase::Closing) {
        const http::WebSocketReader::Step step = m_reader.next(bytes);
        if (step.event == Event::NeedMore)
            return;
        bytes = bytes.subspan(step.consumed);
        takeStep(step);
    }
}

void WebSocketConnection::takeStep(const http::WebSocketReader::Step &step)
{
    switch (step.event) {
    case Event::Text:
    case Event::Binary:
        if (maySend())
            callHandler([&] {
                m_handler->onMessage(*this,
                    step.event == Event::Text ? http::MessageType::Text : http::MessageType::Binary,
                    step.payload);
            });
        break;
    case Event::Ping:
        if (maySend())
            append(Opcode::Pong, step.payload);
        break;
    case Event::Pong:
        if (maySend())
            callHandler([&] { m_handler->onPong(*this, step.payload); });
        break;
    case Event::Close:
        onPeersClose(step);
        break;
    case Event::Error:
        sayClose(step.code, step.payload);
        end(step.code, step.payload);
        break;
    case Event::NeedMore:
        break;
    }
}

void WebSocketConnection::onPeersClose(const http::WebSocketReader::Step &step)
{
    sayClose(step.code, {});
    end(step.code, step.payload);
}

/// Everything is said, by both sides or by a broken connection: the handler is told.
void WebSocketConnection::end(CloseCode code, std::string_view reason)
{
    m_phase = Phase::Ending;
    m_phaseBegan = base::Clock::now();
    if (m_channel)
        m_channel->disconnect();
    if (!std::exchange(m_isToldClosed, true))
        callHook(*m_faults, "WebSocketHandler", [&] { m_handler->onClose(*this, code, reason); });
}

/// True when nothing waits.
bool WebSocketConnection::flush()
{
    if (isClosed())
        return false;
    const bool wasWaiting = m_waiting != nullptr;
    if (wasWaiting || !m_worker.gather().isEmpty()) {
        std::uint64_t sent = 0;
        const net::FlushStatus status = m_worker.gather().flush(m_stream, m_waiting, sent, bytesPerTurn);
        m_worker.counters().bytesSent(sent);
        if (wasWaiting && sent > 0)
            m_heard = base::Clock::now();
        if (status == net::FlushStatus::Failed)
            cut();
        if (status != net::FlushStatus::Empty)
            return false;
        if (wasWaiting)
            m_phaseBegan = base::Clock::now(); // what was said has only now been taken
    }
    if (std::exchange(m_owesDrained, false) && maySend()) {
        callHandler([this] { m_handler->onDrained(*this); });
        return flush();
    }
    return true;
}

void WebSocketConnection::settle()
{
    if (m_isOverrun && !isClosed())
        cut();
    if (isClosed())
        return;
    if (m_phase == Phase::Ending && !m_waiting && !std::exchange(m_isShutDown, true))
        m_stream.shutdownWrite();
    setDeadline();
}

void WebSocketConnection::setDeadline()
{
    net::DeadlineQueue &deadlines = m_worker.loop().deadlines();
    // While something waits nothing is read: what was heard last is then that the client took some of it.
    const base::TimePoint begun = m_waiting ? std::max(m_phaseBegan, m_heard) : m_phaseBegan;
    if (m_phase == Phase::Ending)
        deadlines.set(*this, begun + lingerSilence);
    else if (m_phase == Phase::Closing)
        deadlines.set(*this, begun + m_options.closeTimeout);
    else if (m_options.pingInterval.count() > 0)
        deadlines.set(*this, m_heard + (m_isPinged ? 2 : 1) * m_options.pingInterval);
}

template <typename Call>
void WebSocketConnection::callHandler(Call call)
{
    if (!callHook(*m_faults, "WebSocketHandler", call))
        close(CloseCode::InternalError, "the handler has failed");
}

void WebSocketConnection::closeStream()
{
    m_worker.loop().unwatch(m_stream.descriptor(), *this);
    m_stream.close();
    release();
}

void WebSocketConnection::release()
{
    m_phase = Phase::Closed;
    m_worker.loop().deadlines().clear(*this);
    m_waiting.reset();
    m_worker.remove(*this);
}

} // namespace servelab::server
