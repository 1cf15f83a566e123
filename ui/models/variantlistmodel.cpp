// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/variantlistmodel.h"

#include "ui/models/labdraft.h"
#include "ui/models/labpatch.h"

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

VariantListModel::VariantListModel(LabDraft &draft, QObject *parent)
    : QAbstractTableModel(parent)
    , m_draft(draft)
    , m_rows(currentRows())
{
    connect(&draft, &LabDraft::changed, this, &VariantListModel::update);
}

QList<VariantListModel::Row> VariantListModel::currentRows() const
{
    QList<Row> rows;
    if (m_draft.isEmpty())
        return rows;
    const lab::Experiment &experiment = m_draft.experiment();
    for (qsizetype number = 0; number < experiment.variants.size(); ++number) {
        const lab::Variant &variant = experiment.variants[number];
        rows.append({variant.id, variant.label, differencesOf(experiment, number)});
    }
    return rows;
}

/// Rows that stay keep their selection.
void VariantListModel::update()
{
    const QList<Row> rows = currentRows();
    if (rows == m_rows)
        return;
    if (std::ranges::equal(rows, m_rows, {}, &Row::id, &Row::id)) {
        m_rows = rows;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Differences));
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int VariantListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int VariantListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2;
}

QString VariantListModel::differenceText(int row) const
{
    const QString text = m_rows[row].differences.join(u"; "_s);
    if (row == 0)
        return text.isEmpty() ? tr("Baseline: the settings as they are") : tr("Baseline. %1").arg(text);
    return text.isEmpty() ? tr("No difference yet: the same as the baseline") : text;
}

QVariant VariantListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return index.column() == Label ? row.label : differenceText(index.row());
    case Qt::ToolTipRole:
        return index.column() == Label ? row.label : row.differences.join(u'\n');
    case IdRole:
        return row.id;
    case IsBaselineRole:
        return index.row() == 0;
    case SeriesRole:
        return index.row();
    default:
        return {};
    }
}

bool VariantListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != Label || role != Qt::EditRole)
        return false;
    m_draft.renameVariant(index.row(), value.toString().trimmed());
    return true;
}

QVariant VariantListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == Label ? tr("Variant") : tr("Difference from the baseline");
}

Qt::ItemFlags VariantListModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Label ? flags | Qt::ItemIsEditable : flags;
}

} // namespace servelab::ui
