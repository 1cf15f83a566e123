// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace servelab::ui {

class LabDraft;

/// The variants of the experiment that is being put together: what each is called, to be edited in place, and
/// how it differs from the baseline, which is the first.
class VariantListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Label, Differences };
    enum Role { IdRole = Qt::UserRole, IsBaselineRole, SeriesRole };

    /// `draft` outlives the model.
    explicit VariantListModel(LabDraft &draft, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        QString id;
        QString label;
        QStringList differences;
        friend bool operator==(const Row &, const Row &) = default;
    };

    QList<Row> currentRows() const;
    void update();
    QString differenceText(int row) const;

    LabDraft &m_draft;
    QList<Row> m_rows;
};

} // namespace servelab::ui
