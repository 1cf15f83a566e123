// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/histogram.h"

#include <QJsonArray>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace servelab::stats {

namespace {

// An index is made of an octave and a position in it: octave 0 holds the numbers below 2048 and octave n > 0
// those of n more binary digits, of which only the upper half of the positions can occur.
constexpr int positionBits = 11;
constexpr std::size_t positionCount = std::size_t{1} << positionBits;
constexpr std::size_t halfCount = positionCount / 2;

constexpr std::size_t indexOf(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    const int octave = std::max(0, static_cast<int>(std::bit_width(bits)) - positionBits);
    return static_cast<std::size_t>(octave) * halfCount + static_cast<std::size_t>(bits >> octave);
}

constexpr std::size_t bucketCount = indexOf(Histogram::highestTrackable) + 1;

constexpr int octaveOf(std::size_t index)
{
    return index < positionCount ? 0 : static_cast<int>(index / halfCount) - 1;
}

constexpr std::int64_t lowestOf(std::size_t index)
{
    const int octave = octaveOf(index);
    return static_cast<std::int64_t>((index - static_cast<std::size_t>(octave) * halfCount) << octave);
}

constexpr std::int64_t highestOf(std::size_t index)
{
    const std::int64_t width = std::int64_t{1} << octaveOf(index);
    return std::min(lowestOf(index) + width - 1, Histogram::highestTrackable);
}

constexpr double middleOf(std::size_t index)
{
    return static_cast<double>(lowestOf(index)) / 2 + static_cast<double>(highestOf(index)) / 2;
}

static_assert(
    indexOf(2047) == 2047 && indexOf(2048) == 2048 && indexOf(2049) == 2048 && indexOf(4096) == 3072);
static_assert(
    lowestOf(2048) == 2048 && highestOf(2048) == 2049 && lowestOf(3072) == 4096 && highestOf(3072) == 4099);

/// How many of `total` values `percent` of them are, rounded up but for the error of the multiplication.
std::uint64_t rankOf(double percent, std::uint64_t total)
{
    const double exact = std::clamp(percent, 0.0, 100.0) / 100 * static_cast<double>(total);
    const double rank = std::ceil(exact * (1 - 4 * std::numeric_limits<double>::epsilon()));
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rank), 1, total);
}

} // namespace

void Histogram::allocate()
{
    if (m_counts.empty())
        m_counts.resize(bucketCount);
}

void Histogram::record(std::int64_t value, std::uint64_t count)
{
    if (count == 0)
        return;
    value = std::clamp<std::int64_t>(value, 1, highestTrackable);
    if (m_total == 0) [[unlikely]] {
        allocate();
        m_minimum = value;
    }
    m_counts[indexOf(value)] += count;
    m_total += count;
    m_minimum = std::min(m_minimum, value);
    m_maximum = std::max(m_maximum, value);
}

void Histogram::add(const Histogram &other)
{
    if (other.m_total == 0)
        return;
    allocate();
    for (std::size_t i = indexOf(other.m_minimum), end = indexOf(other.m_maximum); i <= end; ++i)
        m_counts[i] += other.m_counts[i];
    m_minimum = m_total == 0 ? other.m_minimum : std::min(m_minimum, other.m_minimum);
    m_maximum = std::max(m_maximum, other.m_maximum);
    m_total += other.m_total;
}

Histogram Histogram::since(const Histogram &earlier) const
{
    Histogram difference;
    if (m_total == 0)
        return difference;
    for (std::size_t i = indexOf(m_minimum), end = indexOf(m_maximum); i <= end; ++i) {
        const std::uint64_t before = earlier.m_counts.empty() ? 0 : earlier.m_counts[i];
        if (m_counts[i] <= before)
            continue;
        if (difference.m_total == 0) {
            difference.allocate();
            difference.m_minimum = std::max(lowestOf(i), m_minimum);
        }
        difference.m_counts[i] = m_counts[i] - before;
        difference.m_total += m_counts[i] - before;
        difference.m_maximum = std::min(highestOf(i), m_maximum);
    }
    return difference;
}

