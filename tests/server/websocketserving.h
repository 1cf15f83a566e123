// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/websocketecho.h"
#include "tests/server/fixture.h"
#include "tests/server/functionhooks.h"
#include "tests/server/requestcase.h"
#include "tests/server/websocketclient.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>

namespace servelab::tests {

/// What a handler was told, readable from any thread. A count rises when all that belongs to it is done, what
/// a test set included: whoever saw it rise may read what that wrote.
struct Told
{
    std::atomic<int> opened = 0;
    std::atomic<int> drained = 0;
    std::atomic<int> closed = 0;
    std::atomic<int> code = 0;
    std::atomic<int> pongs = 0;
    std::atomic<std::uint64_t> mostBuffered = 0;
};

/// Tells what it is told, and does what a test sets.
class ToldHandler : public server::WebSocketHandler
{
public:
    explicit ToldHandler(Told &told)
        : m_told(told)
    {
    }

    std::function<void(server::WebSocket &)> open;
    std::function<void(server::WebSocket &, std::string_view)> message;
    std::function<void(server::WebSocket &)> drained;

    void onOpen(server::WebSocket &socket) override
    {
        if (open)
            open(socket);
        ++m_told.opened;
    }
    void onMessage(server::WebSocket &socket, http::MessageType, std::string_view payload) override
    {
        if (message)
            message(socket, payload);
        m_told.mostBuffered = std::max(m_told.mostBuffered.load(), socket.bufferedBytes());
    }
    void onPong(server::WebSocket &, std::string_view) override { ++m_told.pongs; }
    void onDrained(server::WebSocket &socket) override
    {
        if (drained)
            drained(socket);
        ++m_told.drained;
    }
    void onClose(server::WebSocket &socket, http::CloseCode code, std::string_view) override
    {
        m_told.code = int(code);
        if (socket.sendText("too late") != server::SendStatus::Gone)
            qFatal("something can be sent behind the close");
        ++m_told.closed;
    }

private:
    Told &m_told;
};

/// A server that makes WebSockets of what is asked, new for each test function, which calls reset() behind
/// the last one.
class WebSocketServing
{
protected:
    void reset()
    {
        m_server.reset();
        m_hooks = std::make_shared<FunctionHooks>();
    }

    void start(std::shared_ptr<server::SiteHooks> hooks)
    {
        m_server = std::make_unique<server::Server>();
        m_server->setHooks(std::move(hooks));
        if (const auto deployed = m_server->deploy(m_fixture.config()); !deployed)
            qFatal("%s", qPrintable(deployed.error().first().toString()));
    }
    void startEcho(const server::WebSocketOptions &options = {})
    {
        start(std::make_shared<server::WebSocketEchoHooks>("/echo", options));
    }
    void start(std::function<void(ToldHandler &)> prepare, const server::WebSocketOptions &options = {})
    {
        m_hooks->request = [this, prepare, options](server::HookedRequest &, server::Responder responder) {
            auto handler = std::make_unique<ToldHandler>(m_told);
            prepare(*handler);
            std::move(responder).acceptWebSocket(std::move(handler), options);
        };
        m_told.opened = m_told.drained = m_told.closed = m_told.code = m_told.pongs = 0;
        m_told.mostBuffered = 0;
        start(m_hooks);
    }

    Fixture m_fixture;
    std::shared_ptr<FunctionHooks> m_hooks = std::make_shared<FunctionHooks>();
    std::unique_ptr<server::Server> m_server;
    Told m_told;
};

} // namespace servelab::tests
