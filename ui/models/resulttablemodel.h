// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"
#include "ui/models/format.h"
#include "ui/models/glossary.h"

#include <QAbstractTableModel>

namespace servelab::ui {

/// A result, one row for each workload and variant, in the document's order. A cell shows the median, its
/// tool tip the range; a column keeps one unit, which stands in its head.
class ResultTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Configuration,
        RequestRate,
        P50,
        P99,
        Cpu,
        Bytes,
        MemoryStart,
        MemoryPeak,
        MemoryRetained,
        Errors
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// `workload`: only its rows; empty: all.
    void setDocument(const lab::ResultDocument &document, const QString &workload = {});
    /// The same of summaries that were worked out before.
    void setSummaries(
        const lab::Experiment &experiment, const QList<lab::Summary> &summaries, const QString &workload);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString label;
        lab::Summary summary;
    };

    void chooseUnits();
    QString cellText(const Row &row, int column) const;
    QString rangeText(const Row &row, int column) const;

    QList<Row> m_rows;
    QList<Unit> m_units; ///< by column
};

/// The label of a variant of an experiment; its id where it has none.
QString variantLabel(const lab::Experiment &experiment, const QString &variant);

/// The place of a variant in its experiment: the number of its series.
int variantNumber(const lab::Experiment &experiment, const QString &variant);

} // namespace servelab::ui
