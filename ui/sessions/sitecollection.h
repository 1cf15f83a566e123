// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/sitesession.h"
#include "ui/sessions/sitestore.h"

#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <vector>

namespace servelab::ui {

/// Every site of the window, in the person's order. Each change goes through the undo stack and is saved.
class SiteCollection : public QObject
{
    Q_OBJECT
public:
    /// `store` outlives the collection.
    explicit SiteCollection(SiteStore &store, QObject *parent = nullptr);
    ~SiteCollection() override;

    /// Reads the stored sites and starts those that ran. What was wrong with the file, if anything.
    std::optional<base::Error> restore();

    int count() const { return static_cast<int>(m_sites.size()); }
    SiteSession *at(int row) const { return m_sites[static_cast<std::size_t>(row)].get(); }
    SiteSession *find(const QString &id) const; ///< null when it is gone
    int rowOf(const QString &id) const; ///< -1 when it is gone
    int runningCount() const;

    /// Adds a site, or finds the one that serves that folder already. Its id.
    QString openSite(const site::SiteConfig &config);
    QString openFolder(const QString &folder); ///< with default settings
    QString addSite(site::SiteConfig config);
    QString duplicate(const QString &id); ///< on another port; the copy's id
    void remove(const QString &id);
    void move(int from, int to); ///< so that the site at `from` is at `to` afterwards
    void startAll();
    void stopAll();

    /// The first port from `wanted` that no site of the collection is configured with, for HTTP or HTTPS.
    quint16 unusedPort(quint16 wanted) const;

    /// `field` names what changed ("compression.brotliQuality"): changes of one field in a row are undone
    /// together.
    void change(const QString &id, const site::SiteConfig &config, const QString &field);

    QUndoStack &undoStack() { return m_undoStack; }

Q_SIGNALS:
    void aboutToInsert(int row);
    void inserted(int row);
    void aboutToRemove(int row);
    void removed(int row);
    void aboutToMove(int from, int to);
    void moved(int from, int to);
    void siteChanged(int row);
    void siteSampled(int row);
    void said(const QString &text);
    void noticed(const servelab::base::Error &error);

private:
    friend class AddSiteCommand;
    friend class MoveSiteCommand;
    friend class RemoveSiteCommand;

    void insert(int row, const StoredSite &site);
    StoredSite take(int row);
    void moveNow(int from, int to);
    void sampleAll();
    void lookForFolders();
    void takeLostFolders(const QList<std::pair<QString, QString>> &lost);
    void save();

    SiteStore &m_store;
    std::vector<std::unique_ptr<SiteSession>> m_sites;
    QUndoStack m_undoStack;
    QTimer m_sampling;
    QTimer m_saving; ///< gathers changes that come together
    QTimer m_folders; ///< looks for lost folders, while any site is to run
    bool m_isLooking = false;
};

} // namespace servelab::ui
