// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QUrl>
#include <QWidget>

class QPushButton;
class QTabWidget;

namespace servelab::ui {

class ElidedLabel;
class ErrorBanner;
class SiteCollection;
class SiteHosts;
class SiteHttps;
class SiteOverview;
class SiteRequests;
class SiteSession;
class SiteSettings;
class StatusBadge;

/// The page of one site: its name and state, start or stop at the right, what is wrong with it, and its tabs.
class SiteDetail : public QWidget
{
    Q_OBJECT
public:
    /// `sites` outlives the page.
    explicit SiteDetail(SiteCollection &sites, QWidget *parent = nullptr);

    void setSite(SiteSession *site); ///< null: none; not owned
    void showOverview();
    void showSettings();
    void showHttps();
    void showHosts();
    void showRequests();

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void openRequested(const QUrl &url);
    void copyRequested(const QUrl &url);
    void said(const QString &text);

private:
    QWidget *createTitleLine();
    void showSite();
    void showFailure();
    void showField(const QString &path);
    void takeWayOut();

    SiteCollection &m_sites;
    QPointer<SiteSession> m_site;
    ElidedLabel *m_name = nullptr;
    StatusBadge *m_status = nullptr;
    QPushButton *m_open = nullptr;
    QPushButton *m_run = nullptr;
    ErrorBanner *m_error;
    QTabWidget *m_tabs;
    SiteOverview *m_overview;
    SiteSettings *m_settings;
    SiteHttps *m_https;
    SiteHosts *m_hosts;
    SiteRequests *m_requests;
};

} // namespace servelab::ui
