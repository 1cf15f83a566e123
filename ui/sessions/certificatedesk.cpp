// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/certificatedesk.h"

#include "core/site/sitecredentials.h"
#include "ui/sessions/background.h"

#include <QDateTime>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Created = base::Expected<certificates::CreatedCertificate>;

/// The file of the authority in that folder, where its name is that of the certificate's issuer.
QString authorityOf(const certificates::CertificateInfo &certificate, const QString &folder)
{
    const QString file = certificates::filesFor(folder, folder, u"localhost"_s).authority;
    const auto authority = certificates::readCertificate(file);
    return authority && authority->subject == certificate.issuer ? file : QString();
}

/// What validate() says of HTTPS, also while it is off.
site::Problems problemsOf(site::SiteConfig config)
{
    config.https.enabled = true;
    site::Problems problems = site::validate(config);
    problems.removeIf([](const base::Error &problem) {
        const bool isOfHost = problem.where.startsWith("domains["_L1)
            && (problem.where.endsWith(".certificate"_L1) || problem.where.endsWith(".key"_L1));
        return !isOfHost && !problem.where.startsWith("https."_L1);
    });
    return problems;
}

HttpsReport look(const site::SiteConfig &config, const QString &folder)
{
    HttpsReport report{.config = config, .certificate = {}, .authority = {}, .problems = problemsOf(config)};
    if (config.https.certificate.isEmpty())
        return report;
    if (auto read = certificates::readCertificate(config.https.certificate)) {
        report.certificate = std::move(*read);
        report.authority = authorityOf(*report.certificate, folder);
    }
    return report;
}

Created make(const QString &folder, const QString &siteId, const site::SiteConfig &config)
{
    const QString moment = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    const certificates::NewCertificate wanted{.authorityFolder = folder,
        .folder = u"%1/%2/%3"_s.arg(folder, siteId, moment),
        .request = {.names = namesFor(config, certificates::ownNames())}};
    return certificates::createCertificate(wanted);
}

} // namespace

QStringList namesFor(const site::SiteConfig &config, const QStringList &ownNames)
{
    QStringList names;
    for (const QString &name : site::hostsOfOwnCertificate(config) + ownNames) {
        if (!names.contains(name, Qt::CaseInsensitive))
            names += name;
    }
    return names;
}

CertificateDesk::CertificateDesk(QString folder, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
{
}

void CertificateDesk::check(const site::SiteConfig &config)
{
    inBackground<HttpsReport>([config, folder = m_folder] {
        return look(config, folder);
    }).then(this, [this, turn = ++m_turn](const HttpsReport &report) {
        if (turn == m_turn)
            Q_EMIT checked(report);
    });
}

void CertificateDesk::create(const QString &siteId, const site::SiteConfig &config)
{
    if (std::exchange(m_isCreating, true))
        return;
    inBackground<Created>([siteId, config, folder = m_folder] {
        return make(folder, siteId, config);
    }).then(this, [this, siteId](const Created &certificate) {
        m_isCreating = false;
        if (certificate)
            Q_EMIT created(siteId, *certificate);
        else
            Q_EMIT failed(certificate.error());
    });
}

} // namespace servelab::ui
