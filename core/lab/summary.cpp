// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultdocument.h"

#include <algorithm>
#include <vector>

namespace servelab::lab {
namespace {

using Samples = std::vector<const Sample *>;

/// A request that the end of the load cut off is something between not begun and done: half is the estimate
/// with the least error. The runner sees to it that there are few.
double requestsDone(const load::LoadReport &load)
{
    return static_cast<double>(load.responses + load.errorCount()) + static_cast<double>(load.inFlight) / 2;
}

double median(const std::vector<double> &sorted)
{
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

template <typename Figure>
Spread spreadOf(const Samples &samples, Figure figure)
{
    if (samples.empty())
        return {};
    std::vector<double> values;
    for (const Sample *sample : samples)
        values.push_back(static_cast<double>(figure(*sample)));
    std::ranges::sort(values);
    return {median(values), values.front(), values.back(), static_cast<int>(values.size())};
}

Summary summarise(const QString &workload, const QString &variant, const QList<Sample> &all)
{
    Summary summary;
    summary.workload = workload;
    summary.variant = variant;
    Samples counting;
    for (const Sample &sample : all) {
        if (sample.workload != workload || sample.variant != variant)
            continue;
        summary.errors += sample.load.errorCount();
        if (sample.failure)
            ++summary.failedSamples;
        else
            counting.push_back(&sample);
    }
    const auto spread = [&counting](auto figure) { return spreadOf(counting, figure); };
    summary.requestsPerSecond = spread([](const Sample &s) { return s.load.requestsPerSecond(); });
    summary.p50Microseconds
        = spread([](const Sample &s) { return s.load.latencyMicroseconds.percentile(50); });
    summary.p99Microseconds
        = spread([](const Sample &s) { return s.load.latencyMicroseconds.percentile(99); });
    summary.cpuMicrosecondsPerRequest = spread([](const Sample &s) { return s.cpuMicrosecondsPerRequest(); });
    summary.wireBytesPerResponse = spread([](const Sample &s) { return s.wireBytesPerResponse(); });
    summary.memoryStartBytes = spread([](const Sample &s) { return s.memoryAtStart.privateDirtyBytes; });
    summary.memoryPeakBytes = spread([](const Sample &s) { return s.memoryAtPeak.peakResidentBytes; });
    summary.memoryRetainedBytes = spread([](const Sample &s) { return s.memoryRetained.privateDirtyBytes; });
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
