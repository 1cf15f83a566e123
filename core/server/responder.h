// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/answerhead.h"
#include "core/server/websockethandler.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace servelab::server {

class BodyChannel;
class DecisionChannel;
class HookCall;

/// The body of an answer that is written in pieces. Belongs to whoever answers; any thread may use it, one at
/// a time. The connection may go at any moment: pieces are then dropped.
///
/// Destroyed before end(), the answer is cut, so that the client cannot take a part for the whole.
class BodyWriter
{
public:
    enum class Status : std::uint8_t {
        GoOn,
        Wait, ///< the piece was taken, but much is waiting already: write the next one after onReady()
        Gone, ///< nobody takes pieces any more: the client has left, or more was written than was announced
    };

    BodyWriter(BodyWriter &&) noexcept = default;
    BodyWriter &operator=(BodyWriter &&other) noexcept;
    ~BodyWriter();

    /// Never blocks. Pieces wait in memory until the client takes them; from 256 KiB on it says Wait.
    Status write(AnswerBytes piece);

    /// Bytes that the connection has not taken yet.
    std::uint64_t bufferedBytes() const;

    /// `ready` is called once after the next Wait, when there is room again or the client has left: on the
    /// connection's thread, so it should only hand on. Called at once where there is room now.
    void onReady(std::function<void()> ready);

    /// The body is whole. Fewer bytes than were announced cut the answer, as the destructor does.
    void end() &&;

private:
    friend class Responder;
    explicit BodyWriter(std::shared_ptr<BodyChannel> channel);

    std::shared_ptr<BodyChannel> m_channel;
};

/// The right to answer one request, once: each way to use it takes it away. May be moved to any thread and
/// kept as long as needed; the client's requests behind this one wait meanwhile. Destroyed unused it is
/// answered with 500. Used after the connection, or the server, has gone it does nothing.
///
/// Unused for longer than the site's `timeouts.inactivity` it is answered with 500 and the right is void.
class Responder
{
public:
    Responder(Responder &&other) noexcept;
    Responder &operator=(Responder &&other) noexcept;
    ~Responder();

    /// A whole answer. HEAD gets its fields and length without the bytes.
    void answer(const AnswerHead &head, AnswerBytes body = {}) &&;

    /// An answer in pieces: with Content-Length where the length is known, else chunked, to HTTP/1.0 ended by
    /// close (RFC 9112 section 6).
    BodyWriter begin(AnswerHead head, std::optional<std::uint64_t> contentLength = {}) &&;

    /// The site answers as if there were no such hook.
    void serve() &&;

    /// Makes the connection a WebSocket (RFC 6455). Where the request is no handshake it is answered with 400
    /// or 426, and the handler is destroyed unused. The handler lives on the connection's thread.
    void acceptWebSocket(std::unique_ptr<WebSocketHandler> handler, const WebSocketOptions &options = {}) &&;

private:
    friend class HookCall;
    explicit Responder(HookCall &call);

    template <typename Decision>
    void decide(Decision decision);
    void drop();

    HookCall *m_call = nullptr; ///< while the hook runs and the responder has not been moved; else
    std::shared_ptr<DecisionChannel> m_channel;
};

} // namespace servelab::server
