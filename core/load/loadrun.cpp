// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadrun.h"

#include "core/http/websockethandshake.h"
#include "core/load/requestbytes.h"
#include "core/load/requestmix.h"
#include "core/net/tlscontext.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cstring>

namespace servelab::load {

namespace {

base::Expected<void> setUpTls(LoadRun &run)
{
    if (!isSecured(run.plan.url))
        return {};
    using Verification = net::TlsClientContext::Verification;
    auto context = net::TlsClientContext::create(
        {.verification = run.plan.trust.verifies ? Verification::Full : Verification::None,
            .authorities = run.plan.trust.authorities,
            .protocols = {"http/1.1"}});
    if (!context)
        return std::unexpected(context.error());
    run.tls = *std::move(context);
    // The dot that ends a whole name is none of the name's in TLS (RFC 6066 section 3).
    const QString &host = run.target.host;
    run.tlsName = (host.endsWith(u'.') ? host.chopped(1) : host).toStdString();
    return {};
}

std::string randomKey()
{
    QByteArray key(16, Qt::Uninitialized);
    QRandomGenerator::global()->generate(key.begin(), key.end());
    return key.toBase64().toStdString();
}

/// Letters and digits: a text, and bytes of which each place can be told from its neighbours.
std::string messageOf(qint64 bytes)
{
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string message(static_cast<std::size_t>(bytes), '\0');
    for (std::size_t i = 0; i < message.size(); ++i)
        message[i] = letters[(i + i / letters.size()) % letters.size()];
    return message;
}

void setUpEcho(LoadRun &run)
{
    const LoadPlan &plan = run.plan;
    EchoRun &echo = run.echo.emplace();
    const std::string key = randomKey();
    echo.handshake = handshakeBytes(plan, key);
    echo.accept = http::webSocketAccept(key);
    echo.type = plan.message.type;
    echo.message = messageOf(plan.message.bytes);
    const quint32 mask = QRandomGenerator::global()->generate();
    std::memcpy(echo.mask.data(), &mask, sizeof mask);
    std::string frame;
    const bool isText = echo.type == http::MessageType::Text;
    http::appendFrame(
        frame, isText ? http::Opcode::Text : http::Opcode::Binary, echo.message, true, echo.mask);
    run.requests.push_back({std::move(frame), false, 0, {}});
    run.round = {0};
}

void setUpRequests(LoadRun &run)
{
    const LoadPlan &plan = run.plan;
    const QList<PlannedRequest> requests = requestsOf(plan);
    run.names = namesOf(requests);
    run.round = roundOf(requests, plan.order);
    for (const PlannedRequest &request : requests)
        run.requests.push_back({requestBytes(plan, request), request.method == "HEAD",
            static_cast<std::size_t>(std::max<qsizetype>(run.names.indexOf(request.name), 0)),
            request.expectation});
}

} // namespace

base::Expected<std::unique_ptr<LoadRun>> makeRun(const LoadPlan &plan, LoadTarget target)
{
    auto run = std::make_unique<LoadRun>();
    run->plan = plan;
    run->target = std::move(target);
    if (const auto ready = setUpTls(*run); !ready)
        return std::unexpected(ready.error());
    isWebSocket(plan.url) ? setUpEcho(*run) : setUpRequests(*run);
    run->digestSeed = QRandomGenerator::global()->generate64();
    run->begin = base::Clock::now();
    run->measuredFrom = run->begin + plan.warmUp;
    if (plan.duration)
        run->end = run->measuredFrom + *plan.duration;
    run->requestsLeft = static_cast<std::int64_t>(plan.requests.value_or(0));
    return run;
}

} // namespace servelab::load
