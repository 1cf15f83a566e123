// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/credentials.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <vector>

/// OpenSSL's objects with owners. Included by sources only, and only in builds with OpenSSL.
namespace servelab::certificates {

template <auto function>
struct FreedWith
{
    template <typename Object>
    void operator()(Object *object) const
    {
        function(object);
    }
};

using BioPointer = std::unique_ptr<BIO, FreedWith<BIO_free>>;
using KeyPointer = std::unique_ptr<EVP_PKEY, FreedWith<EVP_PKEY_free>>;
using X509Pointer = std::unique_ptr<X509, FreedWith<X509_free>>;

struct Credentials::Data
{
    X509Pointer certificate;
    KeyPointer key;
    std::vector<X509Pointer> chain;
};

/// The reason of OpenSSL's last error on this thread, whose queue is empty afterwards.
QString takeOpenSslReason();

/// Bytes to read PEM from; they must outlive it.
BioPointer bioOver(const QByteArray &bytes);

CertificateInfo infoOf(X509 &certificate);

/// The certificates of a PEM text, in their order; other blocks are passed over.
std::vector<X509Pointer> certificatesIn(const QByteArray &pem);

} // namespace servelab::certificates
