// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/texttablemodel.h"

namespace servelab::ui {

void TextTableModel::setContent(const QStringList &headers, const QList<QStringList> &rows)
{
    if (headers == m_headers && rows.size() == m_rows.size())
        return update(rows);
    beginResetModel();
    m_headers = headers;
    m_rows = rows;
    endResetModel();
}

/// Same shape, new texts: selection and scroll position of a view survive.
void TextTableModel::update(const QList<QStringList> &rows)
{
    m_rows = rows;
    if (!m_rows.isEmpty() && !m_headers.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int TextTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant TextTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole)
        return m_rows[index.row()][index.column()];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (index.column() ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_headers.size())
        return {};
    if (role == Qt::DisplayRole)
        return m_headers[section];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QString toTabSeparated(const QAbstractItemModel &model)
{
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells.append(model.headerData(column, Qt::Horizontal).toString().replace(u'\n', u' '));
    lines.append(cells.join(u'\t'));
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(model.index(row, column).data().toString());
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace servelab::ui
