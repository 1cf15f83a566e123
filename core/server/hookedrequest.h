// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"
#include "core/http/target.h"
#include "core/net/stream.h"
#include "core/server/techniques/copiedfields.h"
#include "core/site/siteconfig.h"

#include <QHostAddress>

#include <optional>
#include <string>
#include <string_view>

namespace servelab::server {

/// A request as hooks see it: views into the bytes that came in, valid until the hook returns. What is needed
/// for longer has to be copied. What costs work is done when it is asked for.
class HookedRequest
{
public:
    /// `owned`: where the bytes of `body` can be taken out; null where they only pass by.
    HookedRequest(const http::RequestHead &head, std::string_view body, std::string *owned,
        const net::Stream &stream, const site::TechniquesConfig &techniques)
        : m_head(head)
        , m_body(body)
        , m_owned(owned)
        , m_stream(stream)
        , m_queryValues(techniques.queryValues)
    {
        if (techniques.fieldLookup == site::FieldLookupTechnique::LowerCasedCopies) [[unlikely]]
            m_copiedFields.emplace(head);
    }
    HookedRequest(const HookedRequest &) = delete;
    HookedRequest &operator=(const HookedRequest &) = delete;

    http::Method method() const { return m_head.method; }
    std::string_view methodToken() const { return m_head.methodToken; }

    std::string_view target() const { return m_head.target; } ///< as sent
    std::string_view path() const; ///< decoded once; begins with '/'; empty where it cannot be decoded
    std::string_view query() const; ///< as sent, without '?'
    /// Decoded, in their order, repeated keys kept; linear in the query's length.
    const http::QueryParameters &parameters() const;

    std::string_view host() const { return m_head.host; } ///< value of the Host field
    /// Value of the first field line of that name, compared without case; nothing is copied.
    std::optional<std::string_view> field(std::string_view name) const
    {
        return m_copiedFields ? m_copiedFields->find(name) : m_head.find(name);
    }
    std::span<const http::FieldLine> fields() const { return m_head.fields(); }

    /// The bytes of the body; empty in onHead().
    std::string_view body() const { return m_body; }
    /// The body as text: empty optional where it is not UTF-8.
    std::optional<std::string_view> text() const;
    /// Takes the body out, without copying where it can; body() is empty afterwards.
    std::string takeBody();

    /// Whether it asks for a WebSocket, which Responder::acceptWebSocket() can make of it.
    bool asksForWebSocket() const;

    QHostAddress peerAddress() const { return m_stream.peerAddress(); }
    quint16 peerPort() const { return m_stream.peerPort(); }

    const http::RequestHead &head() const { return m_head; }

private:
    const http::Target &parsedTarget() const;

    const http::RequestHead &m_head;
    std::string_view m_body;
    std::string *m_owned;
    const net::Stream &m_stream;
    site::QueryValuesTechnique m_queryValues;
    std::optional<CopiedFields> m_copiedFields;
    mutable std::optional<http::Target> m_target;
    mutable std::optional<std::string> m_path;
    mutable std::optional<http::QueryParameters> m_parameters;
};

} // namespace servelab::server
