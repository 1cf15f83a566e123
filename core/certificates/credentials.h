// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/certificates/certificate.h"

#include <QByteArray>
#include <QList>

#include <memory>
#include <utility>

namespace servelab::certificates {

/// Whether this build can do TLS at all.
bool areSupported();

/// Files of PEM text with which a server proves who it is.
struct CredentialFiles
{
    QString certificate; ///< the server's own; others of its chain may follow it in the same file
    QString key; ///< its private key; empty: the key stands in the certificate's file
    QString chain; ///< certificates between the server's own and a root; empty: none beside
    QString passphrase; ///< of the key, where that is encrypted

    friend bool operator==(const CredentialFiles &, const CredentialFiles &) = default;
};

enum class CredentialPart : std::uint8_t { Certificate, Key, Chain, Passphrase };

/// What is wrong, and which of the files, or the passphrase, it is about.
struct CredentialProblem
{
    CredentialPart part = CredentialPart::Certificate;
    base::Error error;
};

/// A certificate, the key that belongs to it, and the chain to show. Immutable, shared by threads.
class Credentials
{
public:
    struct Data; ///< for net alone (openssl.h)

    Credentials(std::shared_ptr<const Data> data, CertificateInfo certificate, QByteArray digest)
        : m_data(std::move(data))
        , m_certificate(std::move(certificate))
        , m_digest(std::move(digest))
    {
    }

    const Data &data() const { return *m_data; }
    const CertificateInfo &certificate() const { return m_certificate; }
    /// Equal for equal certificates, keys and chains, whatever files they came from.
    const QByteArray &digest() const { return m_digest; }

private:
    std::shared_ptr<const Data> m_data; ///< shared, so that its type may be incomplete here
    CertificateInfo m_certificate;
    QByteArray m_digest;
};

using CredentialsPointer = std::shared_ptr<const Credentials>;

/// Reads and checks them: the files can be read and hold what they should, the passphrase opens the key, the
/// key belongs to the certificate. All problems at once. A certificate that has expired is none: see
/// validityNotice(). The passphrase is in no message.
std::expected<CredentialsPointer, QList<CredentialProblem>> loadCredentials(const CredentialFiles &files);

} // namespace servelab::certificates
