// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/websocketframe.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace servelab::server {

/// Limits and habits of one WebSocket.
struct WebSocketOptions
{
    std::uint64_t largestMessageBytes = 16 * 1024 * 1024; ///< a longer one is closed with 1009
    std::uint64_t largestFrameBytes = 16 * 1024 * 1024; ///< a longer one is closed with 1009
    std::uint64_t largestBufferBytes
        = 16 * 1024 * 1024; ///< that the client has not taken; with more the connection is cut
    std::chrono::milliseconds pingInterval{30'000}; ///< silence after which a ping is sent, and after as much
                                                    ///< again the connection is cut; 0: never
    std::chrono::milliseconds closeTimeout{5'000}; ///< how long the peer may take to answer a close
    std::string protocol; ///< subprotocol to name in the handshake; empty: none
};

enum class SendStatus : std::uint8_t {
    GoOn,
    Wait, ///< the message was taken, but much is waiting: better send the next one after onDrained()
    Gone, ///< the WebSocket is closing or closed, nothing was taken
};

class WebSocketChannel;

/// Sends on one WebSocket from any thread. Copies are the same WebSocket; it may be gone.
class WebSocketHandle
{
public:
    WebSocketHandle() = default;
    explicit WebSocketHandle(std::shared_ptr<WebSocketChannel> channel);

    SendStatus sendText(std::string_view message) const; ///< UTF-8
    SendStatus sendBinary(std::string_view message) const;
    /// Codes 1000 to 1003, 1007 to 1014, 3000 to 4999; the reason is UTF-8 of at most 123 bytes and cut to
    /// it.
    void close(http::CloseCode code = http::CloseCode::Normal, std::string_view reason = {}) const;
    /// Bytes of messages that were sent from other threads and that the connection has not taken yet.
    std::uint64_t bufferedBytes() const;

private:
    std::shared_ptr<WebSocketChannel> m_channel;
};

/// One WebSocket as its handler sees it, on the connection's thread; valid until onClose() has returned.
class WebSocket
{
public:
    virtual SendStatus sendText(std::string_view message) = 0; ///< UTF-8
    virtual SendStatus sendBinary(std::string_view message) = 0;
    virtual SendStatus ping(std::string_view payload = {}) = 0; ///< at most 125 bytes, cut to it

    /// Begins the closing handshake; nothing can be sent behind it. onClose() follows.
    virtual void close(http::CloseCode code = http::CloseCode::Normal, std::string_view reason = {}) = 0;

    /// Bytes that the client has not taken.
    virtual std::uint64_t bufferedBytes() const = 0;

    /// For other threads.
    virtual WebSocketHandle handle() = 0;

protected:
    ~WebSocket() = default;
};

/// What a program does with one WebSocket. Called on the connection's thread, which serves other connections
/// too: a call must not block. An exception closes the WebSocket with 1011 and is the server's lastError().
class WebSocketHandler
{
public:
    virtual ~WebSocketHandler() = default;

    virtual void onOpen(WebSocket &) { }
    /// `payload` is valid during the call. Text is UTF-8.
    virtual void onMessage(WebSocket &socket, http::MessageType type, std::string_view payload) = 0;
    virtual void onPong(WebSocket &, std::string_view) { }
    /// After a send said Wait: the client has taken all of it.
    virtual void onDrained(WebSocket &) { }
    /// The last call, exactly once behind onOpen(): the peer's code, NoStatus where it gave none, Abnormal
    /// where the connection ended without a closing handshake. Nothing can be sent any more.
    virtual void onClose(WebSocket &, http::CloseCode, std::string_view) { }
};

} // namespace servelab::server
