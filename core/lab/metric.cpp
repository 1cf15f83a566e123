// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/metric.h"

#include <algorithm>
#include <array>

namespace servelab::lab {
namespace {

using enum Direction;

double requestsPerSecond(const Sample &sample)
{
    return sample.load.requestsPerSecond();
}

template <int percent>
double latency(const Sample &sample)
{
    return static_cast<double>(sample.load.latencyMicroseconds.percentile(percent));
}

double cpuPerRequest(const Sample &sample)
{
    return sample.cpuMicrosecondsPerRequest();
}

double bytesPerAnswer(const Sample &sample)
{
    return sample.wireBytesPerResponse();
}

double memoryStart(const Sample &sample)
{
    return static_cast<double>(sample.memoryAtStart.privateDirtyBytes);
}

double memoryPeak(const Sample &sample)
{
    return static_cast<double>(sample.memoryAtPeak.peakResidentBytes);
}

double memoryRetained(const Sample &sample)
{
    return static_cast<double>(sample.memoryRetained.privateDirtyBytes);
}

double idleMemory(const Sample &sample)
{
    return sample.idleBytesPerThousandConnections();
}

double keptMemory(const Sample &sample)
{
    return sample.bytesOfEachKept();
}

double uncorrectedP99(const Sample &sample)
{
    const stats::Histogram &latency = sample.load.uncorrectedMicroseconds;
    return latency.totalCount() > 0 ? static_cast<double>(latency.percentile(99)) : 0;
}

constexpr std::array table{
    Metric{QLatin1StringView("requestsPerSecond"), u"Requests per second", u"req/s", u"faster", u"slower",
        HigherIsBetter, plainUnit, &Summary::requestsPerSecond, requestsPerSecond},
    Metric{QLatin1StringView("p50Microseconds"), u"Median latency", u"p50", u"longer", u"shorter",
        LowerIsBetter, timeUnits, &Summary::p50Microseconds, latency<50>},
    Metric{QLatin1StringView("p99Microseconds"), u"99th percentile of latency", u"p99", u"longer", u"shorter",
        LowerIsBetter, timeUnits, &Summary::p99Microseconds, latency<99>},
    Metric{QLatin1StringView("cpuMicrosecondsPerRequest"), u"CPU time per request", u"CPU/request",
        u"more CPU per request", u"less CPU per request", LowerIsBetter, timeUnits,
        &Summary::cpuMicrosecondsPerRequest, cpuPerRequest},
    Metric{QLatin1StringView("wireBytesPerResponse"), u"Bytes per answer", u"bytes/answer",
        u"more bytes per answer", u"fewer bytes per answer", LowerIsBetter, byteUnits,
        &Summary::wireBytesPerResponse, bytesPerAnswer},
    Metric{QLatin1StringView("memoryStartBytes"), u"Memory at start", u"start", u"more memory at start",
        u"less memory at start", LowerIsBetter, byteUnits, &Summary::memoryStartBytes, memoryStart},
    Metric{QLatin1StringView("memoryPeakBytes"), u"Memory at peak", u"peak", u"more memory at peak",
        u"less memory at peak", LowerIsBetter, byteUnits, &Summary::memoryPeakBytes, memoryPeak},
    Metric{QLatin1StringView("memoryRetainedBytes"), u"Memory retained", u"retained", u"more memory retained",
        u"less memory retained", LowerIsBetter, byteUnits, &Summary::memoryRetainedBytes, memoryRetained},
    Metric{QLatin1StringView("idleBytesPerThousand"), u"Memory of 1,000 idle connections", u"1,000 idle",
        u"more memory for idle connections", u"less memory for idle connections", LowerIsBetter, byteUnits,
        &Summary::idleBytesPerThousand, idleMemory, true},
    Metric{QLatin1StringView("bytesOfEachKept"), u"Memory of each one kept", u"each kept",
        u"more memory for each", u"less memory for each", LowerIsBetter, byteUnits, &Summary::bytesOfEachKept,
        keptMemory, true},
    Metric{QLatin1StringView("uncorrectedP99Microseconds"), u"99th percentile of uncorrected latency",
        u"p99 uncorrected", u"longer uncorrected", u"shorter uncorrected", LowerIsBetter, timeUnits,
        &Summary::uncorrectedP99Microseconds, uncorrectedP99, true},
};

} // namespace

std::span<const Metric> metrics()
{
    return table;
}

const Metric *findMetric(const QString &key)
{
    const auto found
        = std::ranges::find_if(table, [&key](const Metric &metric) { return key == metric.key; });
    return found == table.end() ? nullptr : &*found;
}

const Metric &cpuMetric()
{
    return *std::ranges::find(table, &Summary::cpuMicrosecondsPerRequest, &Metric::spread);
}

QString valueText(const Metric &metric, double value)
{
    const Unit unit = commonUnit(std::array{value}, metric.units);
    return QStringLiteral("%1 %2").arg(threeDigits(value / unit.size), unit.name).trimmed();
}

} // namespace servelab::lab
