// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/hookedrequest.h"

#include "core/http/utf8.h"
#include "core/http/websockethandshake.h"
#include "core/server/techniques/copiedqueryvalues.h"

#include <utility>

namespace servelab::server {

const http::Target &HookedRequest::parsedTarget() const
{
    if (!m_target)
        http::parseTarget(m_head.target, m_head.method, m_target.emplace());
    return *m_target;
}

std::string_view HookedRequest::path() const
{
    if (!m_path && http::decodePath(parsedTarget().rawPath, m_path.emplace()) != http::TargetError::None)
        m_path->clear();
    return *m_path;
}

std::string_view HookedRequest::query() const
{
    return parsedTarget().query;
}

const http::QueryParameters &HookedRequest::parameters() const
{
    if (!m_parameters)
        m_parameters = m_queryValues == site::QueryValuesTechnique::Append
            ? http::QueryParameters::parse(query())
            : parseCopyingOnEach(query());
    return *m_parameters;
}

std::optional<std::string_view> HookedRequest::text() const
{
    return http::isUtf8(m_body) ? std::optional(m_body) : std::nullopt;
}

std::string HookedRequest::takeBody()
{
    const std::string_view body = std::exchange(m_body, {});
    return m_owned ? std::move(*m_owned) : std::string(body);
}

bool HookedRequest::asksForWebSocket() const
{
    return http::asksForWebSocket(m_head);
}

} // namespace servelab::server
