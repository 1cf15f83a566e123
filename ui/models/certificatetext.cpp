// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/certificatetext.h"

#include "core/site/sitecredentials.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 daysOfWarning = 14;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(CertificateText)
};

QString dayOf(const QDateTime &time)
{
    return QLocale().toString(
        time.toLocalTime().date(), Texts::tr("d MMMM yyyy", "a date, as QLocale writes it"));
}

QString endText(qint64 days)
{
    if (days == 0)
        return Texts::tr("Expires today, %1");
    if (days == 1)
        return Texts::tr("Expires tomorrow, %1");
    return days < 60 ? Texts::tr("Expires in %n days, on %1", nullptr, static_cast<int>(days))
                     : Texts::tr("Valid until %1");
}

} // namespace

ValidityText validityText(const certificates::CertificateInfo &certificate, const QDateTime &now)
{
    if (certificate.notAfter < now)
        return {
            Validity::Ended, Texts::tr("Expired on %1: browsers refuse it").arg(dayOf(certificate.notAfter))};
    if (certificate.notBefore > now)
        return {Validity::NotBegun,
            Texts::tr("Not valid before %1: browsers refuse it").arg(dayOf(certificate.notBefore))};
    const qint64 days = now.toLocalTime().date().daysTo(certificate.notAfter.toLocalTime().date());
    return {days <= daysOfWarning ? Validity::EndsSoon : Validity::Good,
        endText(days).arg(dayOf(certificate.notAfter))};
}

QStringList namesNotCovered(const certificates::CertificateInfo &certificate, const site::SiteConfig &config)
{
    QStringList hosts = site::hostsOfOwnCertificate(config);
    hosts.removeIf([&certificate](const QString &host) { return isValidFor(certificate, host); });
    return hosts;
}

QString fingerprintLines(const QString &fingerprint)
{
    constexpr qsizetype line = 16 * 3; // sixteen pairs, each with its colon
    QStringList lines;
    for (qsizetype from = 0; from < fingerprint.size(); from += line)
        lines += fingerprint.sliced(from, std::min(line, fingerprint.size() - from));
    return lines.join(u'\n');
}

} // namespace servelab::ui
