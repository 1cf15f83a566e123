// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include <algorithm>
#include <cmath>

namespace servelab::load {

namespace {

constexpr std::array<QLatin1StringView, loadErrorKindCount> kindKeys{
    QLatin1StringView("connect"),
    QLatin1StringView("connectTimeout"),
    QLatin1StringView("timeout"),
    QLatin1StringView("reset"),
    QLatin1StringView("earlyClose"),
    QLatin1StringView("malformed"),
    QLatin1StringView("unexpectedStatus"),
    QLatin1StringView("unexpectedLength"),
};

constexpr std::array<QLatin1StringView, 6> classKeys{
    QLatin1StringView("other"),
    QLatin1StringView("1xx"),
    QLatin1StringView("2xx"),
    QLatin1StringView("3xx"),
    QLatin1StringView("4xx"),
    QLatin1StringView("5xx"),
};

struct NamedPercentile
{
    QLatin1StringView key;
    double percent;
};
constexpr std::array percentiles{
    NamedPercentile{QLatin1StringView("p50"), 50},
    NamedPercentile{QLatin1StringView("p75"), 75},
    NamedPercentile{QLatin1StringView("p90"), 90},
    NamedPercentile{QLatin1StringView("p95"), 95},
    NamedPercentile{QLatin1StringView("p99"), 99},
    NamedPercentile{QLatin1StringView("p99.9"), 99.9},
    NamedPercentile{QLatin1StringView("p99.99"), 99.99},
    NamedPercentile{QLatin1StringView("p99.999"), 99.999},
};

/// The counters that are written as they are, by their key.
struct NamedCounter
{
    QLatin1StringView key;
    std::uint64_t LoadReport::*member;
};
constexpr std::array counters{
    NamedCounter{QLatin1StringView("requests"), &LoadReport::requests},
    NamedCounter{QLatin1StringView("responses"), &LoadReport::responses},
    NamedCounter{QLatin1StringView("inFlight"), &LoadReport::inFlight},
    NamedCounter{QLatin1StringView("bytesReceived"), &LoadReport::bytesReceived},
    NamedCounter{QLatin1StringView("bytesSent"), &LoadReport::bytesSent},
    NamedCounter{QLatin1StringView("bodyBytes"), &LoadReport::bodyBytes},
};

struct NamedDuration
{
    QLatin1StringView key;
    std::chrono::nanoseconds LoadReport::*member;
};
constexpr std::array durations{
    NamedDuration{QLatin1StringView("elapsedSeconds"), &LoadReport::elapsed},
    NamedDuration{QLatin1StringView("generatorCpuSeconds"), &LoadReport::generatorCpu},
};

constexpr QLatin1StringView errorsKey("errors");
constexpr QLatin1StringView samplesKey("errorSamples");
constexpr QLatin1StringView classesKey("answersByClass");
constexpr QLatin1StringView latencyKey("latencyMicroseconds");
constexpr QLatin1StringView histogramKey("histogram");

QJsonValue jsonCount(std::uint64_t count)
{
    return static_cast<qint64>(count);
}

double secondsOf(std::chrono::nanoseconds time)
{
    return static_cast<double>(time.count()) / 1e9;
}

QJsonObject latencyJson(const stats::Histogram &histogram)
{
    QJsonObject latency{{QStringLiteral("min"), qint64(histogram.minimum())},
        {QStringLiteral("max"), qint64(histogram.maximum())}, {QStringLiteral("mean"), histogram.mean()},
        {QStringLiteral("standardDeviation"), histogram.standardDeviation()},
        {histogramKey, histogram.toJson()}};
    for (const NamedPercentile &percentile : percentiles)
        latency.insert(percentile.key, qint64(histogram.percentile(percentile.percent)));
    return latency;
}

/// Reads a report key by key and keeps the first fault.
class ReportReader
{
public:
    explicit ReportReader(const QJsonObject &object)
        : m_object(object)
    {
    }

    base::Expected<LoadReport> read()
    {
        for (const NamedDuration &duration : durations)
            m_report.*duration.member = durationOf(duration.key);
        for (const NamedCounter &counter : counters)
            m_report.*counter.member = countOf(m_object, counter.key);
        readClasses();
        readErrors();
        readHistogram();
        if (m_fault)
            return std::unexpected(*m_fault);
        return std::move(m_report);
    }

private:
    void refuse(const QString &key, const QString &wanted)
    {
        if (!m_fault)
            m_fault = base::Error{QStringLiteral("The load report's \"%1\" is not %2.").arg(key, wanted),
                QStringLiteral("Use a report as this program wrote it."), key};
    }

