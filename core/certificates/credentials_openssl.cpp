// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/credentials.h"

#include "core/certificates/openssl.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <openssl/err.h>

#include <algorithm>
#include <cstring>
#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::certificates {
namespace {

/// No certificate or key is as large; a file that is was meant for something else.
constexpr qint64 largestFile = 1024 * 1024;

base::Expected<QByteArray> readFile(const QString &name)
{
    QFile file(name);
    if (const QFileInfo info(name); info.exists() && !info.isFile()) // a pipe would be waited for
        return base::fail(u"%1 is not a regular file."_s.arg(name), u"Give a PEM file."_s, name);
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(u"The file %1 cannot be read: %2."_s.arg(name, file.errorString()),
            u"Check its name and that you may read it."_s, name);
    const QByteArray bytes = file.read(largestFile + 1);
    if (bytes.size() > largestFile)
        return base::fail(u"The file %1 is too large for a certificate or a key."_s.arg(name),
            u"Choose a PEM file."_s, name);
    return bytes;
}

struct PassphraseRequest
{
    QByteArray passphrase;
    bool wasAsked = false;
};

/// OpenSSL asks only where the key is encrypted.
int answerPassphrase(char *buffer, int size, int, void *context)
{
    auto &request = *static_cast<PassphraseRequest *>(context);
    request.wasAsked = true;
    const int length = std::min(size, int(request.passphrase.size()));
    std::memcpy(buffer, request.passphrase.constData(), std::size_t(length));
    return length;
}

using KeyResult = std::expected<KeyPointer, CredentialProblem>;

std::unexpected<CredentialProblem> problem(CredentialPart part, base::Error error)
{
    return std::unexpected(CredentialProblem{part, std::move(error)});
}

std::unexpected<CredentialProblem> keyNotOpened(const QString &file, const PassphraseRequest &request)
{
    ERR_clear_error();
    if (!request.wasAsked)
        return problem(CredentialPart::Key,
            {u"The file %1 holds no private key in PEM form."_s.arg(file),
                u"Give the file that begins with \"-----BEGIN PRIVATE KEY-----\" or similar."_s, file});
    if (request.passphrase.isEmpty())
        return problem(CredentialPart::Passphrase,
            {u"The private key %1 is encrypted, and no passphrase is given."_s.arg(file),
                u"Give its passphrase, or a key that is not encrypted."_s, file});
    return problem(CredentialPart::Passphrase,
        {u"The passphrase does not open the private key %1."_s.arg(file),
            u"Correct the passphrase; mind blanks and line ends."_s, file});
}

KeyResult readKey(const QByteArray &pem, const CredentialFiles &files)
{
    PassphraseRequest request{files.passphrase.toUtf8()};
    const BioPointer bio = bioOver(pem);
    KeyPointer key(PEM_read_bio_PrivateKey(bio.get(), nullptr, answerPassphrase, &request));
    if (!key)
        return keyNotOpened(files.key.isEmpty() ? files.certificate : files.key, request);
    return key;
}

/// Collects what is wrong while the parts are read.
class Loader
{
public:
    explicit Loader(const CredentialFiles &files)
        : m_files(files)
    {
    }

    std::expected<CredentialsPointer, QList<CredentialProblem>> load()
    {
        const Bytes certificatePem = read(m_files.certificate, CredentialPart::Certificate);
        const Bytes keyPem = m_files.key.isEmpty() ? certificatePem : read(m_files.key, CredentialPart::Key);
        takeCertificates(certificatePem);
        takeChain();
        takeKey(keyPem);
        checkKey();
        if (!m_problems.isEmpty())
            return std::unexpected(std::move(m_problems));
        CertificateInfo info = infoOf(*m_data->certificate);
        QByteArray digested = digest();
        return std::make_shared<const Credentials>(std::move(m_data), std::move(info), std::move(digested));
    }

private:
    using Bytes = std::optional<QByteArray>; ///< empty: that has been noted as a problem

    Bytes read(const QString &file, CredentialPart part)
    {
        auto bytes = readFile(file);
        if (bytes)
            return *bytes;
        m_problems += CredentialProblem{part, std::move(bytes.error())};
        return {};
    }

    void takeCertificates(const Bytes &pem)
    {
        if (!pem)
            return;
        std::vector<X509Pointer> certificates = certificatesIn(*pem);
        if (certificates.empty()) {
            addNoCertificate(m_files.certificate, CredentialPart::Certificate);
            return;
        }
        m_data->certificate = std::move(certificates.front());
        std::move(certificates.begin() + 1, certificates.end(), std::back_inserter(m_data->chain));
    }

    void takeChain()
    {
        if (m_files.chain.isEmpty())
            return;
        const Bytes pem = read(m_files.chain, CredentialPart::Chain);
        if (!pem)
            return;
        std::vector<X509Pointer> certificates = certificatesIn(*pem);
        if (certificates.empty())
            addNoCertificate(m_files.chain, CredentialPart::Chain);
        std::ranges::move(certificates, std::back_inserter(m_data->chain));
    }

    void addNoCertificate(const QString &file, CredentialPart part)
    {
        m_problems += CredentialProblem{part,
            {u"The file %1 holds no certificate in PEM form."_s.arg(file),
                u"Give a file with \"-----BEGIN CERTIFICATE-----\" in it; \"openssl x509 -inform der\" makes PEM of DER."_s,
                file}};
    }

    void takeKey(const Bytes &pem)
    {
        if (!pem)
            return;
        auto key = readKey(*pem, m_files);
        if (key)
            m_data->key = std::move(*key);
        else
            m_problems += std::move(key.error());
    }

    void checkKey()
    {
        if (!m_data->certificate || !m_data->key
            || X509_check_private_key(m_data->certificate.get(), m_data->key.get()) == 1)
            return;
        ERR_clear_error();
        const QString &key = m_files.key.isEmpty() ? m_files.certificate : m_files.key;
        m_problems += CredentialProblem{CredentialPart::Key,
            {u"The private key %1 does not belong to the certificate %2."_s.arg(key, m_files.certificate),
                u"Give the key that the certificate was made for."_s, key}};
    }

    /// The certificate names the key by its public half.
    QByteArray digest() const
    {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        hash.addData(infoOf(*m_data->certificate).fingerprint.toLatin1());
        for (const X509Pointer &certificate : m_data->chain)
            hash.addData(infoOf(*certificate).fingerprint.toLatin1());
        return hash.result();
    }

    const CredentialFiles &m_files;
    std::unique_ptr<Credentials::Data> m_data = std::make_unique<Credentials::Data>();
    QList<CredentialProblem> m_problems;
};

} // namespace

bool areSupported()
{
    return true;
}

std::expected<CredentialsPointer, QList<CredentialProblem>> loadCredentials(const CredentialFiles &files)
{
    return Loader(files).load();
}

base::Expected<CertificateInfo> readCertificate(const QString &file)
{
    const auto bytes = readFile(file);
    if (!bytes)
        return std::unexpected(bytes.error());
    const std::vector<X509Pointer> certificates = certificatesIn(*bytes);
    if (certificates.empty())
        return base::fail(u"The file %1 holds no certificate in PEM form."_s.arg(file),
            u"Give a file with \"-----BEGIN CERTIFICATE-----\" in it."_s, file);
    return infoOf(*certificates.front());
}

} // namespace servelab::certificates
