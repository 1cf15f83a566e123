// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/certificatemaker.h"

#include "core/certificates/openssl.h"

#include <QHostAddress>
#include <QUrl>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::certificates {
namespace {

constexpr int authorityDays = 3650;
constexpr long secondsOfDay = 24 * 60 * 60;
/// Clocks of machines that share a certificate differ.
constexpr long clockTolerance = 60 * 60;

using ExtensionPointer = std::unique_ptr<X509_EXTENSION, FreedWith<X509_EXTENSION_free>>;
using NumberPointer = std::unique_ptr<BIGNUM, FreedWith<BN_free>>;

std::unexpected<base::Error> failed(const QString &what)
{
    return base::fail(u"%1: %2."_s.arg(what, takeOpenSslReason()));
}

QByteArray textOf(BIO *bio)
{
    char *bytes = nullptr;
    const long length = BIO_get_mem_data(bio, &bytes);
    return QByteArray(bytes, length);
}

KeyAndCertificate toPem(X509 &certificate, EVP_PKEY &key)
{
    const BioPointer certificateText(BIO_new(BIO_s_mem()));
    const BioPointer keyText(BIO_new(BIO_s_secmem()));
    PEM_write_bio_X509(certificateText.get(), &certificate);
    PEM_write_bio_PKCS8PrivateKey(keyText.get(), &key, nullptr, nullptr, 0, nullptr, nullptr);
    return {textOf(certificateText.get()), textOf(keyText.get())};
}

/// 127 random bits: as RFC 5280 section 4.1.2.2 wants them, positive and not to be guessed.
bool setSerialNumber(X509 &certificate)
{
    const NumberPointer number(BN_new());
    return BN_rand(number.get(), 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
        && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr;
}

void setCommonName(X509_NAME *name, const QString &text)
{
    const QByteArray utf8 = text.left(64).toUtf8(); // ub-common-name
    X509_NAME_add_entry_by_txt(name, "O", MBSTRING_UTF8,
        reinterpret_cast<const unsigned char *>("Servelab development certificate"), -1, -1, 0);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
        reinterpret_cast<const unsigned char *>(utf8.constData()), int(utf8.size()), -1, 0);
}

/// What all certificates have in common; `issuer` may be the certificate itself.
struct Draft
{
    X509Pointer certificate{X509_new()};
    KeyPointer key{EVP_EC_gen("P-256")};

    bool begin(const QString &commonName, int days)
    {
        if (!certificate || !key)
            return false;
        setCommonName(X509_get_subject_name(certificate.get()), commonName);
        return X509_set_version(certificate.get(), X509_VERSION_3) == 1 && setSerialNumber(*certificate)
            && X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -clockTolerance)
            && X509_gmtime_adj(X509_getm_notAfter(certificate.get()), days * secondsOfDay)
            && X509_set_pubkey(certificate.get(), key.get()) == 1;
    }

    bool extend(X509 &issuer, int nid, const char *value)
    {
        X509V3_CTX context;
        X509V3_set_ctx(&context, &issuer, certificate.get(), nullptr, nullptr, 0);
        const ExtensionPointer extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value));
        return extension && X509_add_ext(certificate.get(), extension.get(), -1) == 1;
    }

    bool sign(const X509 &issuer, EVP_PKEY &issuerKey)
    {
        return X509_set_issuer_name(certificate.get(), X509_get_subject_name(&issuer)) == 1
            && X509_sign(certificate.get(), &issuerKey, EVP_sha256()) > 0;
    }
};

/// An entry of subjectAltName for a name of a person; empty where it is none.
QByteArray alternativeName(const QString &name)
{
    if (const QHostAddress address(name); !address.isNull())
        return "IP:" + address.toString().toLatin1();
    const bool isWildcard = name.startsWith("*."_L1);
    const QByteArray ascii = QUrl::toAce(isWildcard ? name.sliced(2) : name).toLower();
    const bool isHost = !ascii.isEmpty() && !ascii.startsWith('.') && !ascii.contains("..")
        && std::ranges::all_of(ascii, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
           });
    return isHost ? "DNS:" + (isWildcard ? "*." + ascii : ascii) : QByteArray();
}

