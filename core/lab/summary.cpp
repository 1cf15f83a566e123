// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/metric.h"
#include "core/stats/quantiles.h"

#include <algorithm>
#include <vector>

namespace servelab::lab {
namespace {

/// A request that the end of the load cut off is something between not begun and done: half is the estimate
/// with the least error. The runner sees to it that there are few.
double requestsDone(const load::LoadReport &load)
{
    return static_cast<double>(load.responses + load.errorCount()) + static_cast<double>(load.inFlight) / 2;
}

Spread spreadOf(const std::vector<const Sample *> &samples, const Metric &metric)
{
    std::vector<double> values;
    for (const Sample *sample : samples)
        values.push_back(metric.valueOf(*sample));
    const stats::Quartiles all = stats::quartiles(values);
    return {all.median, all.lowest, all.highest, static_cast<int>(values.size())};
}

Summary summarise(const QString &workload, const QString &variant, const QList<Sample> &all)
{
    Summary summary;
    summary.workload = workload;
    summary.variant = variant;
    std::vector<const Sample *> counting;
    for (const Sample &sample : all) {
        if (sample.workload != workload || sample.variant != variant)
            continue;
        summary.errors += sample.load.errorCount();
        if (sample.failure)
            ++summary.failedSamples;
        else
            counting.push_back(&sample);
    }
    for (const Metric &metric : metrics())
        summary.*metric.spread = spreadOf(counting, metric);
    return summary;
}

} // namespace

double Sample::cpuMicrosecondsPerRequest() const
{
    const double requests = requestsDone(load);
    return requests > 0 ? std::chrono::duration<double, std::micro>(serverCpu).count() / requests : 0;
}

double Sample::wireBytesPerResponse() const
{
    const double requests = requestsDone(load);
    return requests > 0 ? static_cast<double>(load.bytesReceived) / requests : 0;
}

double Sample::idleBytesPerThousandConnections() const
{
    if (!memoryIdle || idleConnections < 1)
        return 0;
    const qint64 held = memoryIdle->privateDirtyBytes - memoryRetained.privateDirtyBytes;
    return std::max(0.0, static_cast<double>(held) * 1000 / idleConnections);
}

double Sample::bytesOfEachKept() const
{
    if (kept == 0)
        return 0;
    const qint64 held = memoryRetained.privateDirtyBytes - memoryAtStart.privateDirtyBytes;
    return std::max(0.0, static_cast<double>(held) / static_cast<double>(kept));
}

QList<Summary> ResultDocument::summaries() const
{
    QList<Summary> result;
    for (const Workload &workload : experiment.workloads) {
        for (const Variant &variant : experiment.variants)
            result.append(summarise(workload.id, variant.id, samples));
    }
    return result;
}

} // namespace servelab::lab
