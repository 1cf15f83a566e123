// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/sitehooks.h"

#include <memory>
#include <string>

namespace servelab::server {

/// A handler that sends every message back as it came.
std::unique_ptr<WebSocketHandler> makeEchoHandler();

/// Makes a WebSocket that echoes of every handshake for one path; everything else is left to the site.
class WebSocketEchoHooks : public SiteHooks
{
public:
    /// `path` decoded, with its '/'.
    explicit WebSocketEchoHooks(std::string path, WebSocketOptions options = {});

    HookInterests interests() const override;
    void onRequest(HookedRequest &request, Responder responder) override;

private:
    const std::string m_path;
    const WebSocketOptions m_options;
};

} // namespace servelab::server
