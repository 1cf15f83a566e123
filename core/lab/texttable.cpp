// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultdocument.h"

#include "core/lab/figures.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

/// One column: its head, and a cell for each row. Numbers stand at the right.
struct Column
{
    QString head;
    QStringList cells;
    bool alignRight = true;

    qsizetype width() const
    {
        qsizetype widest = head.size();
        for (const QString &cell : cells)
            widest = std::max(widest, cell.size());
        return widest;
    }
    QString aligned(const QString &text) const
    {
        return alignRight ? text.rightJustified(width()) : text.leftJustified(width());
    }
};

using Rows = QList<Summary>;

bool isMeasured(const Summary &summary)
{
    return summary.requestsPerSecond.samples > 0;
}

QString labelOf(const Experiment &experiment, const QString &variant)
{
    for (const Variant &one : experiment.variants) {
        if (one.id == variant)
            return one.label;
    }
    return variant;
}

/// A column of medians in the one unit that suits all of them.
Column figureColumn(
    const QString &head, const Rows &rows, Spread Summary::*figure, std::span<const Unit> units)
{
    std::vector<double> medians;
    for (const Summary &row : rows)
        medians.push_back((row.*figure).median);
    const Unit unit = commonUnit(medians, units);
    Column column{.head = u"%1 %2"_s.arg(head, unit.name).trimmed(), .cells = {}};
    for (const Summary &row : rows)
        column.cells.append(isMeasured(row) ? threeDigits((row.*figure).median / unit.size) : u"-"_s);
    return column;
}

Column rangeColumn(const Rows &rows)
{
    Column column{.head = u"range"_s, .cells = {}};
    for (const Summary &row : rows) {
        const Spread &spread = row.requestsPerSecond;
        column.cells.append(isMeasured(row)
                ? u"%1 - %2"_s.arg(threeDigits(spread.lowest), threeDigits(spread.highest))
                : u"-"_s);
    }
    return column;
}

bool overlap(const Spread &a, const Spread &b)
{
    return a.lowest <= b.highest && b.lowest <= a.highest;
}

QString comparison(const Summary &row, const Summary &baseline)
{
    const Spread &ours = row.requestsPerSecond;
    const Spread &theirs = baseline.requestsPerSecond;
    if (!isMeasured(row) || !isMeasured(baseline) || theirs.median <= 0)
        return u"-"_s;
    const QString ratio = u"%1 x"_s.arg(threeDigits(ours.median / theirs.median));
    return overlap(ours, theirs) ? ratio + u", ranges overlap: no difference shown"_s : ratio;
}

Column comparisonColumn(const Rows &rows)
{
    Column column{.head = u"req/s to the first"_s, .cells = {u"baseline"_s}, .alignRight = false};
    for (qsizetype i = 1; i < rows.size(); ++i)
        column.cells.append(comparison(rows[i], rows.first()));
    return column;
}

Column labelColumn(const Experiment &experiment, const Rows &rows)
{
    Column column{.head = u"Variant"_s, .cells = {}, .alignRight = false};
    for (const Summary &row : rows)
        column.cells.append(labelOf(experiment, row.variant));
    return column;
}

Column failedColumn(const Rows &rows)
{
    Column column{.head = u"failed"_s, .cells = {}};
    for (const Summary &row : rows)
        column.cells.append(QString::number(row.failedSamples));
    return column;
}

std::vector<Column> columnsOf(const Experiment &experiment, const Rows &rows)
{
    return {
        labelColumn(experiment, rows),
        figureColumn(u"req/s"_s, rows, &Summary::requestsPerSecond, plainUnit),
        rangeColumn(rows),
        figureColumn(u"p50"_s, rows, &Summary::p50Microseconds, timeUnits),
        figureColumn(u"p99"_s, rows, &Summary::p99Microseconds, timeUnits),
        figureColumn(u"CPU/request"_s, rows, &Summary::cpuMicrosecondsPerRequest, timeUnits),
        figureColumn(u"bytes/answer"_s, rows, &Summary::wireBytesPerResponse, byteUnits),
        figureColumn(u"start"_s, rows, &Summary::memoryStartBytes, byteUnits),
        figureColumn(u"peak"_s, rows, &Summary::memoryPeakBytes, byteUnits),
        figureColumn(u"retained"_s, rows, &Summary::memoryRetainedBytes, byteUnits),
        failedColumn(rows),
        comparisonColumn(rows),
    };
}

