// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QJsonObject>
#include <QStringList>

namespace servelab::ui {

/// A small table of texts to be edited in place, for settings that are lists.
class EditableRowsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit EditableRowsModel(QStringList headers, QObject *parent = nullptr);

    const QList<QStringList> &rows() const { return m_rows; }
    void setRows(const QList<QStringList> &rows);
    QModelIndex addRow(const QStringList &cells);
    void removeRow(int row);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void edited(); ///< by a person, not by setRows()

private:
    QStringList m_headers;
    QList<QStringList> m_rows;
};

/// "contentTypes" as rows of extension and media type; no type: refused.
QList<QStringList> mediaTypeRows(const QJsonObject &types);
QJsonObject mediaTypesOf(const QList<QStringList> &rows);

/// "errors" as rows of status, HTML and header fields ("Name: value", several with '|' between them).
QList<QStringList> errorRows(const QJsonObject &errors);
QJsonObject errorsOf(const QList<QStringList> &rows);

} // namespace servelab::ui
