// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitehttps.h"

#include "core/certificates/credentials.h"
#include "ui/models/certificatetext.h"
#include "ui/models/coretext.h"
#include "ui/sessions/certificatedesk.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/addresslist.h"
#include "ui/widgets/certificateview.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/settingform.h"
#include "ui/widgets/trustguide.h"

#include <QEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastFormWidth = 808; // margins included
const QString certificatePath = u"https.certificate"_s;

/// Nothing about HTTPS has been set up yet.
bool isUntouched(const site::HttpsConfig &https)
{
    return !https.enabled && https.certificate.isEmpty() && https.key.isEmpty();
}

/// Of a setting that nothing is said of while it is empty and HTTPS is off.
bool isMissingYet(const site::HttpsConfig &https, const base::Error &problem)
{
    return problem.where == certificatePath && https.certificate.isEmpty();
}

EmptyState::Content beginning()
{
    return {.picture = u"empty-https"_s,
        .title = SiteHttps::tr("This site answers by HTTP alone"),
        .sentence = SiteHttps::tr(
            "Create a certificate for this machine, and it answers by HTTPS too. Browsers accept it "
            "once they trust the authority that is made with it; nothing leaves this machine."),
        .button = SiteHttps::tr("Create certificate"),
        .buttonIcon = u"https"_s,
        .quietButton = SiteHttps::tr("Use a certificate of your own")};
}

EmptyState::Content impossible()
{
    return {.picture = u"empty-https"_s,
        .title = SiteHttps::tr("This build answers by HTTP alone"),
        .sentence = SiteHttps::tr("It was built without OpenSSL, which HTTPS needs."),
        .button = {},
        .buttonIcon = {},
        .quietButton = {}};
}

} // namespace

SiteHttps::SiteHttps(SiteCollection &sites, const QString &folder, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_desk(new CertificateDesk(folder, this))
    , m_pages(new QStackedLayout(this))
    , m_scroll(new QScrollArea)
    , m_serving(new SettingForm({"https.enabled", "https.only", "https.port"}))
    , m_files(new SettingForm(
          {"https.certificate", "https.key", "https.ca", "https.passphraseFile", "https.passphrase"}))
{
    m_scroll->setWidget(createForm());
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_pages->addWidget(createEmpty());
    m_pages->addWidget(m_scroll);
    fitWidth();
    connect(m_serving, &SettingForm::finished, this, &SiteHttps::takeDraft);
    connect(m_files, &SettingForm::finished, this, &SiteHttps::takeDraft);
    connect(m_desk, &CertificateDesk::checked, this, &SiteHttps::finishCheck);
    connect(m_desk, &CertificateDesk::created, this, &SiteHttps::useCreated);
    connect(m_desk, &CertificateDesk::failed, this, [this](const base::Error &error) {
        showCreating(false);
        useOwn(); // where there is room to say it
        warn(error, tr("Try again"), [this] { create(); });
    });
}

/// A field that still has the keyboard says that its editing is finished when it goes.
SiteHttps::~SiteHttps()
{
    m_serving->disconnect(this);
    m_files->disconnect(this);
}

QWidget *SiteHttps::createEmpty()
{
    m_empty = new EmptyState(certificates::areSupported() ? beginning() : impossible());
    connect(m_empty, &EmptyState::chosen, this, &SiteHttps::create);
    connect(m_empty, &EmptyState::quietlyChosen, this, [this] {
        useOwn();
        showField(certificatePath);
    });
    return m_empty;
}

QWidget *SiteHttps::createForm()
{
    auto *content = new QWidget;
    m_form = new QVBoxLayout(content);
    m_form->setContentsMargins(12, 8, 24, 24);
    m_form->setSpacing(8);
    m_banner = new ErrorBanner;
    connect(m_banner, &ErrorBanner::wayOutChosen, this, [this] { m_wayOut(); });
    m_address = new AddressList;
    connect(m_address, &AddressList::openRequested, this, &SiteHttps::openRequested);
    connect(m_address, &AddressList::copyRequested, this, &SiteHttps::copyRequested);
    m_form->addWidget(m_banner);
    addTitle(tr("Serving"));
    m_form->addWidget(m_serving);
    m_addressRow = new FieldRow(tr("Address"), std::nullopt, m_address);
    m_form->addWidget(m_addressRow);
    addTitle(tr("Certificate"));
    m_form->addWidget(createCertificate());
    addTitle(tr("Files"));
    m_form->addWidget(m_files);
    m_trustTitle = addTitle(tr("Trust"));
    m_guide = new TrustGuide;
    connect(m_guide, &TrustGuide::copied, this, &SiteHttps::said);
    m_form->addWidget(m_guide);
    m_form->addStretch();
    return content;
}

QWidget *SiteHttps::createCertificate()
{
    m_without = new QLabel(tr("None yet."));
    m_without->setForegroundRole(QPalette::PlaceholderText);
    m_without->setContentsMargins(12, 0, 0, 0);
    m_certificate = new CertificateView;
    m_certificate->hide();
    m_create = new QPushButton(icon(u"https"_s), tr("Create certificate"));
    m_create->setObjectName(u"createCertificate"_s);
    m_create->setToolTip(tr("For every name of the site. The one in use is kept: undo goes back to it."));
    connect(m_create, &QPushButton::clicked, this, &SiteHttps::create);
    connect(m_certificate, &CertificateView::copied, this, &SiteHttps::said);
    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_without);
    layout->addWidget(m_certificate);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 0, 0, 0);
    buttons->addWidget(m_create);
    buttons->addStretch();
    layout->addLayout(buttons);
    return part;
}

