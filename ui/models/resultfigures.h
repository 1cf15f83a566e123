// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/verdict.h"
#include "ui/models/sweptvariants.h"

#include <QList>
#include <QPointF>

#include <optional>

/// What the page of a result shows of one workload, worked out of the document. Pure; takes a moment with
/// many samples, so that it is for threads other than the window's.
namespace servelab::ui {

/// One figure of one variant, in base units.
struct VariantFigure
{
    lab::Spread spread;
    QList<double> samples; ///< that count, in the order of rounds
    lab::Verdict verdict; ///< beside the baseline; of the baseline itself: withheld, without words

    bool isMeasured() const { return spread.samples > 0 && spread.highest > 0; }
};

/// One figure of every variant, in their order: the first is the baseline.
struct ResultFigure
{
    const lab::Metric *metric = nullptr;
    QList<VariantFigure> variants;
    double band = 0; ///< 0.013: the baseline comes out 1.3 % higher or lower by chance; 0: not known
};

/// A line of a chart of the result, with the place of its variant.
struct ResultLine
{
    QString name;
    int series = 0;
    QList<QPointF> points;
};

struct WorkloadFigures
{
    QString workload; ///< id
    QString title;
    QString lesson;
    QString request; ///< "GET /page.html"
    const lab::Metric *ownMetric = nullptr; ///< what its verdict is about
    QStringList labels; ///< of the variants
    QList<int> failedSamples; ///< of each variant
    QList<quint64> errors; ///< of the load, of each variant
    QList<ResultFigure> figures; ///< that were measured, in the order of lab::metrics()
    QList<ResultLine>
        latencyByPercentile; ///< x: percents below 100; y: µs; all samples of a variant together
    QList<ResultLine> rateOverTime; ///< x: seconds from the start of the load; y: the median over the samples
    QList<ResultLine> latencyOverTime; ///< as above; y: µs, the mean of each bin
    SweptVariants swept;
    QString chance; ///< what chance alone may give, in a sentence

    const ResultFigure *find(const lab::Metric &metric) const; ///< null: not measured
};

/// `workload`: its place in the experiment.
WorkloadFigures workloadFigures(const lab::ResultDocument &document, qsizetype workload);

/// The same without lines.
WorkloadFigures workloadVerdicts(const lab::ResultDocument &document, qsizetype workload);

} // namespace servelab::ui
