// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/report.h"

#include "core/lab/reportparts.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Rows = QList<Summary>;

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
        cells.append(isMeasured(spread) ? threeDigits(spread.median / unit.size) : noFigure.toString());
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
                : noFigure.toString());
    }
    appendColumn(section, {u"range"_s}, cells);
}

/// What no sample tells says nothing; but where none counts, what is missing can be seen.
bool isToldByAny(const Metric &metric, const Rows &rows)
{
    const auto counts = [&metric](const Summary &row) { return (row.*metric.spread).samples > 0; };
    const auto tells = [&metric](const Summary &row) { return (row.*metric.spread).highest > 0; };
    return std::ranges::any_of(rows, tells) || (!metric.isSpecial && std::ranges::none_of(rows, counts));
}

void appendMetrics(ReportSection &section, const Rows &rows)
{
    for (const Metric &metric : metrics()) {
        if (!isToldByAny(metric, rows))
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
    QStringList ratios{noFigure.toString()};
    QStringList bands{noFigure.toString()};
    QStringList words{u"baseline"_s};
    for (const Verdict &verdict : verdicts) {
        const bool any = verdict.comparison.rounds > 0;
        ratios.append(ratioText(verdict.comparison));
        bands.append(any ? bandText(verdict.comparison.band) : noFigure.toString());
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
        if (isShown && metric.key != own.key && isToldByAny(metric, rows))
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
    section.title = workload.task.isEmpty()
        ? u"%1: %2 %3"_s.arg(workload.title, QString::fromUtf8(workload.method), workload.path)
        : u"%1: each one counts as a request"_s.arg(workload.title);
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
    if (const QString observer = observerText(document); !observer.isEmpty())
        notes.append(observer);
    return notes + cautions(document);
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

QString toTextTable(const ResultDocument &document)
{
    return toText(reportOf(document));
}

} // namespace servelab::lab