QLabel *SiteHttps::addTitle(const QString &text)
{
    auto *label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(12, m_form->count() < 2 ? 8 : 24, 0, 0);
    m_form->addWidget(label);
    return label;
}

/// Lines that are too long to read well help nobody.
void SiteHttps::fitWidth()
{
    m_scroll->widget()->setMaximumWidth(std::max(leastFormWidth, fontMetrics().averageCharWidth() * 108));
}

void SiteHttps::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitWidth();
}

/// Files may have changed, and time has passed.
void SiteHttps::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_site && !m_wanted)
        m_desk->check(m_site->config());
}

void SiteHttps::setSite(SiteSession *site)
{
    if (m_site)
        m_site->disconnect(this);
    m_site = site;
    m_shown.reset();
    m_usesOwn = false;
    if (!site)
        return;
    connect(site, &SiteSession::changed, this, &SiteHttps::showSite);
    showSite();
}

void SiteHttps::focusFirst()
{
    if (isEmpty())
        m_empty->setFocus();
    else
        m_serving->setFocus();
}

void SiteHttps::showField(const QString &path)
{
    FieldRow *row = rowOf(path);
    if (!row)
        return;
    useOwn();
    m_scroll->ensureWidgetVisible(row);
    if (!m_serving->setFocusTo(path))
        m_files->setFocusTo(path);
}

FieldRow *SiteHttps::rowOf(const QString &path) const
{
    FieldRow *row = m_serving->rowOf(path);
    return row ? row : m_files->rowOf(path);
}

bool SiteHttps::isEmpty() const
{
    return m_pages->currentWidget() == m_empty;
}

void SiteHttps::useOwn()
{
    m_usesOwn = true;
    m_pages->setCurrentWidget(m_scroll);
}

/// Only what another configuration brings: a field that someone types in is left alone by everything else.
void SiteHttps::showSite()
{
    if (m_shown != m_site->config())
        showConfig();
    showFailure();
    const bool isRunning = m_site->state() == SiteSession::State::Running;
    if (const QUrl url = m_site->securedUrl(); !url.isEmpty())
        m_address->setAddresses({{url, false}}, isRunning);
    m_addressRow->setVisible(m_site->config().https.enabled);
}

void SiteHttps::showConfig()
{
    const site::SiteConfig &config = m_site->config();
    m_shown = config;
    m_wanted.reset();
    m_banner->hide();
    m_serving->setConfig(config);
    m_files->setConfig(config);
    const bool hasForm = m_usesOwn || !isUntouched(config.https);
    m_pages->setCurrentWidget(hasForm ? static_cast<QWidget *>(m_scroll) : m_empty);
    m_create->setText(
        config.https.certificate.isEmpty() ? tr("Create certificate") : tr("Create a new certificate"));
    m_desk->check(config);
}

