// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/percentilefile.h"

#include "core/stats/histogram.h"

#include <algorithm>
#include <cmath>

namespace servelab::stats {

namespace {

/// Steps between a percentile and the one half as far from 100 %.
constexpr double stepsPerHalving = 5;

/// Fields of readers that split at columns: 12, 14, 10 and 14 wide.
QByteArray row(double value, double fraction, std::uint64_t count)
{
    const QByteArray start = QByteArray::number(value, 'f', 3).rightJustified(12) + ' '
        + QByteArray::number(fraction, 'f', 12) + ' ' + QByteArray::number(count).rightJustified(10);
    if (fraction >= 1)
        return start + '\n';
    return start + ' ' + QByteArray::number(1 / (1 - fraction), 'f', 2).rightJustified(14) + '\n';
}

/// The fraction of the next line.
double stepFrom(double fraction)
{
    const double halvings = std::floor(std::log2(1 / (1 - fraction))) + 1;
    return fraction + 1 / (stepsPerHalving * std::exp2(halvings));
}

/// A line for each step that a bucket reaches, one in the last bucket, and that of all values.
QByteArray rows(const Histogram &histogram, double unit)
{
    const std::uint64_t total = histogram.totalCount();
    QByteArray text;
    double wanted = 0;
    std::uint64_t seen = 0;
    for (const Histogram::Bucket &bucket : histogram.buckets()) {
        seen += bucket.count;
        const double reached = static_cast<double>(seen) / static_cast<double>(total);
        const double value = static_cast<double>(std::min(bucket.highest, histogram.maximum())) / unit;
        for (; seen < total && reached >= wanted; wanted = stepFrom(wanted))
            text += row(value, wanted, seen);
        if (seen == total)
            text += row(value, wanted, seen) + row(value, 1, seen);
    }
    return text;
}

QByteArray inColumn(double value)
{
    return QByteArray::number(value, 'f', 3).rightJustified(12);
}

QByteArray inColumn(std::uint64_t count)
{
    return QByteArray::number(count).rightJustified(12);
}

// What the reference's own histogram of this range and precision would say of itself.
constexpr std::uint64_t referenceBuckets = 22;
constexpr std::uint64_t referenceSubBuckets = 2048;

} // namespace

QByteArray percentileFile(const Histogram &histogram, double valuesPerUnit)
{
    const double maximum = static_cast<double>(histogram.maximum()) / valuesPerUnit;
    return "       Value     Percentile TotalCount 1/(1-Percentile)\n\n" + rows(histogram, valuesPerUnit)
        + "#[Mean    = " + inColumn(histogram.mean() / valuesPerUnit) + ", StdDeviation   = "
        + inColumn(histogram.standardDeviation() / valuesPerUnit) + "]\n" + "#[Max     = " + inColumn(maximum)
        + ", Total count    = " + inColumn(histogram.totalCount()) + "]\n" + "#[Buckets = "
        + inColumn(referenceBuckets) + ", SubBuckets     = " + inColumn(referenceSubBuckets) + "]\n";
}

} // namespace servelab::stats
