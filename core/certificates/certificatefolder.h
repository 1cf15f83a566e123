// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/certificate.h"
#include "core/certificates/certificatemaker.h"

#include <QStringList>

namespace servelab::certificates {

/// Where a certificate is kept, and who vouches for it. Absolute paths.
struct CertificateFiles
{
    QString certificate;
    QString key;
    QString authority; ///< to be trusted by systems and browsers
};

/// Where Servelab keeps certificates of this user where nothing else is said: "certificates" in its data
/// folder.
QString defaultFolder();

/// Host names and addresses under which this machine reaches itself, and others on its network reach it:
/// localhost, *.localhost, the loopback addresses, those of its interfaces.
QStringList ownNames();

struct NewCertificate
{
    QString authorityFolder; ///< made where it is not there; its authority is made once and then reused
    QString folder; ///< for the certificate and its key; made where it is not there
    CertificateRequest request = {}; ///< the first of its names names the files
    bool replaces = false; ///< else files that are there are an error
};

struct CreatedCertificate
{
    CertificateFiles files;
    bool isAuthorityNew = false; ///< it is to be trusted before the certificate is of use
    CertificateInfo info;
};

/// Makes a server's certificate, and an authority where there is none yet. Every file can be read by its
/// owner alone from the moment it exists. Nothing that was there is lost where it fails.
base::Expected<CreatedCertificate> createCertificate(const NewCertificate &wanted);

/// The files that createCertificate() makes for a certificate with that first name.
CertificateFiles filesFor(const QString &authorityFolder, const QString &folder, const QString &name);

} // namespace servelab::certificates