void SiteHttps::showFailure()
{
    const auto &failure = m_site->failure();
    if (failure && rowOf(failure->where))
        rowOf(failure->where)->setProblem(coreText(*failure).toString());
}

/// What is in the fields becomes the site's, all of it together: a certificate and its key are of no use one
/// without the other.
void SiteHttps::takeDraft()
{
    if (!m_site)
        return;
    site::SiteConfig draft = m_site->config();
    const bool isServingRight = m_serving->applyTo(draft);
    const bool isRight = m_files->applyTo(draft) && isServingRight; // each is looked at
    m_wanted.reset();
    if (!isRight)
        return;
    if (draft == m_site->config())
        return showConfig();
    if (!draft.https.enabled) {
        m_usesOwn = true; // whoever fills the fields wants to go on with them
        m_sites.change(m_site->id(), draft, u"https"_s);
        return;
    }
    m_wanted = draft;
    m_desk->check(draft);
}

void SiteHttps::finishCheck(const HttpsReport &report)
{
    const bool isWanted = m_wanted == report.config;
    if (!m_site || (!isWanted && report.config != m_site->config()))
        return;
    if (isWanted && report.problems.isEmpty()) {
        m_wanted.reset();
        m_sites.change(m_site->id(), report.config, u"https"_s); // is shown by showConfig()
        return;
    }
    showReport(report);
    if (isWanted)
        warn({tr("These settings are not applied yet."),
                 tr("Correct what is marked below; the site goes on as it was."), {}},
            tr("Discard"), [this] { showConfig(); });
}

void SiteHttps::showReport(const HttpsReport &report)
{
    m_without->setHidden(report.certificate.has_value());
    m_certificate->setVisible(report.certificate.has_value());
    if (report.certificate)
        m_certificate->setCertificate(*report.certificate,
            validityText(*report.certificate, QDateTime::currentDateTimeUtc()), !report.authority.isEmpty(),
            namesNotCovered(*report.certificate, report.config));
    m_trustTitle->setHidden(report.authority.isEmpty());
    m_guide->setHidden(report.authority.isEmpty());
    if (!report.authority.isEmpty())
        m_guide->setAuthority(report.authority);
    showProblems(report);
}

void SiteHttps::showProblems(const HttpsReport &report)
{
    m_serving->clearProblems();
    m_files->clearProblems();
    for (const base::Error &problem : report.problems) {
        const bool isMissing = isMissingYet(report.config.https, problem);
        if (isMissing && !report.config.https.enabled)
            continue;
        if (FieldRow *row = rowOf(problem.where))
            row->setProblem(isMissing ? tr("HTTPS needs a certificate. Create one, or choose your own.")
                                      : coreText(problem).toString());
        else
            warn(problem, {}, [] { });
    }
    showFailure();
}

void SiteHttps::create()
{
    showCreating(true);
    m_desk->create(m_site->id(), m_site->config());
}

void SiteHttps::showCreating(bool isCreating)
{
    m_create->setEnabled(!isCreating);
    m_empty->setEnabled(!isCreating);
}

void SiteHttps::useCreated(const QString &siteId, const certificates::CreatedCertificate &created)
{
    showCreating(false);
    const SiteSession *site = m_sites.find(siteId);
    if (!site)
        return;
    site::SiteConfig config = site->config();
    site::HttpsConfig &https = config.https;
    if (!std::exchange(https.enabled, true))
        https.port = m_sites.unusedPort(https.port);
    https.certificate = created.files.certificate;
    https.key = created.files.key;
    https.ca.clear();
    https.passphrase.clear();
    https.passphraseFile.clear();
    m_sites.change(siteId, config, certificatePath);
    Q_EMIT said(tr("%1 has a new certificate").arg(site->name()));
    if (m_site == site)
        focusFirst();
}

void SiteHttps::warn(const base::Error &error, const QString &wayOut, std::function<void()> take)
{
    m_wayOut = std::move(take);
    m_banner->showError(error);
    m_banner->setWayOut(wayOut);
}

} // namespace servelab::ui
