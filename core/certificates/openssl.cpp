// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/openssl.h"

#include <QHostAddress>
#include <QTimeZone>

#include <openssl/err.h>

#include <array>
#include <ctime>

using namespace Qt::StringLiterals;

namespace servelab::certificates {
namespace {

using NamesPointer = std::unique_ptr<GENERAL_NAMES, FreedWith<GENERAL_NAMES_free>>;

QDateTime toDateTime(const ASN1_TIME *time)
{
    std::tm parts{};
    if (ASN1_TIME_to_tm(time, &parts) != 1)
        return {};
    return {QDate(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday),
        QTime(parts.tm_hour, parts.tm_min, parts.tm_sec), QTimeZone::utc()};
}

QString wholeName(const X509_NAME *name)
{
    const BioPointer text(BIO_new(BIO_s_mem()));
    X509_NAME_print_ex(text.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    char *bytes = nullptr;
    const long length = BIO_get_mem_data(text.get(), &bytes);
    return QString::fromUtf8(bytes, length);
}

QString commonName(const X509_NAME *name)
{
    const int place = X509_NAME_get_index_by_NID(name, NID_commonName, -1);
    if (place < 0)
        return wholeName(name);
    unsigned char *text = nullptr;
    const int length = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, place)));
    if (length < 0)
        return wholeName(name);
    const QString result = QString::fromUtf8(reinterpret_cast<const char *>(text), length);
    OPENSSL_free(text);
    return result;
}

QString addressOf(const ASN1_OCTET_STRING *bytes)
{
    const unsigned char *data = ASN1_STRING_get0_data(bytes);
    if (ASN1_STRING_length(bytes) == 4)
        return QHostAddress(
            (quint32(data[0]) << 24) | (quint32(data[1]) << 16) | (quint32(data[2]) << 8) | data[3])
            .toString();
    return ASN1_STRING_length(bytes) == 16 ? QHostAddress(data).toString() : QString();
}

QStringList alternativeNames(X509 &certificate)
{
    const NamesPointer names(
        static_cast<GENERAL_NAMES *>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
    QStringList result;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type == GEN_DNS)
            result
                += QString::fromLatin1(reinterpret_cast<const char *>(ASN1_STRING_get0_data(name->d.dNSName)),
                    ASN1_STRING_length(name->d.dNSName));
        else if (name->type == GEN_IPADD)
            result += addressOf(name->d.iPAddress);
    }
    return result;
}

QString fingerprintOf(X509 &certificate)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned length = 0;
    if (X509_digest(&certificate, EVP_sha256(), digest.data(), &length) != 1)
        return {};
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char *>(digest.data()), qsizetype(length)).toHex(':').toUpper());
}

} // namespace

QString takeOpenSslReason()
{
    const unsigned long code = ERR_peek_last_error();
    ERR_clear_error();
    const char *reason = ERR_reason_error_string(code);
    return reason ? QString::fromLatin1(reason) : u"error %1"_s.arg(code);
}

BioPointer bioOver(const QByteArray &bytes)
{
    return BioPointer(BIO_new_mem_buf(bytes.constData(), int(bytes.size())));
}

CertificateInfo infoOf(X509 &certificate)
{
    CertificateInfo info;
    info.subject = commonName(X509_get_subject_name(&certificate));
    info.issuer = commonName(X509_get_issuer_name(&certificate));
    info.names = alternativeNames(certificate);
    info.notBefore = toDateTime(X509_get0_notBefore(&certificate));
    info.notAfter = toDateTime(X509_get0_notAfter(&certificate));
    const std::uint32_t flags = X509_get_extension_flags(&certificate);
    info.isSelfIssued = (flags & EXFLAG_SI) != 0;
    info.isAuthority = (flags & EXFLAG_CA) != 0;
    info.fingerprint = fingerprintOf(certificate);
    return info;
}

std::vector<X509Pointer> certificatesIn(const QByteArray &pem)
{
    std::vector<X509Pointer> certificates;
    const BioPointer bio = bioOver(pem);
    while (X509 *certificate = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr))
        certificates.emplace_back(certificate);
    ERR_clear_error(); // of the end
    return certificates;
}

} // namespace servelab::certificates
