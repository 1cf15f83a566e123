// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/fieldline.h"
#include "core/load/clientconnectionfailing.h"
#include "core/load/loadrun.h"

// The connection as a WebSocket.
namespace servelab::load {

namespace {

using Event = http::WebSocketReader::Event;
using Step = http::WebSocketReader::Step;

constexpr int switchingProtocols = 101;

/// Answers to pings beyond this are left out: only the last ping has to be answered (RFC 6455 section 5.5.3).
constexpr std::size_t mostControlBytes = 4096;

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// RFC 6455 section 4.1: a server that does not prove that it has understood has made no WebSocket.
bool isProof(const http::ResponseHead &head, std::string_view accept)
{
    http::FieldLine field;
    for (std::string_view rest = head.lines; !rest.empty();) {
        if (http::readFieldLine(rest, field) != http::FieldLineError::None)
            return false;
        if (http::equalsIgnoringCase(field.name, "Sec-WebSocket-Accept"))
            return field.value == accept;
    }
    return false;
}

} // namespace

void ClientConnection::upgrade()
{
    m_echo = std::make_unique<EchoSocket>(m_group.run().echo->message.size());
    m_state = State::Upgrading; // within the time that connecting may take
    sendHandshake();
}

void ClientConnection::sendHandshake()
{
    const std::string_view handshake = m_group.run().echo->handshake;
    while (m_echo->handshakeSent < handshake.size()) {
        const std::string_view rest = handshake.substr(m_echo->handshakeSent);
        const net::IoResult result = m_stream.write({&rest, 1});
        if (result.status != net::IoStatus::Done)
            return; // a failure shows with the next read
        m_group.report().bytesSent += result.bytes;
        m_echo->handshakeSent += result.bytes;
    }
}

/// Whether the connection goes on reading.
bool ClientConnection::takeHandshake(std::span<char> bytes)
{
    std::string &answer = m_echo->answerHead;
    const std::size_t before = answer.size();
    answer.append(bytes.data(), bytes.size());
    http::ResponseHead head;
    switch (m_echo->answer.parseHead(answer, head)) {
    case http::ResponseParser::Status::Incomplete:
        return true;
    case http::ResponseParser::Status::Error:
        failMalformed(answer);
        return false;
    case http::ResponseParser::Status::HeadComplete:
        break;
    }
    if (head.status != switchingProtocols || !isProof(head, m_group.run().echo->accept)) {
        failHandshake(head.status);
        return false;
    }
    const std::size_t taken = m_echo->answer.headLength() - before;
    std::string().swap(answer);
    startUsing();
    return m_state == State::Open && (taken == bytes.size() || takeFrames(bytes.subspan(taken)));
}

void ClientConnection::failHandshake(int status)
{
    if (status == switchingProtocols)
        return fail(LoadErrorKind::Malformed, 0,
            [] { return QStringLiteral("The server's Sec-WebSocket-Accept is not that of the handshake."); });
    fail(LoadErrorKind::UnexpectedStatus, 0, [status] {
        return QStringLiteral("Status %1 instead of 101: no WebSocket is made there.").arg(status);
    });
}

/// Takes what was read, one message behind the other, then sends as many again. Whether the connection goes
/// on reading.
bool ClientConnection::takeFrames(std::span<char> bytes)
{
    if (m_state == State::Upgrading)
        return takeHandshake(bytes);
    const base::TimePoint now = base::Clock::now();
    while (!bytes.empty()) {
        if (m_pipeline.hasStarted() && !std::exchange(m_isAnswering, true))
            m_group.countFirstByte(m_pipeline.front(), now);
        const Step step = m_echo->reader.next(bytes);
        if (!takeStep(step, now))
            return false;
        bytes = bytes.subspan(step.consumed);
    }
    if (!m_group.run().plan.keepAlive && m_isProven) {
        reopen(now);
        return false;
    }
    work(now);
    return m_state == State::Open;
}

/// Whether the connection is still of use.
bool ClientConnection::takeStep(const Step &step, base::TimePoint now)
{
    switch (step.event) {
    case Event::NeedMore:
    case Event::Pong:
        return true;
    case Event::Ping:
        if (m_echo->control.size() < mostControlBytes)
            http::appendFrame(
                m_echo->control, http::Opcode::Pong, step.payload, true, m_group.run().echo->mask);
        return true;
    case Event::Text:
    case Event::Binary:
        return takeEcho(step, now);
    case Event::Close:
    case Event::Error:
        m_pipeline.hasStarted() ? failFrames(step) : reopenLater();
        return false;
    }
    Q_UNREACHABLE();
}

/// A message is whole: counts it, right or wrong. Whether it was asked for.
bool ClientConnection::takeEcho(const Step &step, base::TimePoint now)
{
    if (!m_pipeline.hasStarted()) {
        reopenLater();
        return false;
    }
    if (m_pipeline.sentCount() == 0) {
        fail(LoadErrorKind::Malformed, 0,
            [] { return QStringLiteral("A message came before the one that it answers had left."); });
        return false;
    }
    const Exchange &exchange = m_pipeline.front();
    if (const auto fault = faultOf(step))
        m_group.countError(exchange, *fault, 0, now, [&] { return describe(step); });
    else
        m_group.countResponse(exchange, step.payload.size(), now);
    if (!std::exchange(m_isProven, true))
        m_group.noteAccepted();
    m_isAnswering = false;
    m_pipeline.pop();
    setAnswerDeadline();
    return true;
}

std::optional<LoadErrorKind> ClientConnection::faultOf(const Step &echo) const
{
    const EchoRun &sent = *m_group.run().echo;
    if (echo.payload.size() != sent.message.size())
        return LoadErrorKind::UnexpectedLength;
    const bool isText = sent.type == http::MessageType::Text;
    if (isText != (echo.event == Event::Text) || echo.payload != sent.message)
        return LoadErrorKind::UnexpectedBody;
    return std::nullopt;
}

QString ClientConnection::describe(const Step &echo) const
{
    const std::size_t wanted = m_group.run().echo->message.size();
    if (echo.payload.size() != wanted)
        return QStringLiteral("An echo of %1 bytes to a message of %2.").arg(echo.payload.size()).arg(wanted);
    return QStringLiteral("An echo of %1 bytes that is not the message.").arg(echo.payload.size());
}

/// The server has ended the WebSocket, or broken its rules.
void ClientConnection::failFrames(const Step &step)
{
    const auto code = static_cast<int>(step.code);
    if (step.event == Event::Close)
        return fail(LoadErrorKind::EarlyClose, 0, [&step, code] {
            return QStringLiteral("The server closed the WebSocket: %1 %2.")
                .arg(code)
                .arg(textOf(step.payload));
        });
    if (step.code == http::CloseCode::MessageTooBig)
        return fail(LoadErrorKind::UnexpectedLength, 0, [this] {
            return QStringLiteral("An echo longer than the message of %1 bytes.")
                .arg(m_group.run().echo->message.size());
        });
    fail(LoadErrorKind::Malformed, 0, [&step] {
        return QStringLiteral("What came is not as a WebSocket should be: %1.").arg(textOf(step.payload));
    });
}

/// Sends what has to go between messages. False while it has begun and not left.
bool ClientConnection::sendControl()
{
    std::string &control = m_echo->control;
    if (m_pipeline.partialBytes() > 0)
        return true; // a frame is under way; this comes behind it
    while (!control.empty()) {
        const std::string_view view = control;
        const net::IoResult result = m_stream.write({&view, 1});
        if (result.status != net::IoStatus::Done)
            return false; // a failure shows with the next read
        m_group.report().bytesSent += result.bytes;
        control.erase(0, result.bytes);
    }
    return true;
}

/// Says that the client goes (RFC 6455 section 7.1.2), as far as the system takes it at once: nobody waits
/// for an answer.
void ClientConnection::sayGoodbye()
{
    if (m_pipeline.partialBytes() > 0 || !sendControl())
        return;
    std::string frame;
    http::appendCloseFrame(frame, http::CloseCode::Normal, {}, m_group.run().echo->mask);
    const std::string_view view = frame;
    m_stream.write({&view, 1});
}

} // namespace servelab::load
