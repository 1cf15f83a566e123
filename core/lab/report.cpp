// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/report.h"

#include "core/lab/figures.h"
#include "core/lab/verdict.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Rows = QList<Summary>;

const auto nothing = u"-"_s;

bool isMeasured(const Spread &spread)
{
    return spread.samples > 0;
}

QString labelOf(const Experiment &experiment, const QString &variant)
{
    const auto found = std::ranges::find(experiment.variants, variant, &Variant::id);
    return found == experiment.variants.end() || found->label.isEmpty() ? variant : found->label;
}

void appendColumn(ReportSection &section, const ReportColumn &column, const QStringList &cells)
{
    section.columns.append(column);
    section.rows.resize(cells.size());
    for (qsizetype row = 0; row < cells.size(); ++row)
        section.rows[row].append(cells[row]);
}

Unit unitFor(const Metric &metric, const Rows &rows)
{
    std::vector<double> medians;
    for (const Summary &row : rows)
        medians.push_back((row.*metric.spread).median);
    return commonUnit(medians, metric.units);
}

/// A column of medians in the one unit that suits all of them.
void appendMetric(ReportSection &section, const Metric &metric, const Rows &rows)
{
    const Unit unit = unitFor(metric, rows);
    QStringList cells;
    for (const Summary &row : rows) {
        const Spread &spread = row.*metric.spread;
        cells.append(isMeasured(spread) ? threeDigits(spread.median / unit.size) : nothing);
    }
    appendColumn(section, {u"%1 %2"_s.arg(metric.head, unit.name).trimmed()}, cells);
}

void appendRange(ReportSection &section, const Rows &rows)
{
    QStringList cells;
    for (const Summary &row : rows) {
        const Spread &spread = row.requestsPerSecond;
        cells.append(isMeasured(spread)
                ? u"%1 - %2"_s.arg(threeDigits(spread.lowest), threeDigits(spread.highest))
                : nothing);
    }
    appendColumn(section, {u"range"_s}, cells);
}

bool hasIdleConnections(const Rows &rows)
{
    return std::ranges::any_of(rows, [](const Summary &row) { return row.idleBytesPerThousand.highest > 0; });
}

void appendMetrics(ReportSection &section, const Rows &rows)
{
    for (const Metric &metric : metrics()) {
        if (metric.spread == &Summary::idleBytesPerThousand && !hasIdleConnections(rows))
            continue;
        appendMetric(section, metric, rows);
        if (metric.spread == &Summary::requestsPerSecond)
            appendRange(section, rows);
    }
}

void appendLabels(ReportSection &section, const Experiment &experiment, const Rows &rows)
{
    QStringList cells;
    for (const Summary &row : rows)
        cells.append(labelOf(experiment, row.variant));
    appendColumn(section, {u"Variant"_s, false}, cells);
}

void appendFailures(ReportSection &section, const Rows &rows)
{
    QStringList cells;
    for (const Summary &row : rows)
        cells.append(QString::number(row.failedSamples));
    appendColumn(section, {u"failed"_s}, cells);
}

void appendVerdicts(ReportSection &section, const QList<Verdict> &verdicts)
{
    QStringList ratios{nothing};
    QStringList bands{nothing};
    QStringList words{u"baseline"_s};
    for (const Verdict &verdict : verdicts) {
        const bool any = verdict.comparison.rounds > 0;
        ratios.append(ratioText(verdict.comparison));
        bands.append(any ? bandText(verdict.comparison.band) : nothing);
        words.append(verdict.words);
    }
    appendColumn(section, {u"ratio"_s}, ratios);
    appendColumn(section, {u"noise"_s}, bands);
    appendColumn(section, {u"verdict"_s, false}, words);
}

QStringList welchNotes(const Experiment &experiment, const QList<Verdict> &verdicts)
{
    QStringList notes;
    for (const Verdict &verdict : verdicts) {
        if (const auto &welch = verdict.comparison.welch)
            notes.append(u"%1, %2: Welch %3."_s.arg(
                labelOf(experiment, verdict.variant), verdict.metric->title, welchText(*welch)));
    }
    return notes;
}

/// What went wrong, once for each text: the same failure often repeats over the rounds.
QStringList failureNotes(const ResultDocument &document, const QString &workload)
{
    QStringList notes;
    for (const Sample &sample : document.samples) {
        if (sample.workload != workload || !sample.failure)
            continue;
        const QString note = u"Failed: %1: %2"_s.arg(
            labelOf(document.experiment, sample.variant), sample.failure->toString());
        if (!notes.contains(note))
            notes.append(note);
    }
    return notes;
}

ReportChart chartOf(const Experiment &experiment, const Metric &metric, const Rows &rows)
{
    const Unit unit = unitFor(metric, rows);
    ReportChart chart;
    chart.title = unit.name.isEmpty() ? metric.title.toString() : u"%1 (%2)"_s.arg(metric.title, unit.name);
    for (const Summary &row : rows) {
        const Spread &spread = row.*metric.spread;
        if (isMeasured(spread))
            chart.bars.append({labelOf(experiment, row.variant), spread.median / unit.size,
                spread.lowest / unit.size, spread.highest / unit.size});
    }
    return chart;
}

