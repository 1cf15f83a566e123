// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/settingrows.h"

namespace servelab::ui {

using namespace Qt::StringLiterals;

EditableRowsModel::EditableRowsModel(QStringList headers, QObject *parent)
    : QAbstractTableModel(parent)
    , m_headers(std::move(headers))
{
}

void EditableRowsModel::setRows(const QList<QStringList> &rows)
{
    if (rows == m_rows)
        return;
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

QModelIndex EditableRowsModel::addRow(const QStringList &cells)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.append(cells);
    endInsertRows();
    return index(row, 0);
}

void EditableRowsModel::removeRow(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    endRemoveRows();
    Q_EMIT edited();
}

int EditableRowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EditableRowsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant EditableRowsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole))
        return {};
    return m_rows[index.row()][index.column()];
}

bool EditableRowsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    m_rows[index.row()][index.column()] = value.toString().trimmed();
    Q_EMIT dataChanged(index, index);
    Q_EMIT edited();
    return true;
}

QVariant EditableRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= m_headers.size())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(m_headers[section]) : QVariant();
}

Qt::ItemFlags EditableRowsModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

QList<QStringList> mediaTypeRows(const QJsonObject &types)
{
    QList<QStringList> rows;
    for (auto type = types.begin(); type != types.end(); ++type)
        rows.append({type.key(), type.value().toString()});
    return rows;
}

QJsonObject mediaTypesOf(const QList<QStringList> &rows)
{
    QJsonObject types;
    for (const QStringList &row : rows)
        types.insert(row[0], row[1].isEmpty() ? QJsonValue(false) : QJsonValue(row[1]));
    return types;
}

QList<QStringList> errorRows(const QJsonObject &errors)
{
    QList<QStringList> rows;
    for (auto error = errors.begin(); error != errors.end(); ++error) {
        const QJsonObject headers = error.value()[u"headers"].toObject();
        QStringList fields;
        for (auto header = headers.begin(); header != headers.end(); ++header)
            fields.append(u"%1: %2"_s.arg(header.key(), header.value().toString()));
        rows.append({error.key(), error.value()[u"body"].toString(), fields.join(u" | "_s)});
    }
    return rows;
}

QJsonObject errorsOf(const QList<QStringList> &rows)
{
    QJsonObject errors;
    for (const QStringList &row : rows) {
        QJsonObject headers;
        for (const QString &field : row[2].split(u'|', Qt::SkipEmptyParts))
            headers.insert(field.section(u':', 0, 0).trimmed(), field.section(u':', 1).trimmed());
        QJsonObject answer{{u"headers"_s, headers}};
        if (!row[1].isEmpty())
            answer.insert(u"body"_s, row[1]);
        errors.insert(row[0], answer);
    }
    return errors;
}

} // namespace servelab::ui
