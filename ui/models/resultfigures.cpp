// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resultfigures.h"

#include "core/stats/quantiles.h"
#include "ui/models/coretext.h"
#include "ui/models/resulttablemodel.h"

#include <algorithm>
#include <cmath>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Samples = QList<const lab::Sample *>; ///< in the order of rounds

constexpr double percentileStep = 0.04; // on the axis of 1/(1-p), where 90 and 99 are 1 apart
constexpr double highestPercentile = 99.999;

/// What every part below looks at: the samples of each variant that count.
struct Source
{
    const lab::ResultDocument &document;
    const lab::Workload &workload;
    QList<Samples> samples; ///< by variant
    QStringList labels;
    lab::Fitness fitness;
};

Source sourceOf(const lab::ResultDocument &document, const lab::Workload &workload)
{
    Source source{document, workload, {}, {}, lab::fitnessOf(document)};
    for (const lab::Variant &variant : document.experiment.variants) {
        Samples samples;
        for (const lab::Sample &sample : document.samples) {
            if (sample.workload == workload.id && sample.variant == variant.id && !sample.failure)
                samples.append(&sample);
        }
        source.samples.append(samples);
        source.labels.append(variantLabel(document.experiment, variant.id));
    }
    return source;
}

lab::Spread spreadOf(const QList<double> &values)
{
    const stats::Quartiles all = stats::quartiles({values.begin(), values.end()});
    return {all.median, all.lowest, all.highest, static_cast<int>(values.size())};
}

VariantFigure figureOf(const Source &source, const lab::Metric &metric, qsizetype variant)
{
    VariantFigure figure;
    for (const lab::Sample *sample : source.samples[variant])
        figure.samples.append(metric.valueOf(*sample));
    figure.spread = spreadOf(figure.samples);
    figure.verdict.metric = &metric;
    if (variant > 0)
        figure.verdict = lab::verdictOf(source.document, source.workload,
            source.document.experiment.variants[variant], metric, source.fitness);
    return figure;
}

/// The baseline against itself: what is left is chance.
double bandOf(const Source &source, const lab::Metric &metric)
{
    const auto pairs = lab::sameCodePairs(
        source.document, source.workload.id, source.document.experiment.variants.first().id, metric);
    const stats::PairedComparison itself = stats::comparePairs(pairs, pairs);
    return itself.outcome == stats::Outcome::NotComparable ? 0 : itself.band;
}

QList<ResultFigure> figuresOf(const Source &source)
{
    QList<ResultFigure> figures;
    for (const lab::Metric &metric : lab::metrics()) {
        ResultFigure figure{&metric, {}, 0};
        for (qsizetype variant = 0; variant < source.samples.size(); ++variant)
            figure.variants.append(figureOf(source, metric, variant));
        if (!std::ranges::any_of(figure.variants, &VariantFigure::isMeasured))
            continue;
        figure.band = bandOf(source, metric);
        figures.append(figure);
    }
    return figures;
}

QList<QPointF> percentilePoints(const Samples &samples)
{
    stats::Histogram all;
    for (const lab::Sample *sample : samples)
        all.add(sample->load.latencyMicroseconds);
    QList<QPointF> points;
    for (int step = 0; all.totalCount() > 0; ++step) {
        const double tail = std::pow(10, -step * percentileStep);
        const double percent = 100 * (1 - tail);
        // Beyond, one answer would stand for more than there were.
        if (percent > highestPercentile || tail * static_cast<double>(all.totalCount()) < 1)
            break;
        points.append({percent, static_cast<double>(all.percentile(percent))});
    }
    return points;
}

using BinValue = double (*)(const load::TimeBin &bin, double seconds);

