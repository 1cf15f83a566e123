// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resultreading.h"

#include "ui/models/coretext.h"
#include "ui/models/metrictext.h"
#include "ui/models/resultfigures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Kind = lab::Verdict::Kind;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(ResultReading)
};

bool isClear(const lab::Verdict &verdict)
{
    return verdict.kind == Kind::Better || verdict.kind == Kind::Worse;
}

/// How far apart, whichever way.
double effectOf(const lab::Verdict &verdict)
{
    return std::abs(std::log(verdict.comparison.ratio));
}

const VariantFigure *figureOf(const WorkloadFigures &figures, const lab::Metric &metric, qsizetype variant)
{
    const ResultFigure *figure = figures.find(metric);
    return figure ? &figure->variants[variant] : nullptr;
}

/// The verdict of the workload's own figure; another one's where the load generator was the limit.
lab::Verdict ownVerdict(const WorkloadFigures &figures, qsizetype variant)
{
    const VariantFigure *figure = figureOf(figures, *figures.ownMetric, variant);
    return figure ? figure->verdict : lab::Verdict();
}

/// Clear differences of what people ask for beside the workload's own figure, the most telling first.
QStringList otherPhrases(const WorkloadFigures &figures, qsizetype variant, const lab::Metric &own)
{
    QStringList phrases;
    for (const auto *key :
        {"wireBytesPerResponse", "cpuMicrosecondsPerRequest", "p99Microseconds", "memoryRetainedBytes"}) {
        const lab::Metric &metric = *lab::findMetric(QLatin1StringView(key));
        const VariantFigure *figure = figureOf(figures, metric, variant);
        // Time on the processor only repeats what the rate has said, unless it was asked for.
        const bool repeats = &metric == &lab::cpuMetric() && &own == &lab::metrics().front();
        if (figure && &metric != &own && !repeats && isClear(figure->verdict))
            phrases.append(changePhrase(metric, figure->verdict.comparison.ratio));
    }
    return phrases.first(std::min<qsizetype>(phrases.size(), 2));
}

QString enumerated(const QStringList &parts)
{
    if (parts.size() < 2)
        return parts.join(QString());
    return Texts::tr("%1 and %2").arg(parts.first(parts.size() - 1).join(u", "_s), parts.last());
}

QString roundsText(const lab::Verdict &verdict)
{
    return Texts::tr("outside noise in %1 of %2 rounds")
        .arg(verdict.comparison.roundsOutside)
        .arg(verdict.comparison.rounds);
}

/// "costs 18 % of the requests per second and saves 4 % of the bytes; outside noise in 9 of 9 rounds"
QString clearText(const WorkloadFigures &figures, qsizetype variant, const lab::Verdict &own)
{
    const QStringList phrases = QStringList{changePhrase(*own.metric, own.comparison.ratio)}
        + otherPhrases(figures, variant, *own.metric);
    return Texts::tr("%1; %2").arg(enumerated(phrases), roundsText(own));
}

/// "shows no difference in requests per second beyond noise (±1.3 %), but saves 4 % of the bytes"
QString equalText(const WorkloadFigures &figures, qsizetype variant, const lab::Verdict &own)
{
    const QString text = noDifferencePhrase(*own.metric, own.comparison.band);
    const QStringList others = otherPhrases(figures, variant, *own.metric);
    return others.isEmpty() ? text : Texts::tr("%1, but %2").arg(text, enumerated(others));
}

QString withheldText(const lab::Verdict &verdict)
{
    QString reason = verdict.words;
    reason.remove(u"withheld: "_s);
    return Texts::tr("Nothing can be said about the difference: %1.").arg(coreText(reason));
}

QString pairReading(const WorkloadFigures &figures, qsizetype variant)
{
    const lab::Verdict own = ownVerdict(figures, variant);
    if (own.kind == Kind::Withheld)
        return withheldText(own);
    const QString said = isClear(own) ? clearText(figures, variant, own) : equalText(figures, variant, own);
    return Texts::tr("Beside “%1”, “%2” %3.").arg(figures.labels.first(), figures.labels[variant], said);
}

