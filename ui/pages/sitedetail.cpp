// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitedetail.h"

#include "ui/models/sitelistmodel.h"
#include "ui/pages/sitehosts.h"
#include "ui/pages/sitehttps.h"
#include "ui/pages/siteoverview.h"
#include "ui/pages/siterequests.h"
#include "ui/pages/sitesettings.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/statusbadge.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTabWidget>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

bool isTakenPort(const base::Error &failure)
{
    return failure.where == "port"_L1 || failure.where == "https.port"_L1;
}

/// To where it can be mended; a port that is taken has a better way out, once a free one is found.
QString wayOutOf(const base::Error &failure)
{
    if (failure.where.isEmpty() || isTakenPort(failure))
        return {};
    return failure.where.startsWith("https."_L1) ? SiteDetail::tr("Open HTTPS")
                                                 : SiteDetail::tr("Open settings");
}

} // namespace

SiteDetail::SiteDetail(SiteCollection &sites, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_error(new ErrorBanner)
    , m_tabs(new QTabWidget)
    , m_overview(new SiteOverview)
    , m_settings(new SiteSettings(sites))
    , m_https(new SiteHttps(sites))
    , m_hosts(new SiteHosts(sites))
    , m_requests(new SiteRequests)
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_overview, tr("Overview"));
    m_tabs->addTab(m_settings, tr("Settings"));
    m_tabs->addTab(m_https, tr("HTTPS"));
    m_tabs->addTab(m_hosts, tr("Virtual hosts"));
    m_tabs->addTab(m_requests, tr("Requests"));
    auto *banner = new QVBoxLayout;
    banner->setContentsMargins(24, 0, 24, 0);
    banner->addWidget(m_error);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(createTitleLine());
    layout->addLayout(banner);
    layout->addWidget(m_tabs, 1);
    connect(m_settings, &SiteSettings::hostsRequested, this, &SiteDetail::showHosts);
    connect(m_https, &SiteHttps::openRequested, this, &SiteDetail::openRequested);
    connect(m_https, &SiteHttps::copyRequested, this, &SiteDetail::copyRequested);
    connect(m_https, &SiteHttps::said, this, &SiteDetail::said);
    connect(m_requests, &SiteRequests::openRequested, this, &SiteDetail::openRequested);
    connect(m_requests, &SiteRequests::said, this, &SiteDetail::said);
    connect(m_error, &ErrorBanner::wayOutChosen, this, &SiteDetail::takeWayOut);
    connect(m_overview, &SiteOverview::openRequested, this, &SiteDetail::openRequested);
    connect(m_overview, &SiteOverview::copyRequested, this, &SiteDetail::copyRequested);
}

QWidget *SiteDetail::createTitleLine()
{
    m_name = new ElidedLabel(Qt::ElideRight);
    m_name->setFont(titleFont(m_name->font()));
    m_status = new StatusBadge;
    m_open = new QPushButton(icon(u"open"_s), tr("Open in browser"));
    m_run = new QPushButton;
    m_run->setObjectName(u"run"_s);
    m_run->setMinimumWidth(136);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(24, 16, 24, 8);
    layout->setSpacing(8);
    layout->addWidget(m_name);
    layout->addSpacing(8);
    layout->addWidget(m_status);
    layout->addStretch(1);
    layout->addWidget(m_open);
    layout->addWidget(m_run);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT openRequested(m_site->url()); });
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_site->isWanted() && !m_site->failure())
            Q_EMIT stopRequested();
        else
            Q_EMIT startRequested();
    });
    return line;
}

void SiteDetail::setSite(SiteSession *site)
{
    if (m_site)
        m_site->disconnect(this);
    m_site = site;
    m_overview->setSite(site);
    m_settings->setSite(site);
    m_https->setSite(site);
    m_hosts->setSite(site);
    m_requests->setSite(site);
    if (!site)
        return;
    connect(site, &SiteSession::changed, this, &SiteDetail::showSite);
    showSite();
}

void SiteDetail::showOverview()
{
    m_tabs->setCurrentWidget(m_overview);
}

void SiteDetail::showSettings()
{
    m_tabs->setCurrentWidget(m_settings);
    m_settings->focusFirst();
}

void SiteDetail::showHttps()
{
    m_tabs->setCurrentWidget(m_https);
    m_https->focusFirst();
}

void SiteDetail::showHosts()
{
    m_tabs->setCurrentWidget(m_hosts);
    m_hosts->focusTable();
}

void SiteDetail::showRequests()
{
    m_tabs->setCurrentWidget(m_requests);
    m_requests->focusSearch();
}

void SiteDetail::showSite()
{
    const SiteSession::State state = m_site->state();
    const bool running = state == SiteSession::State::Running;
    m_name->setWholeText(m_site->name());
    m_status->setStatus(statusOf(*m_site));
    m_open->setEnabled(running);
    m_run->setText(running ? tr("Stop serving") : tr("Start serving"));
    m_run->setIcon(running ? icon(u"stop"_s) : icon(u"start"_s, QPalette::HighlightedText));
    m_run->setEnabled(state != SiteSession::State::Stopping);
    setButtonKind(m_run, running ? ButtonKind::Plain : ButtonKind::Primary);
    showFailure();
}

void SiteDetail::showFailure()
{
    const auto &failure = m_site->failure() ? m_site->failure() : m_site->lostFolder();
    if (!failure) {
        m_error->hide();
        return;
    }
    m_error->showError(*failure);
    if (const auto port = m_site->suggestedPort())
        m_error->setWayOut(tr("Use port %1").arg(*port));
    else
        m_error->setWayOut(wayOutOf(*failure));
}

void SiteDetail::showField(const QString &path)
{
    const bool isOfHttps = m_https->rowOf(path) != nullptr;
    m_tabs->setCurrentWidget(isOfHttps ? static_cast<QWidget *>(m_https) : m_settings);
    if (isOfHttps)
        m_https->showField(path);
    else
        m_settings->showField(path);
}

void SiteDetail::takeWayOut()
{
    const auto &failure = m_site->failure() ? m_site->failure() : m_site->lostFolder();
    if (!m_site->suggestedPort())
        return showField(failure->where);
    site::SiteConfig config = m_site->config();
    quint16 &taken = failure->where == "https.port"_L1 ? config.https.port : config.port;
    taken = *m_site->suggestedPort();
    m_sites.change(m_site->id(), config, failure->where);
}

} // namespace servelab::ui
