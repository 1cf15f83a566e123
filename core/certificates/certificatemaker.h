// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QStringList>

namespace servelab::certificates {

/// A certificate and its private key, each as PEM text; the key is not encrypted. A value.
struct KeyAndCertificate
{
    QByteArray certificate;
    QByteArray key;
};

/// Longest validity of a server's certificate that every browser takes, also from an authority of one's own.
inline constexpr int mostDays = 825;

/// An authority of its own, self-signed, that may vouch for servers and for nothing else: ECDSA P-256, ten
/// years, no further authority below it (RFC 5280 section 4.2.1.9).
base::Expected<KeyAndCertificate> makeAuthority(const QString &commonName);

/// What a server's certificate is to say.
struct CertificateRequest
{
    QStringList names
        = {}; ///< host names, "*." in front for all of one level below, and IP addresses; not empty
    int days = 397; ///< 1 to mostDays, from now on; never longer than the authority itself
};

/// A server's certificate for those names, ECDSA P-256, vouched for by `authority`. The names are put in
/// their ASCII form; one that is none is an error.
base::Expected<KeyAndCertificate> issueCertificate(
    const KeyAndCertificate &authority, const CertificateRequest &request);

} // namespace servelab::certificates
