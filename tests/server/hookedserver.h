// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/server/fixture.h"
#include "tests/server/functionhooks.h"
#include "tests/server/requestcase.h"

#include <atomic>
#include <memory>
#include <optional>

namespace servelab::tests {

inline server::AnswerHead text(int status = 200)
{
    return server::AnswerHead(status).field("Content-Type", "text/plain");
}

inline QByteArray post(const QByteArray &target, const QByteArray &body)
{
    return request("POST " + target, "Content-Length: " + QByteArray::number(body.size()) + "\r\n") + body;
}

/// A Responder that a hook has kept on its worker's thread, for the test to use on its own.
class KeptResponder
{
public:
    void keep(server::Responder responder)
    {
        m_responder.emplace(std::move(responder));
        m_isKept = true;
    }
    bool isKept() const { return m_isKept; }

    /// The one that is kept; another one may be kept then.
    server::Responder take()
    {
        server::Responder responder = std::move(*m_responder);
        m_responder.reset();
        m_isKept = false;
        return responder;
    }

private:
    std::optional<server::Responder> m_responder;
    std::atomic<bool> m_isKept = false;
};

/// A server with hooks that a test makes of functions; new for each test function, which calls reset() behind
/// the last one.
class HookedServer
{
protected:
    void reset()
    {
        m_server.reset();
        m_hooks = std::make_shared<FunctionHooks>();
    }

    void start(const site::SiteConfig &config)
    {
        m_server = std::make_unique<server::Server>();
        m_server->setHooks(m_hooks);
        if (const auto deployed = m_server->deploy(config); !deployed)
            qFatal("%s", qPrintable(deployed.error().first().toString()));
    }
    void start() { start(m_fixture.config()); }

    /// The answer to a request on a connection of its own.
    std::optional<Answer> ask(const QByteArray &bytes) const
    {
        RawClient client(m_server->port());
        client.send(bytes);
        return client.readAnswer(bytes.startsWith("HEAD "));
    }

    Fixture m_fixture;
    std::shared_ptr<FunctionHooks> m_hooks = std::make_shared<FunctionHooks>();
    std::unique_ptr<server::Server> m_server;
};

} // namespace servelab::tests
