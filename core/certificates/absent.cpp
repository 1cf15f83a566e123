// SPDX-License-Identifier: GPL-3.0-or-later
// For builds without OpenSSL.
#include "core/certificates/certificatemaker.h"
#include "core/certificates/credentials.h"

using namespace Qt::StringLiterals;

namespace servelab::certificates {

namespace {

std::unexpected<base::Error> absent()
{
    return base::fail(
        u"This build of Servelab has no OpenSSL, so it can neither read nor make certificates."_s,
        u"Build it with SERVELAB_OPENSSL=ON."_s);
}

} // namespace

bool areSupported()
{
    return false;
}

std::expected<CredentialsPointer, QList<CredentialProblem>> loadCredentials(const CredentialFiles &)
{
    return std::unexpected(QList<CredentialProblem>{{CredentialPart::Certificate, absent().error()}});
}

base::Expected<CertificateInfo> readCertificate(const QString &)
{
    return absent();
}

base::Expected<KeyAndCertificate> makeAuthority(const QString &)
{
    return absent();
}

base::Expected<KeyAndCertificate> issueCertificate(const KeyAndCertificate &, const CertificateRequest &)
{
    return absent();
}

} // namespace servelab::certificates
