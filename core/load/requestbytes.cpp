// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestbytes.h"

#include "core/http/requesthead.h"
#include "core/load/loadplan.h"

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

QByteArray targetOf(const QUrl &url)
{
    const QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    QByteArray target = path.isEmpty() ? QByteArrayLiteral("/") : path;
    if (url.hasQuery())
        target += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    return target;
}

QByteArray authorityOf(const QUrl &url)
{
    const QByteArray host = url.host(QUrl::FullyEncoded).toLatin1();
    QByteArray authority = host.contains(':') ? '[' + host + ']' : host;
    if (url.port(80) != 80)
        authority += ':' + QByteArray::number(url.port());
    return authority;
}

bool choosesHost(const LoadPlan &plan)
{
    return std::ranges::any_of(plan.fields,
        [](const RequestField &field) { return http::equalsIgnoringCase(viewOf(field.name), "Host"); });
}

bool hasContent(const LoadPlan &plan)
{
    return !plan.body.isEmpty() || plan.method == "POST" || plan.method == "PUT" || plan.method == "PATCH";
}

} // namespace

std::string requestBytes(const LoadPlan &plan)
{
    std::string bytes;
    bytes.append(viewOf(plan.method)).append(" ").append(viewOf(targetOf(plan.url))).append(" HTTP/1.1\r\n");
    if (!choosesHost(plan))
        appendField(bytes, "Host", viewOf(authorityOf(plan.url)));
    for (const RequestField &field : plan.fields)
        appendField(bytes, viewOf(field.name), viewOf(field.value));
    if (hasContent(plan))
        appendField(bytes, "Content-Length", std::to_string(plan.body.size()));
    if (!plan.keepAlive)
        appendField(bytes, "Connection", "close");
    return bytes.append("\r\n").append(viewOf(plan.body));
}

} // namespace servelab::load
