// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metrictext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Metric)
};

struct MetricText
{
    QLatin1StringView key;
    Term term;
    const char *title;
    const char *shortTitle;
    // What a change is called; %1 stands for "20 %" or "3.4".
    const char *more;
    const char *times;
    const char *less;
    const char *same; ///< that there is none beyond noise; %1 stands for the noise
};

constexpr std::array texts{
    MetricText{QLatin1StringView("requestsPerSecond"), Term::RequestRate,
        QT_TRANSLATE_NOOP("Metric", "Requests per second"), QT_TRANSLATE_NOOP("Metric", "Requests"),
        QT_TRANSLATE_NOOP("Metric", "answers %1 more requests per second"),
        QT_TRANSLATE_NOOP("Metric", "answers %1 times the requests per second"),
        QT_TRANSLATE_NOOP("Metric", "costs %1 of the requests per second"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in requests per second beyond noise (%1)")},
    MetricText{QLatin1StringView("p50Microseconds"), Term::MedianLatency,
        QT_TRANSLATE_NOOP("Metric", "Latency, p50"), QT_TRANSLATE_NOOP("Metric", "p50"),
        QT_TRANSLATE_NOOP("Metric", "has %1 more median latency"),
        QT_TRANSLATE_NOOP("Metric", "has %1 times the median latency"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 off the median latency"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in median latency beyond noise (%1)")},
    MetricText{QLatin1StringView("p99Microseconds"), Term::TailLatency,
        QT_TRANSLATE_NOOP("Metric", "Latency, p99"), QT_TRANSLATE_NOOP("Metric", "p99"),
        QT_TRANSLATE_NOOP("Metric", "has %1 more p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "has %1 times the p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 off the p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in p99 latency beyond noise (%1)")},
    MetricText{QLatin1StringView("cpuMicrosecondsPerRequest"), Term::CpuPerRequest,
        QT_TRANSLATE_NOOP("Metric", "CPU per request"), QT_TRANSLATE_NOOP("Metric", "CPU per request"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 more CPU per request"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 times the CPU per request"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the CPU per request"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in CPU per request beyond noise (%1)")},
    MetricText{QLatin1StringView("wireBytesPerResponse"), Term::BytesPerAnswer,
        QT_TRANSLATE_NOOP("Metric", "Bytes per answer"), QT_TRANSLATE_NOOP("Metric", "Bytes on the wire"),
        QT_TRANSLATE_NOOP("Metric", "sends %1 more bytes"),
        QT_TRANSLATE_NOOP("Metric", "sends %1 times the bytes"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the bytes"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in bytes per answer beyond noise (%1)")},
    MetricText{QLatin1StringView("memoryStartBytes"), Term::StartMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory at start"), QT_TRANSLATE_NOOP("Metric", "Memory at start"),
        QT_TRANSLATE_NOOP("Metric", "begins with %1 more memory"),
        QT_TRANSLATE_NOOP("Metric", "begins with %1 times the memory"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory at start"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in memory at start beyond noise (%1)")},
    MetricText{QLatin1StringView("memoryPeakBytes"), Term::PeakMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory at peak"), QT_TRANSLATE_NOOP("Metric", "Memory at peak"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 more memory at its peak"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 times the memory at its peak"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory at its peak"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in memory at peak beyond noise (%1)")},
    MetricText{QLatin1StringView("memoryRetainedBytes"), Term::RetainedMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory retained"), QT_TRANSLATE_NOOP("Metric", "Memory retained"),
        QT_TRANSLATE_NOOP("Metric", "retains %1 more memory"),
        QT_TRANSLATE_NOOP("Metric", "retains %1 times the memory"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the retained memory"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in retained memory beyond noise (%1)")},
    MetricText{QLatin1StringView("idleBytesPerThousand"), Term::IdleMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory of 1 000 idle connections"),
        QT_TRANSLATE_NOOP("Metric", "1 000 idle"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 more memory for idle connections"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 times the memory for idle connections"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory of idle connections"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in memory of idle connections beyond noise (%1)")},
    MetricText{QLatin1StringView("bytesOfEachKept"), Term::KeptMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory of each one kept"), QT_TRANSLATE_NOOP("Metric", "Each kept"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 more memory for each one kept"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 times the memory for each one kept"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory of each one kept"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in memory of each one kept beyond noise (%1)")},
    MetricText{QLatin1StringView("uncorrectedP99Microseconds"), Term::UncorrectedLatency,
        QT_TRANSLATE_NOOP("Metric", "Latency, p99 uncorrected"),
        QT_TRANSLATE_NOOP("Metric", "p99 uncorrected"),
        QT_TRANSLATE_NOOP("Metric", "has %1 more uncorrected p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "has %1 times the uncorrected p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 off the uncorrected p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "shows no difference in uncorrected p99 latency beyond noise (%1)")},
};

/// The first one stands for what was added to the core and not yet here; a test sees to it that nothing was.
const MetricText &textOf(const lab::Metric &metric)
{
    const auto found = std::ranges::find(texts, metric.key, &MetricText::key);
    return found == texts.end() ? texts.front() : *found;
}

QString percentText(double share)
{
    const double percent = std::abs(share) * 100;
    const bool needsFraction = percent < 9.95 || (percent > 98.95 && percent < 100);
    return u"%1\u00a0%"_s.arg(QLocale().toString(percent, 'f', needsFraction ? 1 : 0));
}

} // namespace

Term termOf(const lab::Metric &metric)
{
    return textOf(metric).term;
}

QString titleOf(const lab::Metric &metric)
{
    return Texts::tr(textOf(metric).title);
}

QString shortTitleOf(const lab::Metric &metric)
{
    return Texts::tr(textOf(metric).shortTitle);
}

QString howToReadBars(const lab::Metric &metric)
{
    const QString better = metric.direction == lab::Direction::HigherIsBetter
        ? Texts::tr("Longer is better.")
        : Texts::tr("Shorter is better.");
    return Texts::tr("%1 Bar: median; dots: each sample; stripe: where the baseline may come out by chance; "
                     "hatched: no difference beyond noise.")
        .arg(better);
}

Unit unitFor(const lab::Metric &metric, double typical)
{
    if (metric.units.data() == std::data(lab::timeUnits))
        return timeUnitFor(typical);
    if (metric.units.data() == std::data(lab::byteUnits))
        return byteUnitFor(typical);
    return requestRateUnit();
}

QString changeText(double ratio)
{
    if (ratio >= 2)
        return u"%1\u00a0×"_s.arg(formatNumber(ratio));
    const QString sign = ratio < 1 ? u"−"_s : u"+"_s;
    return std::abs(ratio - 1) < 0.0005 ? u"0\u00a0%"_s : sign + percentText(ratio - 1);
}

QString changePhrase(const lab::Metric &metric, double ratio)
{
    const MetricText &text = textOf(metric);
    if (ratio < 1)
        return Texts::tr(text.less).arg(percentText(ratio - 1));
    return ratio >= 2 ? Texts::tr(text.times).arg(formatNumber(ratio))
                      : Texts::tr(text.more).arg(percentText(ratio - 1));
}

QString noDifferencePhrase(const lab::Metric &metric, double band)
{
    return Texts::tr(textOf(metric).same).arg(bandText(band));
}

QString bandText(double band)
{
    return u"±"_s + percentText(band);
}

} // namespace servelab::ui
