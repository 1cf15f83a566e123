// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QSortFilterProxyModel>

namespace servelab::ui {

class ResultLibrary;
struct ResultEntry;

/// The library of results, one row each, newest first. Titles can be edited in place.
class ResultListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole,
        SecondLineRole, ///< when, and which variants
        TimeRole, ///< "30 Nov, 22:25"
        SearchRole, ///< all that the search looks at
        DamagedRole, ///< it cannot be opened
        CancelledRole,
        PinnedRole, ///< it is what others are compared with
    };

    /// `library` outlives the model.
    explicit ResultListModel(ResultLibrary &library, QObject *parent = nullptr);

    /// The baseline of comparisons; empty: none.
    void setPinned(const QString &id);
    const QString &pinned() const { return m_pinned; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void connectLibrary();

    ResultLibrary &m_library;
    QString m_pinned;
};

/// Results whose title, note, experiment, id or variants hold every word that is searched for.
class ResultFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
};

/// "Today, 14:05", "29 Nov, 14:05", "29 Nov 2025, 14:05", in local time.
QString resultTimeText(const QDateTime &time, const QDateTime &now);

} // namespace servelab::ui
