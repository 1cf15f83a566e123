// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/certificate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::certificates {
namespace {

constexpr int daysOfWarning = 14;

QString dayOf(const QDateTime &time)
{
    return time.toUTC().toString(u"yyyy-MM-dd hh:mm 'UTC'"_s);
}

bool isSameName(const QString &pattern, const QString &host)
{
    if (pattern.compare(host, Qt::CaseInsensitive) == 0)
        return true;
    if (!pattern.startsWith("*."_L1) || host.startsWith("*."_L1))
        return false;
    const qsizetype dot = host.indexOf(u'.');
    return dot > 0 && host.sliced(dot).compare(pattern.sliced(1), Qt::CaseInsensitive) == 0;
}

} // namespace

bool isValidFor(const CertificateInfo &certificate, const QString &host)
{
    return std::ranges::any_of(
        certificate.names, [&host](const QString &pattern) { return isSameName(pattern, host); });
}

std::optional<base::Error> validityNotice(
    const CertificateInfo &certificate, const QString &file, const QDateTime &now)
{
    const QString renew
        = u"Get a new one; \"servelab-cli cert create --force\" makes one for this machine."_s;
    if (certificate.notAfter < now)
        return base::Error{u"The certificate %1 has expired on %2: browsers will refuse it."_s.arg(
                               file, dayOf(certificate.notAfter)),
            renew, file};
    if (certificate.notBefore > now)
        return base::Error{u"The certificate %1 is not valid before %2: browsers will refuse it."_s.arg(
                               file, dayOf(certificate.notBefore)),
            u"Check the clock of this machine, or wait."_s, file};
    if (certificate.notAfter < now.addDays(daysOfWarning))
        return base::Error{
            u"The certificate %1 expires on %2."_s.arg(file, dayOf(certificate.notAfter)), renew, file};
    return std::nullopt;
}

} // namespace servelab::certificates
