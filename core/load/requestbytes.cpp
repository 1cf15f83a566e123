// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestbytes.h"

#include "core/http/requesthead.h"
#include "core/http/websockethandshake.h"
#include "core/load/loadplan.h"
#include "core/load/loadtarget.h"
#include "core/load/requestmix.h"

#include <algorithm>

namespace servelab::load {

namespace {

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

void appendField(std::string &out, std::string_view name, std::string_view value)
{
    out.append(name).append(": ").append(value).append("\r\n");
}

QByteArray authorityOf(const QUrl &url)
{
    const QByteArray host = url.host(QUrl::FullyEncoded).toLatin1();
    QByteArray authority = host.contains(':') ? '[' + host + ']' : host;
    if (portOf(url) != usualPort(url))
        authority += ':' + QByteArray::number(url.port());
    return authority;
}

bool choosesHost(const PlannedRequest &request)
{
    return std::ranges::any_of(request.fields,
        [](const RequestField &field) { return http::equalsIgnoringCase(viewOf(field.name), "Host"); });
}

bool hasContent(const PlannedRequest &request)
{
    return !request.body.isEmpty() || request.method == "POST" || request.method == "PUT"
        || request.method == "PATCH";
}

} // namespace

std::string requestBytes(const LoadPlan &plan, const PlannedRequest &request)
{
    std::string bytes;
    bytes.append(viewOf(request.method)).append(" ").append(viewOf(request.target)).append(" HTTP/1.1\r\n");
    if (!choosesHost(request))
        appendField(bytes, "Host", viewOf(authorityOf(plan.url)));
    for (const RequestField &field : request.fields)
        appendField(bytes, viewOf(field.name), viewOf(field.value));
    if (hasContent(request))
        appendField(bytes, "Content-Length", std::to_string(request.body.size()));
    if (!plan.keepAlive)
        appendField(bytes, "Connection", "close");
    return bytes.append("\r\n").append(viewOf(request.body));
}

std::string handshakeBytes(const LoadPlan &plan, std::string_view key)
{
    const PlannedRequest request = requestsOf(plan).first();
    std::string bytes = "GET ";
    bytes.append(viewOf(request.target)).append(" HTTP/1.1\r\n");
    if (!choosesHost(request))
        appendField(bytes, "Host", viewOf(authorityOf(plan.url)));
    appendField(bytes, "Upgrade", "websocket");
    appendField(bytes, "Connection", "Upgrade");
    appendField(bytes, "Sec-WebSocket-Key", key);
    appendField(bytes, "Sec-WebSocket-Version", http::webSocketVersion);
    for (const RequestField &field : request.fields)
        appendField(bytes, viewOf(field.name), viewOf(field.value));
    return bytes.append("\r\n");
}

} // namespace servelab::load
