// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QDateTime>
#include <QStringList>

#include <optional>

namespace servelab::certificates {

/// What a person wants to know of a certificate (RFC 5280). A value.
struct CertificateInfo
{
    QString subject; ///< common name, else the whole name on one line
    QString issuer; ///< the same, of who vouches for it
    QStringList names; ///< host names and addresses it is valid for (subjectAltName)
    QDateTime notBefore; ///< UTC
    QDateTime notAfter; ///< UTC
    bool isSelfIssued = false; ///< nobody else vouches for it
    bool isAuthority = false; ///< it may vouch for others
    QString fingerprint; ///< SHA-256, hexadecimal with colons
};

/// The first certificate of a PEM file. Blocks on the local file system only.
base::Expected<CertificateInfo> readCertificate(const QString &file);

/// Whether it is valid for a host name in any case, or an address; "*.test" in the certificate stands for one
/// label (RFC 6125 section 6.4.3). A `host` with a wildcard is only covered by the same wildcard.
bool isValidFor(const CertificateInfo &certificate, const QString &host);

/// What a person has to know of its validity at `now`: that it has ended, ends within two weeks, or has not
/// begun. Empty: nothing. `file` is named in the text.
std::optional<base::Error> validityNotice(
    const CertificateInfo &certificate, const QString &file, const QDateTime &now);

} // namespace servelab::certificates
