// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUrl>
#include <QWidget>

#include <functional>

class QAction;
class QLineEdit;
class QListView;
class QPushButton;
class QSortFilterProxyModel;
class QStackedLayout;

namespace servelab::ui {

class EmptyState;
class ListSplitter;
class SiteCollection;
class SiteDetail;
class SiteListModel;
class SiteSession;

/// The list of sites beside the page of the chosen one; without sites, how to get the first.
class SitesPage : public QWidget
{
    Q_OBJECT
public:
    /// `sites` and `model` outlive the page.
    SitesPage(SiteCollection &sites, SiteListModel &model, QWidget *parent = nullptr);

    SiteSession *currentSite() const; ///< null: none
    void select(const QString &id);
    void showOverview();
    void takeFocus(); ///< where one begins on this page

    /// Everything that can be done with the chosen site, for shortcuts, menus and the palette.
    QList<QAction *> siteActions() const { return m_actions; }

    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

Q_SIGNALS:
    void addFolderRequested();
    void sampleRequested();
    void said(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void createActions();
    QAction *addSiteAction(const QString &text, const QString &iconName, const QKeySequence &shortcut,
        const std::function<void(SiteSession &)> &act);
    QWidget *createListPanel(SiteListModel &model);
    void createList(SiteListModel &model);
    EmptyState *createEmptyState();
    void moveBy(const SiteSession &site, int rows);
    void showCurrent();
    void updateActions();
    void showEmptiness();
    void open(const QUrl &url);
    void copy(const QUrl &url);

    SiteCollection &m_sites;
    QSortFilterProxyModel *m_filter;
    QListView *m_list = nullptr;
    QLineEdit *m_search = nullptr;
    EmptyState *m_empty = nullptr;
    SiteDetail *m_detail;
    ListSplitter *m_splitter = nullptr;
    QStackedLayout *m_views;
    QList<QAction *> m_actions;
    QAction *m_start = nullptr;
    QAction *m_stop = nullptr;
    QAction *m_openAction = nullptr;
    QAction *m_remove = nullptr;
};

} // namespace servelab::ui