void Histogram::reset()
{
    m_counts.clear();
    m_total = 0;
    m_minimum = 0;
    m_maximum = 0;
}

double Histogram::mean() const
{
    if (m_total == 0)
        return 0;
    double sum = 0;
    for (std::size_t i = indexOf(m_minimum), end = indexOf(m_maximum); i <= end; ++i)
        sum += static_cast<double>(m_counts[i]) * middleOf(i);
    return sum / static_cast<double>(m_total);
}

double Histogram::standardDeviation() const
{
    if (m_total == 0)
        return 0;
    const double center = mean();
    double sum = 0;
    for (std::size_t i = indexOf(m_minimum), end = indexOf(m_maximum); i <= end; ++i) {
        const double distance = middleOf(i) - center;
        sum += static_cast<double>(m_counts[i]) * distance * distance;
    }
    return std::sqrt(sum / static_cast<double>(m_total));
}

std::int64_t Histogram::percentile(double percent) const
{
    if (m_total == 0)
        return 0;
    const std::uint64_t rank = rankOf(percent, m_total);
    std::size_t index = indexOf(m_minimum);
    for (std::uint64_t seen = m_counts[index]; seen < rank; seen += m_counts[index])
        ++index;
    return std::min(highestOf(index), m_maximum);
}

std::vector<Histogram::Bucket> Histogram::buckets() const
{
    std::vector<Bucket> filled;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] > 0)
            filled.push_back({highestOf(i), m_counts[i]});
    }
    return filled;
}

QJsonObject Histogram::toJson() const
{
    QJsonArray filled;
    for (const Bucket &bucket : buckets())
        filled.append(QJsonArray{qint64(bucket.highest), static_cast<qint64>(bucket.count)});
    return {{QStringLiteral("minimum"), qint64(m_minimum)}, {QStringLiteral("maximum"), qint64(m_maximum)},
        {QStringLiteral("buckets"), filled}};
}

/// False unless it is a bucket of its own above those added before.
bool Histogram::addBucket(std::int64_t highest, std::int64_t count)
{
    if (highest < 1 || highest > highestTrackable || count < 1)
        return false;
    const std::size_t index = indexOf(highest);
    if (highestOf(index) != highest || highest <= m_maximum)
        return false;
    if (static_cast<std::uint64_t>(count) > std::numeric_limits<std::uint64_t>::max() - m_total)
        return false;
    record(highest, static_cast<std::uint64_t>(count));
    return true;
}

/// False unless both are in the buckets that they are the ends of.
bool Histogram::setExtremes(std::int64_t minimum, std::int64_t maximum)
{
    if (m_total == 0)
        return minimum == 0 && maximum == 0;
    if (minimum < 1 || maximum < minimum || maximum > highestTrackable)
        return false;
    if (indexOf(minimum) != indexOf(m_minimum) || indexOf(maximum) != indexOf(m_maximum))
        return false;
    m_minimum = minimum;
    m_maximum = maximum;
    return true;
}

std::optional<Histogram> Histogram::fromJson(const QJsonObject &object)
{
    const QJsonValue filled = object.value(QStringLiteral("buckets"));
    if (!filled.isArray())
        return std::nullopt;
    Histogram histogram;
    for (const QJsonValue &entry : filled.toArray()) {
        const QJsonArray pair = entry.toArray();
        if (pair.size() != 2 || !histogram.addBucket(pair[0].toInteger(), pair[1].toInteger()))
            return std::nullopt;
    }
    if (!histogram.setExtremes(object.value(QStringLiteral("minimum")).toInteger(-1),
            object.value(QStringLiteral("maximum")).toInteger(-1)))
        return std::nullopt;
    return histogram;
}

} // namespace servelab::stats
