// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/runcomparison.h"

#include <QAbstractTableModel>
#include <QSet>

#include <memory>

namespace servelab::ui {

/// One of several results that are compared.
struct ComparedRun
{
    QString id;
    QString title;
    std::shared_ptr<const lab::ResultDocument> document;
};

/// What a result differs in from the baseline, one row each.
struct RunDifferenceRow
{
    QString run; ///< title of the later one
    QString what; ///< workload and variant: "Page · Brotli 4"
    QString figure;
    QString before;
    QString after;
    QString change; ///< "−18 %"
    QString range; ///< "−21 % to −15 %"
    QString noise; ///< "±1.3 %"
    lab::Verdict::Kind kind = lab::Verdict::Kind::Withheld;
    QString verdict; ///< the whole sentence, as core says it
};

struct ComparedRuns
{
    QList<RunDifferenceRow> rows;
    QStringList cautions; ///< what makes the runs hard to compare
    QString reading; ///< how many differences there are, in a sentence
    QString chance; ///< what chance alone may give
};

/// Each of the runs against `baseline`. Pure; takes a moment with many samples.
ComparedRuns compared(const ComparedRun &baseline, const QList<ComparedRun> &others);

/// The rows of a comparison as a table.
class RunComparisonModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Run, What, Figure, Before, After, Change, Range, Noise, Verdict };
    enum Role { KindRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(const QList<RunDifferenceRow> &rows);
    /// Only those whose verdict is better or worse.
    void setOnlyDifferences(bool only);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void choose();

    QList<RunDifferenceRow> m_all;
    QList<RunDifferenceRow> m_rows;
    bool m_onlyDifferences = false;
};

} // namespace servelab::ui