QList<ReportChart> chartsOf(const Experiment &experiment, const Metric &own, const Rows &rows)
{
    QList<ReportChart> charts{chartOf(experiment, own, rows)};
    for (const Metric &metric : metrics()) {
        const bool isShown = metric.spread == &Summary::cpuMicrosecondsPerRequest
            || metric.spread == &Summary::p99Microseconds || metric.spread == &Summary::memoryRetainedBytes;
        if (isShown && metric.key != own.key)
            charts.append(chartOf(experiment, metric, rows));
    }
    return charts;
}

ReportSection sectionOf(const ResultDocument &document, const Workload &workload)
{
    Rows rows = document.summaries();
    rows.removeIf([&workload](const Summary &row) { return row.workload != workload.id; });
    QList<Verdict> verdicts = verdictsOf(document);
    verdicts.removeIf([&workload](const Verdict &verdict) { return verdict.workload != workload.id; });
    ReportSection section;
    section.title = u"%1: %2 %3"_s.arg(workload.title, QString::fromUtf8(workload.method), workload.path);
    section.lead = workload.lesson;
    appendLabels(section, document.experiment, rows);
    appendMetrics(section, rows);
    appendFailures(section, rows);
    appendVerdicts(section, verdicts);
    section.notes = failureNotes(document, workload.id) + welchNotes(document.experiment, verdicts);
    section.notes.append(chanceText(static_cast<int>(verdicts.size()), document.experiment.rounds));
    section.notes.removeAll(QString());
    const Metric *own = findMetric(workload.metric);
    section.charts = chartsOf(document.experiment, own ? *own : metrics().front(), rows);
    return section;
}

QString coreCount(int cores)
{
    return cores == 1 ? u"1 core"_s : u"%1 cores"_s.arg(cores);
}

QString coresText(const QList<int> &cores)
{
    QStringList numbers;
    for (const int core : cores)
        numbers.append(QString::number(core));
    return (cores.size() == 1 ? u"core "_s : u"cores "_s) + numbers.join(", "_L1);
}

QString placementText(const Environment &environment)
{
    if (environment.serverCores.isEmpty())
        return u"server and load share the cores"_s;
    return u"server on %1, load on %2"_s.arg(
        coresText(environment.serverCores), coresText(environment.loadCores));
}

QString machineText(const base::MachineDescription &machine)
{
    QStringList parts{machine.processor, coreCount(machine.cores),
        bytesText(static_cast<double>(machine.memoryBytes)), machine.operatingSystem, machine.kernel};
    if (!machine.governor.isEmpty())
        parts.append(u"governor %1"_s.arg(machine.governor));
    parts.removeAll(QString());
    return parts.join(", "_L1);
}

QString programText(const Environment &environment)
{
    const QString revision
        = environment.revision.isEmpty() ? QString() : u", revision %1"_s.arg(environment.revision);
    return u"Servelab %1 (%2%3), Qt %4, %5"_s.arg(
        environment.version, environment.buildType, revision, environment.qtVersion, environment.compiler);
}

QString environmentText(const Environment &environment)
{
    return u"Measured on %1; %2; %3."_s.arg(
        machineText(environment.machine), placementText(environment), programText(environment));
}

/// What makes the figures less steady, or less telling, than they look.
QStringList cautions(const ResultDocument &document)
{
    QStringList notes;
    for (const FitnessReason &reason : fitnessOf(document).reasons)
        notes.append(u"Note: %1. %2"_s.arg(reason.text, reason.remedy));
    return notes;
}

QString roundsText(const ResultDocument &document)
{
    const int rounds = document.experiment.rounds;
    const QString planned = rounds == 1 ? u"1 round"_s : u"%1 rounds"_s.arg(rounds);
    if (!document.cancelled) {
        const QString runs
            = document.experiment.runsPerRound > 1 ? u", each variant twice in each"_s : QString();
        return u"Medians of %1%2; each sample is a fresh server process. Memory in private dirty bytes, the "
               "peak as resident."_s.arg(planned, runs);
    }
    qint64 finished = 0;
    for (const Sample &sample : document.samples)
        finished = std::max(finished, qint64(sample.round) + 1);
    return u"Ended early: %1 of %2 finished."_s.arg(finished).arg(planned);
}

QStringList closingNotes(const ResultDocument &document)
{
    QStringList notes{roundsText(document)};
    if (!document.experiment.published.isEmpty())
        notes.append(u"Published by others: %1"_s.arg(document.experiment.published));
    notes.append(environmentText(document.environment));
    return notes + cautions(document);
}

// One table for many experiments.

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

QString medianOf(
    const QList<Summary> &summaries, const QString &workload, const QString &variant, const Metric &metric)
{
    for (const Summary &summary : summaries) {
        if (summary.workload == workload && summary.variant == variant)
            return isMeasured(summary.*metric.spread) ? valueText(metric, (summary.*metric.spread).median)
                                                      : u"failed"_s;
    }
    return nothing;
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
    return u"%1 / %2"_s.arg(baseline, medianOf(context.summaries, context.workload.id, candidate, metric));
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
        candidate ? named(*candidate) : nothing, verdict ? ratioText(verdict->comparison) : nothing,
        any ? bandText(verdict->comparison.band) : nothing, both(context, cpuMetric(), id),
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

Report reportOf(const ResultDocument &document)
{
    Report report;
    report.title = document.experiment.title;
    for (const Workload &workload : document.experiment.workloads)
        report.sections.append(sectionOf(document, workload));
    report.notes = closingNotes(document);
    return report;
}

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

QString toTextTable(const ResultDocument &document)
{
    return toText(reportOf(document));
}

} // namespace servelab::lab
