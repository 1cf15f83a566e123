// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace servelab::stats {

/// High dynamic range histogram: counts of whole numbers from 1 to 3,600,000,000 (an hour in microseconds), each
/// kept to three significant digits, in constant memory. Values below count as 1, values above as the highest.
/// A value; recording is for one thread.
class Histogram
{
public:
    static constexpr std::int64_t highestTrackable = 3'600'000'000;

    void record(std::int64_t value, std::uint64_t count = 1);
    void add(const Histogram &other);
    /// What was recorded since `earlier`, a former state of this histogram.
    Histogram since(const Histogram &earlier) const;
    void reset();

    std::uint64_t totalCount() const { return m_total; }
    std::int64_t minimum() const; ///< 0 when empty
    std::int64_t maximum() const;
    double mean() const;
    double standardDeviation() const;

    /// Smallest recorded value (to its three digits) that at least `percent` of all values do not exceed.
    std::int64_t percentile(double percent) const;

    /// Non-empty buckets in ascending order, for charts of a distribution.
    struct Bucket
    {
        std::int64_t highest = 0; ///< largest value that counts in it
        std::uint64_t count = 0;
    };
    std::vector<Bucket> buckets() const;

    /// Lossless; sparse.
    QJsonObject toJson() const;
    static std::optional<Histogram> fromJson(const QJsonObject &object);

    friend bool operator==(const Histogram &, const Histogram &) = default;

private:
    std::vector<std::uint64_t> m_counts; ///< empty until the first value; then of fixed size
    std::uint64_t m_total = 0;
    std::int64_t m_minimum = 0;
    std::int64_t m_maximum = 0;
};

} // namespace servelab::stats