/// -1: none.
qsizetype mostOf(const WorkloadFigures &figures, Kind kind)
{
    qsizetype most = -1;
    for (qsizetype variant = 1; variant < figures.labels.size(); ++variant) {
        const lab::Verdict verdict = ownVerdict(figures, variant);
        if (verdict.kind == kind && (most < 0 || effectOf(verdict) > effectOf(ownVerdict(figures, most))))
            most = variant;
    }
    return most;
}

int countOf(const WorkloadFigures &figures, Kind kind)
{
    int count = 0;
    for (qsizetype variant = 1; variant < figures.labels.size(); ++variant)
        count += ownVerdict(figures, variant).kind == kind ? 1 : 0;
    return count;
}

QString extremeReading(const WorkloadFigures &figures, qsizetype variant, const char *sentence)
{
    return Texts::tr(sentence).arg(
        figures.labels[variant], clearText(figures, variant, ownVerdict(figures, variant)));
}

QString manyReading(const WorkloadFigures &figures)
{
    const int candidates = static_cast<int>(figures.labels.size()) - 1;
    if (countOf(figures, Kind::Withheld) == candidates)
        return withheldText(ownVerdict(figures, 1));
    QStringList sentences;
    const qsizetype best = mostOf(figures, Kind::Better);
    const qsizetype worst = mostOf(figures, Kind::Worse);
    sentences.append(Texts::tr("Beside “%1”:").arg(figures.labels.first()));
    if (best >= 0)
        sentences.append(
            extremeReading(figures, best, QT_TRANSLATE_NOOP("ResultReading", "“%1” is best: it %2.")));
    if (worst >= 0)
        sentences.append(
            extremeReading(figures, worst, QT_TRANSLATE_NOOP("ResultReading", "“%1” is worst: it %2.")));
    if (best < 0)
        sentences.append(worst >= 0 ? Texts::tr("None of %n is better.", nullptr, candidates)
                                    : Texts::tr("none of %n is better.", nullptr, candidates));
    if (const int equal = countOf(figures, Kind::NoDifference))
        sentences.append(Texts::tr("%n show no difference beyond noise.", nullptr, equal));
    return sentences.join(u' ');
}

QString singleReading(const WorkloadFigures &figures)
{
    QStringList parts;
    for (const auto *key : {"requestsPerSecond", "p99Microseconds"}) {
        const lab::Metric &metric = *lab::findMetric(QLatin1StringView(key));
        if (const VariantFigure *figure = figureOf(figures, metric, 0)) {
            const double median = figure->spread.median;
            parts.append(
                u"%1 %2"_s.arg(shortTitleOf(metric), formatValueWithUnit(median, unitFor(metric, median))));
        }
    }
    return Texts::tr("“%1” was measured alone: %2.").arg(figures.labels.first(), parts.join(u", "_s));
}

QString limitReading(const WorkloadFigures &figures)
{
    for (qsizetype variant = 1; variant < figures.labels.size(); ++variant) {
        if (ownVerdict(figures, variant).generatorWasLimit)
            return Texts::tr("The load generator was the limit, so that CPU per request is compared.");
    }
    return {};
}

QString failureReading(const lab::ResultDocument &document)
{
    const auto hasFailed = [](const lab::Sample &sample) { return sample.failure.has_value(); };
    const auto first = std::ranges::find_if(document.samples, hasFailed);
    if (first == document.samples.end())
        return {};
    return Texts::tr("Some samples failed and do not count: %1. The first one: %2")
        .arg(std::ranges::count_if(document.samples, hasFailed))
        .arg(first->failure->toString());
}

QString speedReading(const WorkloadFigures &figures)
{
    if (figures.labels.size() == 1)
        return singleReading(figures);
    return figures.labels.size() == 2 ? pairReading(figures, 1) : manyReading(figures);
}

} // namespace

QString readingOf(const lab::ResultDocument &document, const WorkloadFigures &figures)
{
    if (figures.figures.isEmpty())
        return QString(Texts::tr("Nothing was measured.") + u' ' + failureReading(document)).trimmed();
    QStringList sentences{speedReading(figures), limitReading(figures), failureReading(document)};
    if (document.cancelled)
        sentences.append(Texts::tr("The run was cancelled; these are its finished rounds."));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

QString readingOf(const lab::ResultDocument &document)
{
    return readingOf(document, workloadVerdicts(document, 0));
}

} // namespace servelab::ui
