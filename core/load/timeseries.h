// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace servelab::load {

/// What happened within a short time of a run.
struct TimeBin
{
    std::uint64_t requests = 0; ///< begun; in open loop: due
    std::uint64_t responses = 0; ///< whole and right
    std::uint64_t errors = 0;
    std::uint64_t latencySumMicroseconds = 0; ///< of the responses
    std::int64_t latencyMaximumMicroseconds = 0;

    double meanLatencyMicroseconds() const; ///< 0 without responses
    void add(const TimeBin &other);
    friend bool operator==(const TimeBin &, const TimeBin &) = default;
};

/// A run in bins of equal width, from its beginning on: 100 ms each in the first hour; a longer run's bins
/// become twice as wide whenever there would be too many. A value.
class TimeSeries
{
public:
    static constexpr std::chrono::milliseconds finestWidth{100};
    static constexpr std::size_t maximumBins = 36'000;

    /// The bin of a time since the beginning; times before it are in the first bin. Until the next call.
    TimeBin &at(std::chrono::nanoseconds time)
    {
        if (time >= m_currentBegin && time < m_currentEnd) [[likely]]
            return m_bins[m_current];
        return find(time);
    }

    /// Adds what happened elsewhere at the same times.
    void add(const TimeSeries &other);

    std::chrono::nanoseconds width() const { return m_width; }
    const std::vector<TimeBin> &bins() const { return m_bins; }

    /// Right responses a second in the bins that lie whole within `elapsed`.
    struct Rate
    {
        double mean = 0;
        double standardDeviation = 0;
        double maximum = 0;
    };
    Rate responseRate(std::chrono::nanoseconds elapsed) const;

    /// {"binSeconds": 0.1, "columns": [...], "bins": [[...], ...]}; lossless.
    QJsonObject toJson() const;
    static std::optional<TimeSeries> fromJson(const QJsonObject &object);

    friend bool operator==(const TimeSeries &a, const TimeSeries &b)
    {
        return a.m_width == b.m_width && a.m_bins == b.m_bins;
    }

private:
    TimeBin &find(std::chrono::nanoseconds time);
    void widen();

    std::vector<TimeBin> m_bins;
    std::chrono::nanoseconds m_width = finestWidth;
    std::size_t m_current = 0; ///< the bin found last, and its times
    std::chrono::nanoseconds m_currentBegin{0};
    std::chrono::nanoseconds m_currentEnd{0};
};

} // namespace servelab::load
