// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include "core/load/loadreportfields.h"

#include <algorithm>

namespace servelab::load {

using namespace fields;

namespace {

/// Threads of one run have the same names.
void addNames(std::vector<NamedResult> &sums, const std::vector<NamedResult> &others)
{
    for (const NamedResult &other : others) {
        const auto found = std::ranges::find(sums, other.name, &NamedResult::name);
        NamedResult &sum = found != sums.end() ? *found : sums.emplace_back(other.name);
        sum.responses += other.responses;
        sum.errors += other.errors;
        sum.latencyMicroseconds.add(other.latencyMicroseconds);
    }
}

} // namespace

QString toKey(LoadErrorKind kind)
{
    return kindKeys[static_cast<std::size_t>(kind)];
}

std::uint64_t LoadReport::errorCount() const
{
    std::uint64_t count = 0;
    for (const auto &[kind, error] : errors)
        count += error.count;
    return count;
}

std::uint64_t LoadReport::errorCount(LoadErrorKind kind) const
{
    const auto found = errors.find(kind);
    return found == errors.end() ? 0 : found->second.count;
}

double LoadReport::requestsPerSecond() const
{
    return elapsed.count() > 0 ? static_cast<double>(responses) / secondsOf(elapsed) : 0;
}

GeneratorLimit LoadReport::generatorLimit() const
{
    constexpr double nearly = 0.9;
    constexpr std::uint64_t oneOfLate = 20; // of so many requests
    const auto whole = static_cast<double>(elapsed.count());
    const auto busy = static_cast<double>(busiestThread.busy.count());
    const auto ready = busy + static_cast<double>(busiestThread.waiting.count());
    if (whole > 0 && busy >= nearly * whole)
        return GeneratorLimit::Busy;
    if (whole > 0 && ready >= nearly * whole)
        return GeneratorLimit::NoCore;
    if (lateByGenerator > 0 && lateByGenerator >= requests / oneOfLate)
        return GeneratorLimit::Late;
    return GeneratorLimit::None;
}

void LoadReport::add(const LoadReport &other)
{
    elapsed = std::max(elapsed, other.elapsed);
    for (const NamedCounter &counter : counters)
        this->*counter.member += other.*counter.member;
    for (std::size_t i = 0; i < answersByClass.size(); ++i) {
        answersByClass[i] += other.answersByClass[i];
        latencyByClass[i].add(other.latencyByClass[i]);
    }
    for (const auto &[kind, error] : other.errors) {
        const auto [mine, isNew] = errors.try_emplace(kind, error);
        if (!isNew)
            mine->second.count += error.count;
    }
    latencyMicroseconds.add(other.latencyMicroseconds);
    for (const NamedHistogram &histogram : histograms)
        (this->*histogram.member).add(other.*histogram.member);
    addNames(byName, other.byName);
    series.add(other.series);
    generatorCpu += other.generatorCpu;
    const ThreadTime &thread = other.busiestThread;
    if (thread.busy + thread.waiting > busiestThread.busy + busiestThread.waiting)
        busiestThread = thread;
}

} // namespace servelab::load
