// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/timeseries.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>

namespace servelab::load {

namespace {

using std::chrono::nanoseconds;

constexpr std::array columns{QLatin1StringView("requests"), QLatin1StringView("responses"),
    QLatin1StringView("errors"), QLatin1StringView("latencySumMicroseconds"),
    QLatin1StringView("latencyMaximumMicroseconds")};

QJsonArray toJson(const TimeBin &bin)
{
    return {qint64(bin.requests), qint64(bin.responses), qint64(bin.errors),
        qint64(bin.latencySumMicroseconds), qint64(bin.latencyMaximumMicroseconds)};
}

std::optional<TimeBin> binFromJson(const QJsonArray &cells)
{
    std::array<qint64, columns.size()> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = cells.at(static_cast<qsizetype>(i)).toInteger(-1);
        if (numbers[i] < 0)
            return std::nullopt;
    }
    const auto count = [&numbers](std::size_t i) { return static_cast<std::uint64_t>(numbers[i]); };
    return TimeBin{count(0), count(1), count(2), count(3), numbers[4]};
}

} // namespace

double TimeBin::meanLatencyMicroseconds() const
{
    return responses > 0 ? static_cast<double>(latencySumMicroseconds) / static_cast<double>(responses) : 0;
}

void TimeBin::add(const TimeBin &other)
{
    requests += other.requests;
    responses += other.responses;
    errors += other.errors;
    latencySumMicroseconds += other.latencySumMicroseconds;
    latencyMaximumMicroseconds = std::max(latencyMaximumMicroseconds, other.latencyMaximumMicroseconds);
}

TimeBin &TimeSeries::find(nanoseconds time)
{
    time = std::max(time, nanoseconds(0));
    while (time / m_width >= static_cast<std::int64_t>(maximumBins))
        widen();
    m_current = static_cast<std::size_t>(time / m_width);
    m_currentBegin = m_width * static_cast<std::int64_t>(m_current);
    m_currentEnd = m_currentBegin + m_width;
    if (m_current >= m_bins.size())
        m_bins.resize(m_current + 1);
    return m_bins[m_current];
}

/// Pairs of bins become one.
void TimeSeries::widen()
{
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        const TimeBin bin = m_bins[i];
        if (i % 2 == 0)
            m_bins[i / 2] = bin;
        else
            m_bins[i / 2].add(bin);
    }
    m_bins.resize((m_bins.size() + 1) / 2);
    m_width *= 2;
    m_currentBegin = m_currentEnd = nanoseconds(0);
}

void TimeSeries::add(const TimeSeries &other)
{
    while (m_width < other.m_width)
        widen();
    for (std::size_t i = 0; i < other.m_bins.size(); ++i)
        at(other.m_width * static_cast<std::int64_t>(i)).add(other.m_bins[i]);
}

TimeSeries::Rate TimeSeries::responseRate(nanoseconds elapsed) const
{
    const auto whole = std::min(m_bins.size(), static_cast<std::size_t>(elapsed / m_width));
    if (whole == 0)
        return {};
    const double perSecond = 1e9 / static_cast<double>(m_width.count());
    Rate rate;
    double squares = 0;
    for (std::size_t i = 0; i < whole; ++i) {
        const double value = static_cast<double>(m_bins[i].responses) * perSecond;
        rate.mean += value;
        squares += value * value;
        rate.maximum = std::max(rate.maximum, value);
    }
    rate.mean /= static_cast<double>(whole);
    const double variance = squares / static_cast<double>(whole) - rate.mean * rate.mean;
    rate.standardDeviation = std::sqrt(std::max(0.0, variance));
    return rate;
}

QJsonObject TimeSeries::toJson() const
{
    QJsonArray names;
    for (const QLatin1StringView column : columns)
        names.append(column);
    QJsonArray rows;
    for (const TimeBin &bin : m_bins)
        rows.append(load::toJson(bin));
    return {{QStringLiteral("binSeconds"), static_cast<double>(m_width.count()) / 1e9},
        {QStringLiteral("columns"), names}, {QStringLiteral("bins"), rows}};
}

std::optional<TimeSeries> TimeSeries::fromJson(const QJsonObject &object)
{
    constexpr double widest
        = 1e5; // seconds; as many bins as there may be still end within 64 bits of nanoseconds
    TimeSeries series;
    const double width = object.value(QStringLiteral("binSeconds")).toDouble();
    while (static_cast<double>(series.m_width.count()) < width * 1e9 - 0.5 && width < widest)
        series.m_width *= 2;
    const QJsonArray rows = object.value(QStringLiteral("bins")).toArray();
    if (std::abs(static_cast<double>(series.m_width.count()) - width * 1e9) > 0.5
        || rows.size() > static_cast<qsizetype>(maximumBins))
        return std::nullopt;
    for (const QJsonValue &row : rows) {
        const auto bin = binFromJson(row.toArray());
        if (!bin)
            return std::nullopt;
        series.m_bins.push_back(*bin);
    }
    return series;
}

} // namespace servelab::load
