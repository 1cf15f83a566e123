// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadrun.h"

#include "core/load/requestbytes.h"
#include "core/load/requestmix.h"
#include "core/net/tlscontext.h"

#include <QRandomGenerator>

#include <algorithm>

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

} // namespace

base::Expected<std::unique_ptr<LoadRun>> makeRun(const LoadPlan &plan, LoadTarget target)
{
    auto run = std::make_unique<LoadRun>();
    run->plan = plan;
    run->target = std::move(target);
    if (const auto ready = setUpTls(*run); !ready)
        return std::unexpected(ready.error());
    const QList<PlannedRequest> requests = requestsOf(plan);
    run->names = namesOf(requests);
    run->round = roundOf(requests, plan.order);
    for (const PlannedRequest &request : requests)
        run->requests.push_back({requestBytes(plan, request), request.method == "HEAD",
            static_cast<std::size_t>(std::max<qsizetype>(run->names.indexOf(request.name), 0)),
            request.expectation});
    run->digestSeed = QRandomGenerator::global()->generate64();
    run->begin = base::Clock::now();
    run->measuredFrom = run->begin + plan.warmUp;
    if (plan.duration)
        run->end = run->measuredFrom + *plan.duration;
    run->requestsLeft = static_cast<std::int64_t>(plan.requests.value_or(0));
    return run;
}

} // namespace servelab::load