QString trimmedRight(QString line)
{
    while (line.endsWith(u' '))
        line.chop(1);
    return line;
}

template <typename TextOf>
QString lineOf(const std::vector<Column> &columns, TextOf textOf)
{
    QStringList texts;
    for (const Column &column : columns)
        texts.append(column.aligned(textOf(column)));
    return trimmedRight(texts.join("  "_L1)) + u'\n';
}

QString tableOf(const Experiment &experiment, const Rows &rows)
{
    const std::vector<Column> columns = columnsOf(experiment, rows);
    QString text = lineOf(columns, [](const Column &column) { return column.head; });
    for (qsizetype row = 0; row < rows.size(); ++row)
        text += lineOf(columns, [row](const Column &column) { return column.cells[row]; });
    return text;
}

/// What went wrong, once for each text: the same failure often repeats over the rounds.
QString failuresOf(const ResultDocument &document, const QString &workload)
{
    QStringList lines;
    for (const Sample &sample : document.samples) {
        if (sample.workload != workload || !sample.failure)
            continue;
        const QString line = u"Failed: %1: %2\n"_s.arg(
            labelOf(document.experiment, sample.variant), sample.failure->toString());
        if (!lines.contains(line))
            lines.append(line);
    }
    return lines.join(QString());
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

QString environmentText(const Environment &environment)
{
    return u"Measured on %1; %2; Servelab %3 (%4), Qt %5, %6.\n"_s.arg(machineText(environment.machine),
        placementText(environment), environment.version, environment.buildType, environment.qtVersion,
        environment.compiler);
}

/// What makes the figures less steady, or less telling, than they look.
QString cautions(const Environment &environment)
{
    const base::MachineDescription &machine = environment.machine;
    QString text;
    if (machine.loadAverage > machine.cores / 2.0)
        text += u"Note: the machine was busy with other work at the start (load average %1 on %2). "
                "Measure again when it is quiet.\n"_s.arg(machine.loadAverage, 0, 'f', 1)
                    .arg(coreCount(machine.cores));
    if (machine.onBattery.value_or(false))
        text
            += u"Note: the machine ran on battery, where it may be slower. Plug it in and measure again.\n"_s;
    if (machine.governor == "powersave"_L1)
        text
            += u"Note: the frequency governor \"powersave\" changes the processor's speed while it measures.\n"_s;
    if (environment.buildType == "Debug"_L1)
        text += u"Note: this is a debug build, which is slower. Measure with a release build.\n"_s;
    return text;
}

QString roundsText(const ResultDocument &document)
{
    const int rounds = document.experiment.rounds;
    const QString planned = rounds == 1 ? u"1 round"_s : u"%1 rounds"_s.arg(rounds);
    if (!document.cancelled)
        return u"Medians of %1; each sample is a fresh server process. Memory in private dirty bytes, the "
               u"peak as "
               "resident.\n"_s.arg(planned);
    qint64 finished = 0;
    for (const Sample &sample : document.samples)
        finished = std::max(finished, qint64(sample.round) + 1);
    return u"Ended early: %1 of %2 finished.\n"_s.arg(finished).arg(planned);
}

} // namespace

QString toTextTable(const ResultDocument &document)
{
    const Experiment &experiment = document.experiment;
    const QList<Summary> summaries = document.summaries();
    QString text = experiment.title + u'\n';
    for (const Workload &workload : experiment.workloads) {
        Rows rows;
        std::ranges::copy_if(summaries, std::back_inserter(rows),
            [&workload](const Summary &summary) { return summary.workload == workload.id; });
        text += u"\n%1: %2 %3\n"_s.arg(workload.title, QString::fromUtf8(workload.method), workload.path);
        text += tableOf(experiment, rows) + failuresOf(document, workload.id);
    }
    return text + u'\n' + roundsText(document) + environmentText(document.environment)
        + cautions(document.environment);
}

} // namespace servelab::lab
