// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/websocketecho.h"

#include <utility>

namespace servelab::server {

namespace {

class EchoHandler final : public WebSocketHandler
{
public:
    void onMessage(WebSocket &socket, http::MessageType type, std::string_view payload) override
    {
        if (type == http::MessageType::Text)
            socket.sendText(payload);
        else
            socket.sendBinary(payload);
    }
};

} // namespace

std::unique_ptr<WebSocketHandler> makeEchoHandler()
{
    return std::make_unique<EchoHandler>();
}

WebSocketEchoHooks::WebSocketEchoHooks(std::string path, WebSocketOptions options)
    : m_path(std::move(path))
    , m_options(std::move(options))
{
}

HookInterests WebSocketEchoHooks::interests() const
{
    return {.head = false, .request = true, .beforeServe = false, .afterServe = false};
}

void WebSocketEchoHooks::onRequest(HookedRequest &request, Responder responder)
{
    if (request.path() == m_path && request.asksForWebSocket())
        std::move(responder).acceptWebSocket(makeEchoHandler(), m_options);
    else
        std::move(responder).serve();
}

} // namespace servelab::server