/// The median over the samples in each bin that at least half of them have whole.
QList<QPointF> timePoints(const Samples &samples, BinValue valueOf)
{
    QList<QPointF> points;
    if (samples.isEmpty())
        return points;
    const auto width = samples.first()->load.series.width();
    const double seconds = std::chrono::duration<double>(width).count();
    for (std::size_t bin = 0;; ++bin) {
        std::vector<double> values;
        for (const lab::Sample *sample : samples) {
            const load::TimeSeries &series = sample->load.series;
            const bool isWhole = width * (static_cast<qint64>(bin) + 1) <= sample->load.elapsed;
            if (series.width() == width && bin < series.bins().size() && isWhole)
                values.push_back(valueOf(series.bins()[bin], seconds));
        }
        if (values.empty() || 2 * values.size() < static_cast<std::size_t>(samples.size()))
            return points;
        points.append({(static_cast<double>(bin) + 0.5) * seconds, stats::median(values)});
    }
}

template <typename PointsOf>
QList<ResultLine> linesOf(const Source &source, PointsOf pointsOf)
{
    QList<ResultLine> lines;
    for (qsizetype variant = 0; variant < source.samples.size(); ++variant) {
        const QList<QPointF> points = pointsOf(source.samples[variant]);
        if (!points.isEmpty())
            lines.append({source.labels[variant], static_cast<int>(variant), points});
    }
    return lines;
}

void countFailures(const Source &source, WorkloadFigures &result)
{
    for (const lab::Variant &variant : source.document.experiment.variants) {
        int failed = 0;
        quint64 errors = 0;
        for (const lab::Sample &sample : source.document.samples) {
            if (sample.workload != source.workload.id || sample.variant != variant.id)
                continue;
            failed += sample.failure ? 1 : 0;
            errors += sample.load.errorCount();
        }
        result.failedSamples.append(failed);
        result.errors.append(errors);
    }
}

WorkloadFigures describe(const Source &source)
{
    const lab::Workload &workload = source.workload;
    WorkloadFigures result;
    result.workload = workload.id;
    result.title = workload.title.isEmpty() ? workload.id : workload.title;
    result.lesson = workload.lesson;
    if (workload.task.isEmpty())
        result.request = u"%1 %2"_s.arg(QString::fromUtf8(workload.method), workload.path);
    const lab::Metric *own = lab::findMetric(workload.metric);
    result.ownMetric = own ? own : &lab::metrics().front();
    result.labels = source.labels;
    result.figures = figuresOf(source);
    result.swept = sweptVariants(source.document.experiment);
    const int variants = static_cast<int>(source.labels.size());
    result.chance = coreText(lab::chanceText(
        static_cast<int>(result.figures.size()) * (variants - 1), source.document.experiment.rounds));
    countFailures(source, result);
    return result;
}

} // namespace

const ResultFigure *WorkloadFigures::find(const lab::Metric &metric) const
{
    const auto found = std::ranges::find(figures, &metric, &ResultFigure::metric);
    return found == figures.end() ? nullptr : &*found;
}

WorkloadFigures workloadVerdicts(const lab::ResultDocument &document, qsizetype workload)
{
    if (workload >= document.experiment.workloads.size() || document.experiment.variants.isEmpty())
        return {};
    return describe(sourceOf(document, document.experiment.workloads[workload]));
}

WorkloadFigures workloadFigures(const lab::ResultDocument &document, qsizetype workload)
{
    if (workload >= document.experiment.workloads.size() || document.experiment.variants.isEmpty())
        return {};
    const Source source = sourceOf(document, document.experiment.workloads[workload]);
    WorkloadFigures result = describe(source);
    result.latencyByPercentile = linesOf(source, percentilePoints);
    result.rateOverTime = linesOf(source, [](const Samples &samples) {
        return timePoints(samples, [](const load::TimeBin &bin, double seconds) {
            return static_cast<double>(bin.responses) / seconds;
        });
    });
    result.latencyOverTime = linesOf(source, [](const Samples &samples) {
        return timePoints(
            samples, [](const load::TimeBin &bin, double) { return bin.meanLatencyMicroseconds(); });
    });
    return result;
}

} // namespace servelab::ui
