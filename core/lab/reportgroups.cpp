// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/reportparts.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

QString groupTitle(const QString &group)
{
    static const QHash<QString, QString> titles{
        {u"N"_s, u"N: node-http-server 9.1.0 against 9.0.2"_s},
        {u"O"_s, u"O: the operational benchmark of node-http-server"_s},
        {u"U"_s, u"U: the comparison of uWebSockets.js"_s},
        {u"H"_s, u"H: the HTTP benchmarks of Node"_s},
        {u"D"_s, u"D: Node against Deno and other servers"_s},
        {u"own"_s, u"Lessons of Servelab"_s},
    };
    return titles.value(group, group);
}

/// A figure that no sample told is another thing than no sample that counts.
QString medianText(const Metric &metric, const Spread &spread)
{
    if (isMeasured(spread))
        return valueText(metric, spread.median);
    return spread.samples > 0 ? noFigure.toString() : u"failed"_s;
}

QString medianOf(
    const QList<Summary> &summaries, const QString &workload, const QString &variant, const Metric &metric)
{
    for (const Summary &summary : summaries) {
        if (summary.workload == workload && summary.variant == variant)
            return medianText(metric, summary.*metric.spread);
    }
    return noFigure.toString();
}

struct RowContext
{
    const ResultDocument &document;
    const QList<Summary> &summaries;
    const Workload &workload;
    QString name;
};

QString both(const RowContext &context, const Metric &metric, const QString &candidate)
{
    const QString &first = context.document.experiment.variants.first().id;
    const QString baseline = medianOf(context.summaries, context.workload.id, first, metric);
    if (candidate.isEmpty())
        return baseline;
    const QString other = medianOf(context.summaries, context.workload.id, candidate, metric);
    return baseline == noFigure && other == noFigure ? baseline : u"%1 / %2"_s.arg(baseline, other);
}

QStringList rowOf(const RowContext &context, const Variant *candidate, const Verdict *verdict)
{
    const Experiment &experiment = context.document.experiment;
    const Metric *own = findMetric(context.workload.metric);
    const Metric &metric = own ? *own : metrics().front();
    const QString id = candidate ? candidate->id : QString();
    const auto named = [&](const Variant &variant) {
        return u"%1: %2"_s.arg(labelOf(experiment, variant.id),
            medianOf(context.summaries, context.workload.id, variant.id, metric));
    };
    const bool any = verdict && verdict->comparison.rounds > 0;
    return {context.name, metric.head.toString(), named(experiment.variants.first()),
        candidate ? named(*candidate) : noFigure.toString(),
        verdict ? ratioText(verdict->comparison) : noFigure.toString(),
        any ? bandText(verdict->comparison.band) : noFigure.toString(), both(context, cpuMetric(), id),
        both(context, *findMetric(u"p99Microseconds"_s), id),
        both(context, *findMetric(u"memoryRetainedBytes"_s), id),
        verdict ? verdict->words : u"measured alone"_s};
}

void appendRows(const ResultDocument &document, ReportSection &section)
{
    const Experiment &experiment = document.experiment;
    const QList<Summary> summaries = document.summaries();
    const QList<Verdict> verdicts = verdictsOf(document);
    for (const Workload &workload : experiment.workloads) {
        const QString name
            = experiment.workloads.size() == 1 ? experiment.id : experiment.id + u' ' + workload.id;
        const RowContext context{document, summaries, workload, name};
        if (experiment.variants.size() == 1)
            section.rows.append(rowOf(context, nullptr, nullptr));
        for (const Verdict &verdict : verdicts) {
            if (verdict.workload == workload.id)
                section.rows.append(rowOf(context,
                    &*std::ranges::find(experiment.variants, verdict.variant, &Variant::id), &verdict));
        }
        for (const QString &note : failureNotes(document, workload.id))
            section.notes.append(u"%1: %2"_s.arg(name, note));
    }
    if (!experiment.published.isEmpty())
        section.notes.append(u"%1, published: %2"_s.arg(experiment.id, experiment.published));
}

ReportSection groupSection(const QList<ResultDocument> &documents, const QString &group)
{
    ReportSection section;
    section.title = groupTitle(group);
    section.columns = {{u"Workload"_s, false}, {u"metric"_s, false}, {u"baseline"_s, false},
        {u"candidate"_s, false}, {u"ratio"_s}, {u"noise"_s}, {u"CPU/request"_s}, {u"p99"_s}, {u"retained"_s},
        {u"verdict"_s, false}};
    int comparisons = 0;
    int rounds = 1000;
    for (const ResultDocument &document : documents) {
        if (document.experiment.group != group)
            continue;
        appendRows(document, section);
        comparisons += static_cast<int>(
            document.experiment.workloads.size() * (document.experiment.variants.size() - 1));
        rounds = std::min(rounds, document.experiment.rounds);
    }
    section.notes.append(chanceText(comparisons, rounds));
    section.notes.removeAll(QString());
    return section;
}

QStringList groupsOf(const QList<ResultDocument> &documents)
{
    QStringList groups;
    for (const ResultDocument &document : documents) {
        if (!groups.contains(document.experiment.group))
            groups.append(document.experiment.group);
    }
    return groups;
}

} // namespace

Report reportOf(const QList<ResultDocument> &documents)
{
    if (documents.size() == 1)
        return reportOf(documents.first());
    Report report;
    report.title = u"%1 experiments"_s.arg(documents.size());
    for (const QString &group : groupsOf(documents))
        report.sections.append(groupSection(documents, group));
    if (!documents.isEmpty())
        report.notes = QStringList{environmentText(documents.first().environment)};
    for (const ResultDocument &document : documents) {
        for (const QString &caution : cautions(document)) {
            if (!report.notes.contains(caution))
                report.notes.append(caution);
        }
    }
    return report;
}

} // namespace servelab::lab
