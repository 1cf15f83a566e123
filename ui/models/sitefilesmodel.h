// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/sitefiles.h"

#include <QAbstractListModel>

namespace servelab::ui {

/// Files of a site to choose from: "data/records.jsonl   2.5 MiB".
class SiteFilesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { PathRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    void setFiles(const QList<SiteFile> &files);
    int rowOf(const QString &path) const; ///< -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<SiteFile> m_files;
};

} // namespace servelab::ui
