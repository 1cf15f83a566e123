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

QString tr(const char *text)
{
    return QCoreApplication::translate("Metric", text);
}

struct MetricText
{
    QLatin1StringView key;
    Term term;
    const char *title;
    const char *shortTitle;
    const char *more; ///< %1 stands for "20 % more" or "3.4 times the"
    const char *less; ///< %1 stands for "20 %"
};

constexpr std::array texts{
    MetricText{QLatin1StringView("requestsPerSecond"), Term::RequestRate,
        QT_TRANSLATE_NOOP("Metric", "Requests per second"), QT_TRANSLATE_NOOP("Metric", "Requests"),
        QT_TRANSLATE_NOOP("Metric", "answers %1 requests per second"),
        QT_TRANSLATE_NOOP("Metric", "costs %1 of the requests per second")},
    MetricText{QLatin1StringView("p50Microseconds"), Term::MedianLatency,
        QT_TRANSLATE_NOOP("Metric", "Latency, p50"), QT_TRANSLATE_NOOP("Metric", "p50"),
        QT_TRANSLATE_NOOP("Metric", "has %1 median latency"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 off the median latency")},
    MetricText{QLatin1StringView("p99Microseconds"), Term::TailLatency,
        QT_TRANSLATE_NOOP("Metric", "Latency, p99"), QT_TRANSLATE_NOOP("Metric", "p99"),
        QT_TRANSLATE_NOOP("Metric", "has %1 p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 off the p99 latency")},
    MetricText{QLatin1StringView("cpuMicrosecondsPerRequest"), Term::CpuPerRequest,
        QT_TRANSLATE_NOOP("Metric", "CPU per request"), QT_TRANSLATE_NOOP("Metric", "CPU per request"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 CPU per request"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the CPU per request")},
    MetricText{QLatin1StringView("wireBytesPerResponse"), Term::BytesPerAnswer,
        QT_TRANSLATE_NOOP("Metric", "Bytes per answer"), QT_TRANSLATE_NOOP("Metric", "Bytes on the wire"),
        QT_TRANSLATE_NOOP("Metric", "sends %1 bytes"), QT_TRANSLATE_NOOP("Metric", "saves %1 of the bytes")},
    MetricText{QLatin1StringView("memoryStartBytes"), Term::StartMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory at start"), QT_TRANSLATE_NOOP("Metric", "Memory at start"),
        QT_TRANSLATE_NOOP("Metric", "begins with %1 memory"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory at start")},
    MetricText{QLatin1StringView("memoryPeakBytes"), Term::PeakMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory at peak"), QT_TRANSLATE_NOOP("Metric", "Memory at peak"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 memory at its peak"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory at its peak")},
    MetricText{QLatin1StringView("memoryRetainedBytes"), Term::RetainedMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory retained"), QT_TRANSLATE_NOOP("Metric", "Memory retained"),
        QT_TRANSLATE_NOOP("Metric", "retains %1 memory"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the retained memory")},
    MetricText{QLatin1StringView("idleBytesPerThousand"), Term::IdleMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory of 1 000 idle connections"),
        QT_TRANSLATE_NOOP("Metric", "1 000 idle"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 memory for idle connections"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory of idle connections")},
    MetricText{QLatin1StringView("bytesOfEachKept"), Term::KeptMemory,
        QT_TRANSLATE_NOOP("Metric", "Memory of each one kept"), QT_TRANSLATE_NOOP("Metric", "Each kept"),
        QT_TRANSLATE_NOOP("Metric", "needs %1 memory for each one kept"),
        QT_TRANSLATE_NOOP("Metric", "saves %1 of the memory of each one kept")},
    MetricText{QLatin1StringView("uncorrectedP99Microseconds"), Term::UncorrectedLatency,
        QT_TRANSLATE_NOOP("Metric", "Latency, p99 uncorrected"),
        QT_TRANSLATE_NOOP("Metric", "p99 uncorrected"),
        QT_TRANSLATE_NOOP("Metric", "has %1 uncorrected p99 latency"),
        QT_TRANSLATE_NOOP("Metric", "takes %1 off the uncorrected p99 latency")},
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
    return tr(textOf(metric).title);
}

QString shortTitleOf(const lab::Metric &metric)
{
    return tr(textOf(metric).shortTitle);
}

QString howToReadBars(const lab::Metric &metric)
{
    const QString better = metric.direction == lab::Direction::HigherIsBetter ? tr("Longer is better.")
                                                                              : tr("Shorter is better.");
    return tr("%1 Bar: median; dots: each sample; stripe: where the baseline may come out by chance; "
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
        return tr(text.less).arg(percentText(ratio - 1));
    const QString more = ratio >= 2 ? tr("%1 times the").arg(formatNumber(ratio))
                                    : tr("%1 more").arg(percentText(ratio - 1));
    return tr(text.more).arg(more);
}

} // namespace servelab::ui
