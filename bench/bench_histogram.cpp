// SPDX-License-Identifier: GPL-3.0-or-later
// What stats::Histogram costs, beside the simplest thing that gives exact percentiles: keep every value, sort
// them when asked.
#include "core/base/clock.h"
#include "core/base/process.h"
#include "core/stats/histogram.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <servelab/version.h>

using namespace servelab;

namespace {

constexpr int rounds = 21;
constexpr std::size_t valueCount = 1'000'000;

using Values = std::vector<std::int64_t>;

/// Microseconds as a local server gives them: most near 200, a tail of a few seconds.
Values latencies()
{
    std::mt19937_64 random(1);
    std::lognormal_distribution<> distribution(5.3, 1.2);
    Values values(valueCount);
    std::ranges::generate(
        values, [&] { return std::max<std::int64_t>(1, std::llround(distribution(random))); });
    return values;
}

class SortedVector
{
public:
    void record(std::int64_t value)
    {
        m_values.push_back(value);
        m_sorted = false;
    }
    void add(const SortedVector &other)
    {
        m_values.insert(m_values.end(), other.m_values.begin(), other.m_values.end());
        m_sorted = false;
    }
    std::int64_t percentile(double percent)
    {
        if (!m_sorted)
            std::ranges::sort(m_values);
        m_sorted = true;
        const double rank = std::ceil(percent / 100 * static_cast<double>(m_values.size()));
        return m_values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
    }

private:
    Values m_values;
    bool m_sorted = true;
};

/// Nanoseconds of one contender in every round, for each operation.
struct Times
{
    std::vector<double> record;
    std::vector<double> firstPercentile; ///< after new values
    std::vector<double> nextPercentile;
    std::vector<double> merge;
};

volatile std::int64_t sink = 0; // results go here, so that no call is optimized away

template <typename Work>
double nanoseconds(Work work)
{
    const base::TimePoint begin = base::Clock::now();
    work();
    return std::chrono::duration<double, std::nano>(base::Clock::now() - begin).count();
}

template <typename Contender>
void measure(const Values &values, Times &times)
{
    Contender contender;
    times.record.push_back(nanoseconds([&] {
        for (const std::int64_t value : values)
            contender.record(value);
    }) / valueCount);
    times.firstPercentile.push_back(nanoseconds([&] { sink = contender.percentile(99); }));
    constexpr int queries = 100;
    times.nextPercentile.push_back(nanoseconds([&] {
        for (int i = 0; i < queries; ++i)
            sink = contender.percentile(50 + i / 2.0);
    }) / queries);
    Contender total;
    total.record(1);
    times.merge.push_back(nanoseconds([&] { total.add(contender); }));
    sink = total.percentile(50);
}

double quantile(std::vector<double> samples, double share)
{
    std::ranges::sort(samples);
    return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1) + 0.5)];
}

void printRow(const char *operation, const std::vector<double> &ours, const std::vector<double> &naive)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < ours.size(); ++i)
        ratios.push_back(ours[i] / naive[i]);
    std::printf("%-32s %12.2f [%.2f, %.2f] %14.2f [%.2f, %.2f] %10.3g [%.3g, %.3g]\n", operation,
        quantile(ours, 0.5), quantile(ours, 0.25), quantile(ours, 0.75), quantile(naive, 0.5),
        quantile(naive, 0.25), quantile(naive, 0.75), quantile(ratios, 0.5), quantile(ratios, 0.25),
        quantile(ratios, 0.75));
}

void printEnvironment()
{
    const base::MachineDescription machine = base::describeMachine();
    std::printf("processor %s, %d cores, governor %s, load %.2f\n", qUtf8Printable(machine.processor),
        machine.cores, machine.governor.isEmpty() ? "unknown" : qUtf8Printable(machine.governor),
        machine.loadAverage);
    std::printf("%s, kernel %s\n", qUtf8Printable(machine.operatingSystem), qUtf8Printable(machine.kernel));
    std::printf("servelab %s, build %s, compiler %s, Qt %s\n\n", SERVELAB_VERSION, SERVELAB_BUILD_TYPE,
        __VERSION__, qVersion());
}

} // namespace

int main()
{
    printEnvironment();
    const Values values = latencies();
    Times ours;
    Times naive;
    for (int round = 0; round < rounds; ++round) {
        measure<stats::Histogram>(values, ours);
        measure<SortedVector>(values, naive);
    }
    std::printf("%zu values, %d interleaved rounds, ns: median [quartiles]\n", valueCount, rounds);
    std::printf("%-32s %28s %30s %26s\n", "", "histogram", "sorted vector", "ratio");
    printRow("record, each", ours.record, naive.record);
    printRow("p99 after new values", ours.firstPercentile, naive.firstPercentile);
    printRow("another percentile", ours.nextPercentile, naive.nextPercentile);
    printRow("merge", ours.merge, naive.merge);
    return 0;
}
