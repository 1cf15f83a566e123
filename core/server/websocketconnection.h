// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/httpdate.h"
#include "core/http/websocketreader.h"
#include "core/net/eventloop.h"
#include "core/net/output.h"
#include "core/net/stream.h"
#include "core/server/hookdecision.h"
#include "core/server/installedhooks.h"
#include "core/server/websocketchannel.h"

#include <memory>
#include <string>

namespace servelab::server {

class Worker;

/// Answers the opening handshake of `head`: 101, or 426 where http::handshakeStatus() says that.
void writeHandshake(const http::RequestHead &head, const WebSocketOptions &options,
    const http::HttpDate &date, net::Gather &gather);

/// A connection that has become a WebSocket: reads frames, calls the handler, sends what it sends. Owned by
/// its worker, used on its thread; the stream may be of any kind.
///
/// Back-pressure: while something waits for the client nothing more is read. All that one read brings is
/// answered in one write. A frame that breaks the protocol is answered with a close frame, then the
/// connection ends in good order (RFC 6455 section 7).
class WebSocketConnection final : public net::PollHandler,
                                  private net::Deadline,
                                  private Sleeper,
                                  private WebSocket
{
public:
    /// `input`: what the client has sent behind its handshake.
    WebSocketConnection(Worker &worker, net::Stream stream, AcceptedWebSocket accepted,
        std::shared_ptr<HookFaults> faults, std::string input);
    ~WebSocketConnection() override;

    void begin();
    /// The server is ending: closes with 1001.
    void drain();
    /// Ends at once.
    void cut();

    std::size_t place() const { return m_place; }
    void setPlace(std::size_t place) { m_place = place; }

private:
    enum class Phase : std::uint8_t {
        Open,
        Closing, ///< a close was sent, the peer's has to come
        Ending, ///< all is said: what the client still sends is thrown away until it ends its side
        Closed,
    };

    void onReady(net::Readiness readiness) override;
    void onDeadline() override;
    void onWoken() override { takeTurn(); }

    // WebSocket, for the handler.
    SendStatus sendText(std::string_view message) override;
    SendStatus sendBinary(std::string_view message) override;
    SendStatus ping(std::string_view payload) override;
    void close(http::CloseCode code, std::string_view reason) override;
    std::uint64_t bufferedBytes() const override;
    WebSocketHandle handle() override;

    // The course of a turn.
    void takeTurn();
    void takePosted();
    bool readOnce();
    void take(std::span<char> bytes);
    void takeStep(const http::WebSocketReader::Step &step);
    bool flush();
    void settle();
    void setDeadline();
    void giveUpClosing(base::TimePoint now);

    SendStatus send(http::Opcode opcode, std::string_view payload);
    void append(http::Opcode opcode, std::string_view payload);
    void sayClose(http::CloseCode code, std::string_view reason);
    void end(http::CloseCode code, std::string_view reason);
    void onPeersClose(const http::WebSocketReader::Step &step);
    template <typename Call>
    void callHandler(Call call);
    const std::shared_ptr<WebSocketChannel> &channel();
    void closeStream();
    void release();

    bool isClosed() const { return m_phase == Phase::Closed; }
    bool maySend() const { return m_phase == Phase::Open; }

    Worker &m_worker;
    net::Stream m_stream;
    std::size_t m_place = 0;
    std::unique_ptr<WebSocketHandler> m_handler;
    WebSocketOptions m_options;
    std::shared_ptr<HookFaults> m_faults;
    http::WebSocketReader m_reader;
    std::string m_input; ///< behind the handshake; then empty
    std::unique_ptr<net::Output> m_waiting; ///< what the client has not taken
    std::shared_ptr<WebSocketChannel> m_channel; ///< where other threads send; made when asked for

    base::TimePoint m_heard; ///< when the client has sent or taken something last
    base::TimePoint m_phaseBegan;
    std::uint64_t m_untaken = UINT64_MAX; ///< bytes that the peer's system had not taken at the last look
    Phase m_phase = Phase::Open;
    bool m_inTurn = false; ///< the worker's gather is this connection's
    bool m_isReadable = true;
    bool m_peerClosed = false;
    bool m_owesDrained = false; ///< somebody was told to wait
    bool m_isPinged = false; ///< since something was heard
    bool m_isToldClosed = false;
    bool m_isShutDown = false;
    bool m_isOverrun = false; ///< more waits for the client than may
};

} // namespace servelab::server
