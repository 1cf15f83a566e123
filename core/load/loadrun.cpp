// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadrun.h"

#include "core/load/requestbytes.h"
#include "core/load/requestmix.h"

#include <QRandomGenerator>

#include <algorithm>

namespace servelab::load {

std::unique_ptr<LoadRun> makeRun(const LoadPlan &plan, LoadTarget target)
{
    auto run = std::make_unique<LoadRun>();
    run->plan = plan;
    run->target = std::move(target);
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