base::Expected<QByteArray> alternativeNames(const QStringList &names)
{
    QByteArrayList entries;
    for (const QString &name : names) {
        const QByteArray entry = alternativeName(name);
        if (entry.isEmpty())
            return base::fail(u"\"%1\" is neither a host name nor an address."_s.arg(name),
                u"Give names such as shop.test, *.shop.test or 192.168.0.2, without port and path."_s, name);
        if (!entries.contains(entry))
            entries += entry;
    }
    if (entries.isEmpty())
        return base::fail(u"A certificate needs a name."_s, u"Give the host names it is for."_s);
    return entries.join(',');
}

struct Issuer
{
    X509Pointer certificate;
    KeyPointer key;
};

base::Expected<Issuer> readIssuer(const KeyAndCertificate &authority)
{
    std::vector<X509Pointer> certificates = certificatesIn(authority.certificate);
    const BioPointer keyText = bioOver(authority.key);
    KeyPointer key(PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, const_cast<char *>("")));
    if (certificates.empty() || !key || X509_check_private_key(certificates.front().get(), key.get()) != 1
        || (X509_get_extension_flags(certificates.front().get()) & EXFLAG_CA) == 0)
        return failed(u"The authority's certificate and key do not fit each other"_s);
    return Issuer{std::move(certificates.front()), std::move(key)};
}

/// Nobody trusts what lasts longer than its authority.
bool limitValidity(X509 &certificate, const X509 &issuer)
{
    const ASN1_TIME *end = X509_get0_notAfter(&issuer);
    return ASN1_TIME_compare(X509_get0_notAfter(&certificate), end) <= 0
        || X509_set1_notAfter(&certificate, end) == 1;
}

} // namespace

base::Expected<KeyAndCertificate> makeAuthority(const QString &commonName)
{
    Draft draft;
    const bool isMade = draft.begin(commonName, authorityDays)
        && draft.extend(*draft.certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        && draft.extend(*draft.certificate, NID_key_usage, "critical,keyCertSign,cRLSign")
        && draft.extend(*draft.certificate, NID_subject_key_identifier, "hash")
        && draft.sign(*draft.certificate, *draft.key);
    if (!isMade)
        return failed(u"The authority could not be made"_s);
    return toPem(*draft.certificate, *draft.key);
}

base::Expected<KeyAndCertificate> issueCertificate(
    const KeyAndCertificate &authority, const CertificateRequest &request)
{
    const auto names = alternativeNames(request.names);
    if (!names)
        return std::unexpected(names.error());
    if (request.days < 1 || request.days > mostDays)
        return base::fail(
            u"A certificate cannot last %1 days."_s.arg(request.days), u"Give 1 to %1 days."_s.arg(mostDays));
    const auto issuer = readIssuer(authority);
    if (!issuer)
        return std::unexpected(issuer.error());
    if (X509_cmp_current_time(X509_get0_notAfter(issuer->certificate.get())) < 0)
        return base::fail(u"The authority has expired, so what it vouches for is trusted by nobody."_s,
            u"Move its certificate and key away to begin with a new authority, and trust that one."_s);

    X509 &issuerCertificate = *issuer->certificate;
    Draft draft;
    const bool isMade = draft.begin(request.names.first(), request.days)
        && limitValidity(*draft.certificate, issuerCertificate)
        && draft.extend(issuerCertificate, NID_basic_constraints, "critical,CA:FALSE")
        && draft.extend(issuerCertificate, NID_key_usage, "critical,digitalSignature")
        && draft.extend(issuerCertificate, NID_ext_key_usage, "serverAuth")
        && draft.extend(issuerCertificate, NID_subject_key_identifier, "hash")
        && draft.extend(issuerCertificate, NID_authority_key_identifier, "keyid")
        && draft.extend(issuerCertificate, NID_subject_alt_name, names->constData())
        && draft.sign(issuerCertificate, *issuer->key);
    if (!isMade)
        return failed(u"The certificate could not be made"_s);
    return toPem(*draft.certificate, *draft.key);
}

} // namespace servelab::certificates
