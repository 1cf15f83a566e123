// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace servelab::stats {

/// High dynamic range histogram: counts of whole numbers from 1 to 3,600,000,000 (an hour in microseconds),
/// each kept to three significant digits, in constant memory. Values below count as 1, values above as the
/// highest. A value; recording is for one thread.
///
/// Numbers below 2048 have a bucket each; above, every power of two is cut into 1024 buckets of one width, so
/// that a bucket is never wider than a 1024th of the numbers in it. 184 KiB once something was recorded.
class Histogram
{
public:
    static constexpr std::int64_t highestTrackable = 3'600'000'000;

    /// Constant time; allocates with the first value only.
    void record(std::int64_t value, std::uint64_t count = 1);
    void add(const Histogram &other);
    /// What was recorded since `earlier`, a former state of this histogram. Its minimum and maximum are known
    /// to three digits only.
    Histogram since(const Histogram &earlier) const;
    /// Keeps the memory.
    void reset();

    std::uint64_t totalCount() const { return m_total; }
    std::int64_t minimum() const { return m_minimum; } ///< 0 when empty
    std::int64_t maximum() const { return m_maximum; } ///< 0 when empty
    double mean() const; ///< 0 when empty
    double standardDeviation() const; ///< of these values as the whole population

    /// Smallest recorded value (to its three digits) that at least `percent` of all values do not exceed.
    /// Percents outside 0 to 100 count as the nearer end; 0 when empty.
    std::int64_t percentile(double percent) const;

    /// Non-empty buckets in ascending order, for charts of a distribution.
    struct Bucket
    {
        std::int64_t highest = 0; ///< largest value that counts in it
        std::uint64_t count = 0;
    };
    std::vector<Bucket> buckets() const;

    /// Lossless; sparse: {"minimum", "maximum", "buckets": [[highest, count], ...]}.
    QJsonObject toJson() const;
    /// Empty for anything that toJson() cannot have written.
    static std::optional<Histogram> fromJson(const QJsonObject &object);

    friend bool operator==(const Histogram &, const Histogram &) = default;

private:
    void allocate();
    bool addBucket(std::int64_t highest, std::int64_t count);
    bool setExtremes(std::int64_t minimum, std::int64_t maximum);

    std::vector<std::uint64_t> m_counts; ///< empty until the first value; then of fixed size
    std::uint64_t m_total = 0;
    std::int64_t m_minimum = 0;
    std::int64_t m_maximum = 0;
};

} // namespace servelab::stats
