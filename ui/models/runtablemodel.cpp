// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runtablemodel.h"

#include "core/stats/quantiles.h"

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

QString phaseText(const QString &phase)
{
    static constexpr std::pair<const char *, const char *> phases[] = {
        {"preparing", QT_TRANSLATE_NOOP("servelab::ui::RunTableModel", "preparing")},
        {"starting", QT_TRANSLATE_NOOP("servelab::ui::RunTableModel", "starting the server")},
        {"checking", QT_TRANSLATE_NOOP("servelab::ui::RunTableModel", "checking its answer")},
        {"warming up", QT_TRANSLATE_NOOP("servelab::ui::RunTableModel", "warming up")},
        {"measuring", QT_TRANSLATE_NOOP("servelab::ui::RunTableModel", "measuring")},
        {"settling", QT_TRANSLATE_NOOP("servelab::ui::RunTableModel", "letting memory settle")},
    };
    for (const auto &[id, text] : phases) {
        if (phase == QLatin1StringView(id))
            return RunTableModel::tr(text);
    }
    return phase;
}

void RunTableModel::begin(const lab::Experiment &experiment)
{
    beginResetModel();
    m_rows.clear();
    for (const lab::Workload &workload : experiment.workloads) {
        int series = 0;
        for (const lab::Variant &variant : experiment.variants) {
            const QString label = variant.label.isEmpty() ? variant.id : variant.label;
            m_rows.append({.workload = workload.id,
                .variant = variant.id,
                .label = experiment.workloads.size() > 1 ? u"%1 · %2"_s.arg(workload.title, label) : label,
                .series = series++,
                .failed = 0,
                .rates = {},
                .tails = {}});
        }
    }
    m_variants = experiment.variants.size();
    m_samplesEach = experiment.rounds * experiment.runsPerRound;
    m_measured = -1;
    endResetModel();
}

int RunTableModel::rowOf(const QString &workload, const QString &variant) const
{
    const auto found = std::ranges::find_if(
        m_rows, [&](const Row &row) { return row.workload == workload && row.variant == variant; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void RunTableModel::addSample(const lab::Sample &sample)
{
    const int number = rowOf(sample.workload, sample.variant);
    if (number < 0)
        return;
    Row &row = m_rows[number];
    if (sample.failure) {
        ++row.failed;
    } else {
        row.rates.push_back(sample.load.requestsPerSecond());
        row.tails.push_back(static_cast<double>(sample.load.latencyMicroseconds.percentile(99)));
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Now)); // the unit of a column may be another one
    Q_EMIT headerDataChanged(Qt::Horizontal, P99, P99);
}

void RunTableModel::setProgress(const lab::ExperimentProgress &progress)
{
    const int before = m_measured;
    m_progress = progress;
    m_measured = progress.workloadNumber < 0
        ? -1
        : static_cast<int>(progress.workloadNumber * m_variants + progress.variantNumber);
    for (const int row : {before, m_measured}) {
        if (row >= 0 && row < m_rows.size())
            Q_EMIT dataChanged(index(row, 0), index(row, Now));
    }
}

int RunTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 5;
}

Unit RunTableModel::tailUnit() const
{
    std::vector<double> tails;
    for (const Row &row : m_rows) {
        if (!row.tails.empty())
            tails.push_back(stats::median(row.tails));
    }
    return timeUnitFor(typicalOf(tails));
}

QString RunTableModel::samplesText(const Row &row) const
{
    const QString text
        = tr("%1 of %2").arg(static_cast<int>(row.rates.size()) + row.failed).arg(m_samplesEach);
    return row.failed ? tr("%1, %2 failed").arg(text).arg(row.failed) : text;
}

QString RunTableModel::nowText() const
{
    const QString phase = phaseText(m_progress.phase);
    if (!m_progress.load)
        return phase;
    return u"%1 · %2 · p99 %3"_s.arg(phase, formatRequestRate(m_progress.load->requestsPerSecond),
        formatMicroseconds(static_cast<double>(m_progress.load->p99Microseconds)));
}

QString RunTableModel::cellText(int number, int column) const
{
    const Row &row = m_rows[number];
    switch (column) {
    case Variant:
        return row.label;
    case Samples:
        return samplesText(row);
    case RequestRate:
        return row.rates.empty() ? u"–"_s : formatValue(stats::median(row.rates), requestRateUnit());
    case P99:
        return row.tails.empty() ? u"–"_s : formatValue(stats::median(row.tails), tailUnit());
    default:
        return number == m_measured ? nowText() : QString();
    }
}

QVariant RunTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const bool isText = index.column() == Variant || index.column() == Now;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return index.column() == Variant ? QVariant(m_rows[index.row()].label) : QVariant();
    case IsMeasuredRole:
        return index.row() == m_measured;
    case SeriesRole:
        return m_rows[index.row()].series;
    default:
        return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            (section == Variant || section == Now ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Variant:
        return tr("Variant");
    case Samples:
        return tr("Samples");
    case RequestRate:
        return tr("Median (%1)").arg(requestRateUnit().name);
    case P99:
        return tr("p99 (%1)").arg(tailUnit().name);
    default:
        return tr("Now");
    }
}

} // namespace servelab::ui
