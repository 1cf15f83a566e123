// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/certificatemaker.h"
#include "core/certificates/openssl.h"

#include <QFile>
#include <QTemporaryDir>

namespace servelab::tests {

using certificates::KeyAndCertificate;

/// Certificates for one test program, in files of a folder that goes with it.
class TestCertificates
{
public:
    TestCertificates()
        : m_authority(*certificates::makeAuthority(QStringLiteral("Test authority")))
    {
        write("authority.pem", m_authority.certificate);
    }

    const KeyAndCertificate &authority() const { return m_authority; }
    QString path(const QString &file) const { return m_folder.filePath(file); }
    QString authorityFile() const { return path(QStringLiteral("authority.pem")); }

    KeyAndCertificate issue(const QStringList &names) const
    {
        return *certificates::issueCertificate(m_authority, {.names = names, .days = 30});
    }

    /// Writes "<stem>.pem" and "<stem>-key.pem".
    KeyAndCertificate add(const QString &stem, const QStringList &names) const
    {
        const KeyAndCertificate pair = issue(names);
        addPair(stem, pair);
        return pair;
    }
    void addPair(const QString &stem, const KeyAndCertificate &pair) const
    {
        write(stem + QStringLiteral(".pem"), pair.certificate);
        write(stem + QStringLiteral("-key.pem"), pair.key);
    }
    QString certificate(const QString &stem) const { return path(stem + QStringLiteral(".pem")); }
    QString key(const QString &stem) const { return path(stem + QStringLiteral("-key.pem")); }

    void write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
            qFatal("A certificate cannot be written.");
    }
    void write(const char *name, const QByteArray &bytes) const { write(QString::fromLatin1(name), bytes); }

private:
    QTemporaryDir m_folder;
    KeyAndCertificate m_authority;
};

/// The same certificate, but it ends after so many days, which may be less than none. Nobody vouches for it
/// any more but its own key.
inline QByteArray endingIn(const KeyAndCertificate &pair, int days)
{
    using namespace certificates;
    std::vector<X509Pointer> read = certificatesIn(pair.certificate);
    const BioPointer keyText = bioOver(pair.key);
    const KeyPointer key(PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, nullptr));
    X509_gmtime_adj(X509_getm_notBefore(read.front().get()), -1000L * 24 * 60 * 60);
    X509_gmtime_adj(X509_getm_notAfter(read.front().get()), days * 24L * 60 * 60);
    X509_sign(read.front().get(), key.get(), EVP_sha256());
    const BioPointer text(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(text.get(), read.front().get());
    char *bytes = nullptr;
    const long length = BIO_get_mem_data(text.get(), &bytes);
    return QByteArray(bytes, length);
}

/// The key behind a passphrase.
inline QByteArray encrypted(const QByteArray &keyPem, const QByteArray &passphrase)
{
    using namespace certificates;
    const BioPointer in = bioOver(keyPem);
    const KeyPointer key(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
    const BioPointer out(BIO_new(BIO_s_mem()));
    PEM_write_bio_PKCS8PrivateKey(out.get(), key.get(), EVP_aes_256_cbc(), passphrase.constData(),
        int(passphrase.size()), nullptr, nullptr);
    char *bytes = nullptr;
    const long length = BIO_get_mem_data(out.get(), &bytes);
    return QByteArray(bytes, length);
}

} // namespace servelab::tests
