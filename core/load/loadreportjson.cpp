// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include "core/load/loadreportfields.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

// How a load report is written, and read again.
namespace servelab::load {

using namespace fields;

namespace {

constexpr std::array limitKeys{QLatin1StringView("none"), QLatin1StringView("busy"),
    QLatin1StringView("noCore"), QLatin1StringView("late")};

constexpr QLatin1StringView errorsKey("errors");
constexpr QLatin1StringView samplesKey("errorSamples");
constexpr QLatin1StringView classesKey("answersByClass");
constexpr QLatin1StringView latencyKey("latencyMicroseconds");
constexpr QLatin1StringView classLatencyKey("latencyByClass");
constexpr QLatin1StringView namesKey("requestsByName");
constexpr QLatin1StringView seriesKey("series");
constexpr QLatin1StringView busiestKey("busiestThread");
constexpr QLatin1StringView busyKey("busySeconds");
constexpr QLatin1StringView waitingKey("waitingSeconds");
constexpr QLatin1StringView nameKey("name");
constexpr QLatin1StringView responsesKey("responses");
constexpr QLatin1StringView nameErrorsKey("errors");
constexpr QLatin1StringView histogramKey("histogram");

QJsonValue jsonCount(std::uint64_t count)
{
    return static_cast<qint64>(count);
}

QJsonObject latencyJson(const stats::Histogram &histogram)
{
    QJsonObject latency{{QStringLiteral("min"), qint64(histogram.minimum())},
        {QStringLiteral("max"), qint64(histogram.maximum())}, {QStringLiteral("mean"), histogram.mean()},
        {QStringLiteral("standardDeviation"), histogram.standardDeviation()},
        {histogramKey, histogram.toJson()}};
    for (const NamedPercentile &percentile : shownPercentiles)
        latency.insert(percentile.key, qint64(histogram.percentile(percentile.percent)));
    return latency;
}

QJsonArray namesJson(const std::vector<NamedResult> &byName)
{
    QJsonArray names;
    for (const NamedResult &result : byName)
        names.append(QJsonObject{{nameKey, result.name}, {responsesKey, jsonCount(result.responses)},
            {nameErrorsKey, jsonCount(result.errors)},
            {latencyKey, latencyJson(result.latencyMicroseconds)}});
    return names;
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
            m_report.*duration.member = durationOf(m_object, duration.key);
        for (const NamedCounter &counter : counters) {
            if (!counter.isNew || m_object.contains(counter.key))
                m_report.*counter.member = countOf(m_object, counter.key);
        }
        readClasses();
        readErrors();
        readHistograms();
        readNames();
        readThread();
        readSeries();
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

    std::chrono::nanoseconds durationOf(const QJsonObject &object, const QString &key)
    {
        constexpr double longest = 1e8; // three years; the sum of many still fits into 64 bits of nanoseconds
        const double seconds = object.value(key).toDouble(-1);
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
            const bool isThere = counts.contains(kindKeys[i]); // a former version knew fewer
            const std::uint64_t count = isThere ? countOf(counts, kindKeys[i]) : 0;
            if (count == 0)
                continue;
            const QJsonObject sample = samples.value(kindKeys[i]).toObject();
            m_report.errors[static_cast<LoadErrorKind>(i)]
                = {count, sample.value(QStringLiteral("errno")).toInt(),
                    sample.value(QStringLiteral("sample")).toString()};
        }
    }

    void readHistograms()
    {
        m_report.latencyMicroseconds = histogramOf(m_object, latencyKey);
        for (const NamedHistogram &histogram : histograms) {
            if (m_object.contains(histogram.key))
                m_report.*histogram.member = histogramOf(m_object, histogram.key);
        }
        const QJsonObject classes = m_object.value(classLatencyKey).toObject();
        for (std::size_t i = 0; i < classKeys.size(); ++i) {
            if (classes.contains(classKeys[i]))
                m_report.latencyByClass[i] = histogramOf(classes, classKeys[i]);
        }
    }

    stats::Histogram histogramOf(const QJsonObject &object, const QString &key)
    {
        const QJsonObject latency = object.value(key).toObject();
        if (auto histogram = stats::Histogram::fromJson(latency.value(histogramKey).toObject()))
            return *std::move(histogram);
        refuse(key, QStringLiteral("complete: its histogram is missing or damaged"));
        return {};
    }

    void readNames()
    {
        const QJsonArray names = m_object.value(namesKey).toArray();
        if (names.size() > maximumNamesRead)
            return refuse(namesKey, QStringLiteral("a list of at most %1 names").arg(maximumNamesRead));
        for (const QJsonValue &entry : names) {
            const QJsonObject object = entry.toObject();
            m_report.byName.push_back({object.value(nameKey).toString(), countOf(object, responsesKey),
                countOf(object, nameErrorsKey), histogramOf(object, latencyKey)});
        }
    }

    void readThread()
    {
        if (!m_object.contains(busiestKey))
            return;
        const QJsonObject thread = m_object.value(busiestKey).toObject();
        m_report.busiestThread = {durationOf(thread, busyKey), durationOf(thread, waitingKey)};
    }

    void readSeries()
    {
        if (!m_object.contains(seriesKey))
            return;
        if (auto series = TimeSeries::fromJson(m_object.value(seriesKey).toObject()))
            m_report.series = *std::move(series);
        else
            refuse(seriesKey, QStringLiteral("a series of bins"));
    }

    static constexpr qsizetype maximumNamesRead = 10'000;

    const QJsonObject &m_object;
    LoadReport m_report;
    std::optional<base::Error> m_fault;
};

} // namespace

QString toKey(GeneratorLimit limit)
{
    return limitKeys[static_cast<std::size_t>(limit)];
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
    for (const NamedHistogram &histogram : histograms)
        object.insert(histogram.key, latencyJson(this->*histogram.member));
    QJsonObject classLatency;
    for (std::size_t i = 0; i < classKeys.size(); ++i) {
        if (latencyByClass[i].totalCount() > 0)
            classLatency.insert(classKeys[i], latencyJson(latencyByClass[i]));
    }
    object.insert(classLatencyKey, classLatency);
    object.insert(namesKey, namesJson(byName));
    object.insert(seriesKey, series.toJson());
    object.insert(busiestKey,
        QJsonObject{
            {busyKey, secondsOf(busiestThread.busy)}, {waitingKey, secondsOf(busiestThread.waiting)}});
    object.insert(QStringLiteral("generatorLimit"), toKey(generatorLimit()));
    return object;
}

base::Expected<LoadReport> LoadReport::fromJson(const QJsonObject &object)
{
    return ReportReader(object).read();
}

} // namespace servelab::load
