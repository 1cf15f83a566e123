// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experimentrunner.h"
#include "ui/models/format.h"

#include <QAbstractTableModel>

namespace servelab::ui {

/// An experiment while it runs: a row for each workload and variant, with the samples so far, their medians,
/// and what is being measured now. Rows keep their place.
class RunTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Variant, Samples, RequestRate, P99, Now };
    enum Role { IsMeasuredRole = Qt::UserRole, SeriesRole };

    using QAbstractTableModel::QAbstractTableModel;

    void begin(const lab::Experiment &experiment);
    void addSample(const lab::Sample &sample);
    void setProgress(const lab::ExperimentProgress &progress);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// In base units, one for each sample that counts.
    const std::vector<double> &ratesOf(int row) const { return m_rows[row].rates; }
    const std::vector<double> &tailsOf(int row) const { return m_rows[row].tails; }
    QString labelOf(int row) const { return m_rows[row].label; }
    int seriesOf(int row) const { return m_rows[row].series; }

private:
    struct Row
    {
        QString workload; ///< id
        QString variant; ///< id
        QString label;
        int series = 0;
        int failed = 0;
        std::vector<double> rates;
        std::vector<double> tails; ///< microseconds
    };

    QString cellText(int row, int column) const;
    QString samplesText(const Row &row) const;
    QString nowText() const;
    Unit tailUnit() const;
    int rowOf(const QString &workload, const QString &variant) const;

    QList<Row> m_rows;
    qsizetype m_variants = 0;
    int m_samplesEach = 0;
    int m_measured = -1; ///< row
    lab::ExperimentProgress m_progress;
};

/// "measuring", in the words of the window.
QString phaseText(const QString &phase);

} // namespace servelab::ui
