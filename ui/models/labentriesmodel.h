// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "ui/models/labdraft.h"

#include <QAbstractListModel>

namespace servelab::ui {

/// What can be loaded: sites, the sample site, and the catalogue by its groups, each group under its title.
/// What does not match the search is left out.
class LabEntriesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    struct Site
    {
        QString id;
        QString name;
        QString folder;
        friend bool operator==(const Site &, const Site &) = default;
    };

    enum Role { OriginRole = Qt::UserRole, IsTitleRole, LessonRole };

    using QAbstractListModel::QAbstractListModel;

    void setSites(const QList<Site> &sites);
    void setCatalogue(const QList<lab::Experiment> &catalogue);
    void setSearch(const QString &search);

    int rowOf(const LabOrigin &origin) const; ///< -1: not shown
    std::optional<LabOrigin> originAt(int row) const; ///< of a title: none

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Entry
    {
        std::optional<LabOrigin> origin; ///< none: a title
        QString title;
        QString lesson;
        QString searched; ///< beside title and lesson
        friend bool operator==(const Entry &, const Entry &) = default;
    };
    struct Group
    {
        QString title;
        QList<Entry> entries;
    };

    void update();
    bool matches(const Entry &entry, const QString &group) const;
    Group siteGroup() const;

    QList<Site> m_sites;
    QList<Group> m_catalogue;
    QString m_search;
    QList<Entry> m_rows;
};

/// "N" in words.
QString catalogueGroupTitle(const QString &group);

} // namespace servelab::ui