    std::uint64_t countOf(const QJsonObject &object, const QString &key)
    {
        const qint64 count = object.value(key).toInteger(-1);
        if (count < 0)
            refuse(key, QStringLiteral("a whole number from 0"));
        return static_cast<std::uint64_t>(std::max<qint64>(count, 0));
    }

    std::chrono::nanoseconds durationOf(const QString &key)
    {
        constexpr double longest = 1e8; // three years; the sum of many still fits into 64 bits of nanoseconds
        const double seconds = m_object.value(key).toDouble(-1);
        if (seconds >= 0 && seconds < longest)
            return std::chrono::nanoseconds(std::llround(seconds * 1e9));
        refuse(key, QStringLiteral("a number of seconds"));
        return {};
    }

    void readClasses()
    {
        const QJsonObject classes = m_object.value(classesKey).toObject();
        for (std::size_t i = 0; i < classKeys.size(); ++i)
            m_report.answersByClass[i] = countOf(classes, classKeys[i]);
    }

    void readErrors()
    {
        const QJsonObject counts = m_object.value(errorsKey).toObject();
        const QJsonObject samples = m_object.value(samplesKey).toObject();
        for (std::size_t i = 0; i < kindKeys.size(); ++i) {
            const std::uint64_t count = countOf(counts, kindKeys[i]);
            if (count == 0)
                continue;
            const QJsonObject sample = samples.value(kindKeys[i]).toObject();
            m_report.errors[static_cast<LoadErrorKind>(i)]
                = {count, sample.value(QStringLiteral("errno")).toInt(),
                    sample.value(QStringLiteral("sample")).toString()};
        }
    }

    void readHistogram()
    {
        const QJsonObject latency = m_object.value(latencyKey).toObject();
        if (auto histogram = stats::Histogram::fromJson(latency.value(histogramKey).toObject()))
            m_report.latencyMicroseconds = *std::move(histogram);
        else
            refuse(latencyKey, QStringLiteral("complete: its histogram is missing or damaged"));
    }

    const QJsonObject &m_object;
    LoadReport m_report;
    std::optional<base::Error> m_fault;
};

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

void LoadReport::add(const LoadReport &other)
{
    elapsed = std::max(elapsed, other.elapsed);
    for (const NamedCounter &counter : counters)
        this->*counter.member += other.*counter.member;
    for (std::size_t i = 0; i < answersByClass.size(); ++i)
        answersByClass[i] += other.answersByClass[i];
    for (const auto &[kind, error] : other.errors) {
        const auto [mine, isNew] = errors.try_emplace(kind, error);
        if (!isNew)
            mine->second.count += error.count;
    }
    latencyMicroseconds.add(other.latencyMicroseconds);
    generatorCpu += other.generatorCpu;
}

QJsonObject LoadReport::toJson() const
{
    QJsonObject object;
    for (const NamedDuration &duration : durations)
        object.insert(duration.key, secondsOf(this->*duration.member));
    for (const NamedCounter &counter : counters)
        object.insert(counter.key, jsonCount(this->*counter.member));
    QJsonObject classes;
    for (std::size_t i = 0; i < classKeys.size(); ++i)
        classes.insert(classKeys[i], jsonCount(answersByClass[i]));
    QJsonObject counts;
    for (std::size_t i = 0; i < kindKeys.size(); ++i)
        counts.insert(kindKeys[i], jsonCount(errorCount(static_cast<LoadErrorKind>(i))));
    QJsonObject samples;
    for (const auto &[kind, error] : errors)
        samples.insert(toKey(kind),
            QJsonObject{
                {QStringLiteral("errno"), error.systemError}, {QStringLiteral("sample"), error.sample}});
    object.insert(QStringLiteral("requestsPerSecond"), requestsPerSecond());
    object.insert(QStringLiteral("errorCount"), jsonCount(errorCount()));
    object.insert(classesKey, classes);
    object.insert(errorsKey, counts);
    object.insert(samplesKey, samples);
    object.insert(latencyKey, latencyJson(latencyMicroseconds));
    return object;
}

base::Expected<LoadReport> LoadReport::fromJson(const QJsonObject &object)
{
    return ReportReader(object).read();
}

} // namespace servelab::load
