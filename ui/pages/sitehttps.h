// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/certificatefolder.h"
#include "core/site/siteconfig.h"

#include <QPointer>
#include <QUrl>
#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedLayout;
class QVBoxLayout;

namespace servelab::ui {

class AddressList;
class CertificateDesk;
class CertificateView;
class EmptyState;
class ErrorBanner;
class FieldRow;
class SettingForm;
class SiteCollection;
class SiteSession;
class TrustGuide;
struct HttpsReport;

/// HTTPS of a site: a certificate made for this machine or one's own, what it says, and how to trust it.
/// Settings are applied together, at once, and can be undone; while they do not fit each other, the site goes
/// on as it was and the fields say why.
class SiteHttps : public QWidget
{
    Q_OBJECT
public:
    /// `sites` outlives the page. Certificates are made in `folder`.
    explicit SiteHttps(SiteCollection &sites, const QString &folder = certificates::defaultFolder(),
        QWidget *parent = nullptr);
    ~SiteHttps() override;

    void setSite(SiteSession *site); ///< null: none; not owned
    void focusFirst();
    void showField(const QString &path); ///< scrolls to it and puts the keyboard there

    FieldRow *rowOf(const QString &path) const; ///< null: no such setting
    bool isEmpty() const; ///< nothing is set up, and the page says how to begin

Q_SIGNALS:
    void openRequested(const QUrl &url);
    void copyRequested(const QUrl &url);
    void said(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *createEmpty();
    QWidget *createForm();
    QWidget *createCertificate();
    QLabel *addTitle(const QString &text);
    void fitWidth();

    void showSite();
    void showConfig();
    void showFailure();
    void showReport(const HttpsReport &report);
    void showProblems(const HttpsReport &report);
    void useOwn();
    void create();
    void showCreating(bool isCreating);
    void useCreated(const QString &siteId, const certificates::CreatedCertificate &created);
    void takeDraft();
    void finishCheck(const HttpsReport &report);
    void warn(const base::Error &error, const QString &wayOut, std::function<void()> take);

    SiteCollection &m_sites;
    QPointer<SiteSession> m_site;
    CertificateDesk *m_desk;
    std::optional<site::SiteConfig> m_shown;
    std::optional<site::SiteConfig> m_wanted; ///< to be applied when its check finds nothing
    bool m_usesOwn = false; ///< the fields are shown, although nothing is set up
    QStackedLayout *m_pages;
    EmptyState *m_empty = nullptr;
    QScrollArea *m_scroll;
    SettingForm *m_serving;
    SettingForm *m_files;
    QVBoxLayout *m_form = nullptr;
    ErrorBanner *m_banner = nullptr;
    std::function<void()> m_wayOut;
    AddressList *m_address = nullptr;
    FieldRow *m_addressRow = nullptr; ///< with it
    QLabel *m_without = nullptr; ///< says that there is no certificate
    CertificateView *m_certificate = nullptr;
    QPushButton *m_create = nullptr;
    QLabel *m_trustTitle = nullptr;
    TrustGuide *m_guide = nullptr;
};

} // namespace servelab::ui
