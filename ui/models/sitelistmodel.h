// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/sitesession.h"

#include <QAbstractListModel>

namespace servelab::ui {

class SiteCollection;

/// How a site is doing, as the list and the page show it.
enum class SiteStatus {
    Stopped,
    Running,
    Stopping,
    Failed,
    Lost, ///< running, and its folder is gone
};

SiteStatus statusOf(const SiteSession &site);
QString statusText(SiteStatus status);

/// The sites of a collection, one row each. Rows keep their place while figures change.
class SiteListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole,
        StatusRole, ///< SiteStatus
        StatusTextRole, ///< "running", "stopped"...
        PortRole, ///< ":8080"
        HostsRole, ///< "3 hosts", "localhost only"
        RateRole, ///< double, requests per second
        RateHistoryRole, ///< QList<double>, once a second, oldest first
    };

    /// `sites` outlives the model.
    explicit SiteListModel(SiteCollection &sites, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool moveRows(const QModelIndex &sourceParent, int row, int count, const QModelIndex &destinationParent,
        int destination) override;

private:
    SiteCollection &m_sites;
};

} // namespace servelab::ui
