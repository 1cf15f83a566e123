// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runcomparisonmodel.h"

#include "ui/models/coretext.h"
#include "ui/models/costcards.h"
#include "ui/models/metrictext.h"
#include "ui/models/resulttablemodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Kind = lab::Verdict::Kind;

QString workloadTitle(const lab::Experiment &experiment, const QString &id)
{
    const auto found = std::ranges::find(experiment.workloads, id, &lab::Workload::id);
    return found == experiment.workloads.end() || found->title.isEmpty() ? id : found->title;
}

QString valueOf(const lab::Metric &metric, double value)
{
    return value > 0 ? formatValueWithUnit(value, unitFor(metric, value)) : u"–"_s;
}

RunDifferenceRow rowOf(
    const lab::RunDifference &difference, const ComparedRun &run, const lab::Experiment &experiment)
{
    const lab::Verdict &verdict = difference.verdict;
    const stats::PairedComparison &comparison = verdict.comparison;
    RunDifferenceRow row;
    row.run = run.title;
    row.figure = titleOf(*verdict.metric);
    const QString variant = variantLabel(experiment, verdict.variant);
    row.what = experiment.workloads.size() == 1
        ? variant
        : u"%1 · %2"_s.arg(workloadTitle(experiment, verdict.workload), variant);
    row.before = valueOf(*verdict.metric, difference.before);
    row.after = valueOf(*verdict.metric, difference.after);
    if (comparison.rounds > 0 && comparison.outcome != stats::Outcome::NotComparable) {
        row.change = changeText(comparison.ratio);
        row.range = RunComparisonModel::tr("%1 to %2")
                        .arg(changeText(comparison.lowest), changeText(comparison.highest));
        row.noise = bandText(comparison.band);
    }
    row.kind = verdict.kind;
    row.verdict = verdict.words;
    return row;
}

/// Figures that are 0 in both, since nobody looked at them, are no news.
bool isNews(const lab::RunDifference &difference)
{
    return difference.before > 0 || difference.after > 0;
}

QString withRun(const QString &caution, const ComparedRun &run, bool isOnlyOne)
{
    QString text = caution;
    if (text.startsWith("Note: "_L1))
        text = text.sliced(6);
    text = capitalized(coreText(text));
    return isOnlyOne ? text : u"%1: %2"_s.arg(run.title, text);
}

int countOf(const QList<RunDifferenceRow> &rows, Kind kind)
{
    return static_cast<int>(std::ranges::count(rows, kind, &RunDifferenceRow::kind));
}

QString readingOf(const QList<RunDifferenceRow> &rows, const ComparedRun &baseline)
{
    if (rows.isEmpty())
        return RunComparisonModel::tr(
            "These results have no figure in common with “%1”: choose results of one "
            "experiment to compare them.")
            .arg(baseline.title);
    if (countOf(rows, Kind::Withheld) == rows.size())
        return RunComparisonModel::tr("Nothing can be said against “%1”: %2.")
            .arg(baseline.title, coreText(QString(rows.first().verdict).remove(u"withheld: "_s)));
    const int better = countOf(rows, Kind::Better);
    const int worse = countOf(rows, Kind::Worse);
    if (better + worse == 0)
        return RunComparisonModel::tr(
            "Against “%1”, none of %n figures differs beyond noise.", nullptr, static_cast<int>(rows.size()))
            .arg(baseline.title);
    return RunComparisonModel::tr("Against “%1”, %2 of %3 figures are better and %4 worse beyond noise.")
        .arg(baseline.title)
        .arg(better)
        .arg(rows.size())
        .arg(worse);
}

constexpr std::array heads{QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Result"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Configuration"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Figure"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Baseline"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "This result"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Change"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Range"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Noise"),
    QT_TRANSLATE_NOOP("servelab::ui::RunComparisonModel", "Verdict")};

/// The words of the other kinds begin with what they are.
QString verdictText(const RunDifferenceRow &row)
{
    if (row.kind == Kind::Better || row.kind == Kind::Worse)
        return u"%1: %2"_s.arg(verdictWord(row.kind), coreText(row.verdict));
    return capitalized(coreText(row.verdict));
}

/// The other columns hold the figures of it.
QString verdictInShort(const RunDifferenceRow &row)
{
    return row.kind == Kind::Withheld ? verdictText(row) : verdictWord(row.kind);
}

QString cellText(const RunDifferenceRow &row, int column)
{
    const std::array texts{row.run, row.what, row.figure, row.before, row.after, row.change, row.range,
        row.noise, verdictInShort(row)};
    const QString &text = texts[static_cast<std::size_t>(column)];
    return text.isEmpty() ? u"–"_s : text;
}

bool isNumber(int column)
{
    return column >= RunComparisonModel::Before && column <= RunComparisonModel::Noise;
}

} // namespace

ComparedRuns compared(const ComparedRun &baseline, const QList<ComparedRun> &others)
{
    ComparedRuns result;
    int rounds = 1000;
    for (const ComparedRun &run : others) {
        const lab::RunComparison comparison = lab::compareRuns({*baseline.document}, {*run.document});
        for (const lab::RunDifference &difference : comparison.differences) {
            if (!isNews(difference))
                continue;
            result.rows.append(rowOf(difference, run, run.document->experiment));
            rounds = std::min(rounds, difference.verdict.comparison.rounds);
        }
        for (const QString &caution : comparison.cautions)
            result.cautions.append(withRun(caution, run, others.size() == 1));
    }
    result.reading = readingOf(result.rows, baseline);
    result.chance = coreText(lab::chanceText(static_cast<int>(result.rows.size()), rounds));
    return result;
}

void RunComparisonModel::setRows(const QList<RunDifferenceRow> &rows)
{
    m_all = rows;
    choose();
}

void RunComparisonModel::setOnlyDifferences(bool only)
{
    m_onlyDifferences = only;
    choose();
}

void RunComparisonModel::choose()
{
    beginResetModel();
    m_rows = m_all;
    if (m_onlyDifferences)
        m_rows.removeIf(
            [](const RunDifferenceRow &row) { return row.kind != Kind::Better && row.kind != Kind::Worse; });
    endResetModel();
}

int RunComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunComparisonModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(heads.size());
}

QVariant RunComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const RunDifferenceRow &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == Verdict ? verdictText(row)
            : index.column() == What     ? cellText(row, What)
                                         : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case KindRole:
        return static_cast<int>(row.kind);
    default:
        return {};
    }
}

QVariant RunComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return tr(heads[static_cast<std::size_t>(section)]);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && section == Noise)
        return u"<p>%1</p>"_s.arg(explain(Term::NoiseBand).toHtmlEscaped());
    return {};
}

} // namespace servelab::ui
