// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/certificate.h"
#include "core/site/siteconfig.h"

#include <QString>

namespace servelab::ui {

enum class Validity {
    Good,
    EndsSoon, ///< within two weeks
    Ended,
    NotBegun,
};

/// What a certificate says about its time: the state, and the words for it ("Expires in 12 days, on
/// 4 March 2027").
struct ValidityText
{
    Validity state = Validity::Good;
    QString text;
    friend bool operator==(const ValidityText &, const ValidityText &) = default;
};
ValidityText validityText(const certificates::CertificateInfo &certificate, const QDateTime &now);

/// Host names that a site answers to and for which its certificate is not valid: the browser would refuse
/// it there. Names of virtual hosts with a certificate of their own are left out.
QStringList namesNotCovered(const certificates::CertificateInfo &certificate, const site::SiteConfig &config);

/// On two lines, so that two people can compare it.
QString fingerprintLines(const QString &fingerprint);

} // namespace servelab::ui
