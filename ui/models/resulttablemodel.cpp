// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resulttablemodel.h"

#include <algorithm>
#include <array>
#include <optional>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

/// What a column shows of a summary.
struct Figure
{
    const char *title; ///< in two lines; the unit follows
    lab::Spread lab::Summary::*spread;
    Unit (*unitFor)(double typical);
    Term term;
};

Unit rateUnitFor(double)
{
    return requestRateUnit();
}

constexpr std::array figures{
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "Requests\n"),
        &lab::Summary::requestsPerSecond, rateUnitFor, Term::RequestRate},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "p50\n"), &lab::Summary::p50Microseconds,
        timeUnitFor, Term::MedianLatency},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "p99\n"), &lab::Summary::p99Microseconds,
        timeUnitFor, Term::TailLatency},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "CPU per\nrequest "),
        &lab::Summary::cpuMicrosecondsPerRequest, timeUnitFor, Term::CpuPerRequest},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "Bytes per\nanswer "),
        &lab::Summary::wireBytesPerResponse, byteUnitFor, Term::BytesPerAnswer},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "Memory\nat start "),
        &lab::Summary::memoryStartBytes, byteUnitFor, Term::StartMemory},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "Memory\nat peak "),
        &lab::Summary::memoryPeakBytes, byteUnitFor, Term::PeakMemory},
    Figure{QT_TRANSLATE_NOOP("servelab::ui::ResultTableModel", "Memory\nretained "),
        &lab::Summary::memoryRetainedBytes, byteUnitFor, Term::RetainedMemory},
};

const Figure *figureOf(int column)
{
    const bool shows = column >= ResultTableModel::RequestRate && column <= ResultTableModel::MemoryRetained;
    return shows ? &figures[static_cast<std::size_t>(column - ResultTableModel::RequestRate)] : nullptr;
}

QString headText(const Figure &figure, const Unit &unit)
{
    return u"%1(%2)"_s.arg(ResultTableModel::tr(figure.title), unit.name);
}

} // namespace

QString variantLabel(const lab::Experiment &experiment, const QString &variant)
{
    const auto found = std::ranges::find(experiment.variants, variant, &lab::Variant::id);
    return found == experiment.variants.end() || found->label.isEmpty() ? variant : found->label;
}

int variantNumber(const lab::Experiment &experiment, const QString &variant)
{
    const auto found = std::ranges::find(experiment.variants, variant, &lab::Variant::id);
    return static_cast<int>(found - experiment.variants.begin());
}

void ResultTableModel::setDocument(const lab::ResultDocument &document, const QString &workload)
{
    setSummaries(document.experiment, document.summaries(), workload);
}

void ResultTableModel::setSummaries(
    const lab::Experiment &experiment, const QList<lab::Summary> &summaries, const QString &workload)
{
    QList<Row> rows;
    for (const lab::Summary &summary : summaries) {
        if (workload.isEmpty() || summary.workload == workload)
            rows.append({variantLabel(experiment, summary.variant), summary});
    }
    const bool sameShape = rows.size() == m_rows.size();
    if (!sameShape)
        beginResetModel();
    m_rows = rows;
    chooseUnits();
    if (!sameShape) {
        endResetModel();
    } else if (!m_rows.isEmpty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

void ResultTableModel::chooseUnits()
{
    m_units = QList<Unit>(columnCount());
    for (int column = 0; column < columnCount(); ++column) {
        const Figure *figure = figureOf(column);
        if (!figure)
            continue;
        QList<double> medians;
        for (const Row &row : m_rows)
            medians.append((row.summary.*figure->spread).median);
        m_units[column] = figure->unitFor(typicalOf(medians));
    }
}

int ResultTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ResultTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Errors + 1;
}

QVariant ResultTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, index.column());
    case Qt::ToolTipRole:
        return rangeText(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter | (index.column() == Configuration ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QString ResultTableModel::cellText(const Row &row, int column) const
{
    if (column == Configuration)
        return row.label;
    if (column == Errors)
        return formatCount(row.summary.errors + static_cast<quint64>(row.summary.failedSamples));
    const lab::Spread &spread = row.summary.*figureOf(column)->spread;
    return spread.samples ? formatValue(spread.median, m_units[column]) : u"–"_s;
}

QString ResultTableModel::rangeText(const Row &row, int column) const
{
    const Figure *figure = figureOf(column);
    if (!figure)
        return {};
    const lab::Spread &spread = row.summary.*figure->spread;
    return tr("%1 to %2, %n samples", nullptr, spread.samples)
        .arg(formatValueWithUnit(spread.lowest, m_units[column]),
            formatValueWithUnit(spread.highest, m_units[column]));
}

QVariant ResultTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Figure *figure = figureOf(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (section == Configuration ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::DisplayRole && figure)
        return headText(*figure, m_units.value(section));
    if (role == Qt::ToolTipRole && figure)
        return u"<p>%1</p>"_s.arg(explain(figure->term).toHtmlEscaped());
    if (role == Qt::DisplayRole)
        return section == Configuration ? tr("Configuration") : tr("Errors");
    return {};
}

} // namespace servelab::ui
