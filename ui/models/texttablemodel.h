// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace servelab::ui {

/// A small table of finished texts: the values behind a chart. The first column is left-aligned, numbers
/// right.
class TextTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Replaces everything. Every row has as many cells as there are headers.
    void setContent(const QStringList &headers, const QList<QStringList> &rows);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void update(const QList<QStringList> &rows);

    QStringList m_headers;
    QList<QStringList> m_rows;
};

/// A model as text with tabs between its cells, heads first: what spreadsheets take.
QString toTabSeparated(const QAbstractItemModel &model);

} // namespace servelab::ui
