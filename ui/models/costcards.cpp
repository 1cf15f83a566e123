// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/costcards.h"

#include "ui/models/coretext.h"
#include "ui/models/metrictext.h"

#include <QCoreApplication>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(CostCard)
};

/// What a card tells of; the others have their charts.
bool isOnCard(const lab::Metric &metric)
{
    return metric.spread != &lab::Summary::memoryStartBytes
        && metric.spread != &lab::Summary::memoryPeakBytes;
}

QString spreadText(const VariantFigure &figure, const Unit &unit)
{
    return Texts::tr("%1 to %2")
        .arg(formatValue(figure.spread.lowest, unit), formatValueWithUnit(figure.spread.highest, unit));
}

/// A rate that the load generator held down is not the server's, whatever it came out as.
bool isHeldDown(const lab::Metric &metric, const lab::Verdict &verdict)
{
    return verdict.generatorWasLimit && &metric != verdict.metric;
}

void addVerdict(const lab::Metric &metric, const lab::Verdict &verdict, CostFigure &figure)
{
    if (isHeldDown(metric, verdict)) {
        figure.verdict = verdictWord(lab::Verdict::Kind::Withheld);
        figure.words = Texts::tr("withheld: the load generator was the limit, see CPU per request");
        return;
    }
    const stats::PairedComparison &comparison = verdict.comparison;
    if (comparison.rounds > 0 && comparison.outcome != stats::Outcome::NotComparable) {
        figure.change = changeText(comparison.ratio);
        const QString lowest = changeText(comparison.lowest);
        const QString highest = changeText(comparison.highest);
        figure.range = lowest == highest ? Texts::tr("%1 in every round").arg(lowest)
                                         : Texts::tr("%1 to %2").arg(lowest, highest);
    }
    figure.kind = verdict.kind;
    figure.verdict = verdictWord(verdict.kind);
    figure.words = coreText(verdict.words);
}

CostFigure costFigure(const ResultFigure &figure, qsizetype variant)
{
    const lab::Metric &metric = *figure.metric;
    const VariantFigure &own = figure.variants[variant];
    CostFigure cost;
    cost.title = shortTitleOf(metric);
    cost.term = termOf(metric);
    cost.value = u"–"_s;
    if (own.isMeasured()) {
        const Unit unit = unitFor(metric, own.spread.median);
        cost.value = formatValueWithUnit(own.spread.median, unit);
        cost.spread = spreadText(own, unit);
    }
    if (variant > 0)
        addVerdict(metric, own.verdict, cost);
    return cost;
}

QString troubleText(int failed, quint64 errors)
{
    QStringList parts;
    if (failed > 0)
        parts.append(Texts::tr("%n samples failed", nullptr, failed));
    if (errors > 0)
        parts.append(Texts::tr("%1 wrong or missing answers").arg(formatCount(errors)));
    return parts.join(u", "_s);
}

} // namespace

QString verdictWord(lab::Verdict::Kind kind)
{
    switch (kind) {
    case lab::Verdict::Kind::Better:
        return Texts::tr("Better");
    case lab::Verdict::Kind::Worse:
        return Texts::tr("Worse");
    case lab::Verdict::Kind::NoDifference:
        return Texts::tr("No difference");
    case lab::Verdict::Kind::Withheld:
        return Texts::tr("Withheld");
    }
    Q_UNREACHABLE();
}

QList<CostCard> costCards(const WorkloadFigures &figures)
{
    QList<CostCard> cards;
    for (qsizetype variant = 0; variant < figures.labels.size(); ++variant) {
        CostCard card{figures.labels[variant], static_cast<int>(variant), variant == 0, {},
            troubleText(figures.failedSamples[variant], figures.errors[variant])};
        for (const ResultFigure &figure : figures.figures) {
            if (isOnCard(*figure.metric))
                card.figures.append(costFigure(figure, variant));
        }
        cards.append(card);
    }
    return cards;
}

QString CostCard::toText() const
{
    QStringList lines{isBaseline ? Texts::tr("%1 (baseline)").arg(label) : label};
    for (const CostFigure &figure : figures) {
        QStringList parts{figure.value, figure.change.isEmpty() ? QString() : figure.change, figure.range,
            figure.words.isEmpty() ? figure.spread : figure.words};
        parts.removeAll(QString());
        lines.append(u"%1: %2"_s.arg(figure.title, parts.join(u"; "_s)));
    }
    if (!trouble.isEmpty())
        lines.append(trouble);
    return lines.join(u'\n');
}

} // namespace servelab::ui
