// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/certificatefolder.h"

#include <QDir>
#include <QFile>
#include <QNetworkInterface>
#include <QStandardPaths>
#include <QSysInfo>

#include <algorithm>
#include <filesystem>

using namespace Qt::StringLiterals;

namespace servelab::certificates {
namespace {

constexpr QFileDevice::Permissions ownerAlone = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

base::Expected<void> makeFolder(const QString &path)
{
    const QString parent = QFileInfo(path).absolutePath();
    if (QFileInfo(path).isDir())
        return {};
    if (!QDir().mkpath(parent) || !QDir().mkdir(path, ownerAlone | QFileDevice::ExeOwner))
        return base::fail(u"The folder %1 cannot be made."_s.arg(path),
            u"Choose another one, or make it yourself."_s, path);
    return {};
}

std::unexpected<base::Error> notWritten(const QFile &file)
{
    return base::fail(u"The file %1 cannot be written: %2."_s.arg(file.fileName(), file.errorString()),
        u"Check the folder and its permissions."_s, file.fileName());
}

/// A new file that nobody else can ever open. Fails where there is one of that name.
base::Expected<void> writeNew(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, ownerAlone))
        return notWritten(file);
    if (file.write(bytes) != bytes.size() || !file.flush()) {
        const auto error = notWritten(file);
        file.remove();
        return error;
    }
    return {};
}

/// Puts a new file in the place of one that may be there, in one step.
base::Expected<void> replaceWith(const QString &path, const QByteArray &bytes)
{
    const QString fresh = path + ".new"_L1;
    QFile::remove(fresh); // of an attempt that was cut short
    if (auto written = writeNew(fresh, bytes); !written)
        return written;
    std::error_code error;
    std::filesystem::rename(
        std::filesystem::path(fresh.toStdU16String()), std::filesystem::path(path.toStdU16String()), error);
    if (error) {
        QFile::remove(fresh);
        return base::fail(
            u"The file %1 cannot be replaced: %2."_s.arg(path, QString::fromStdString(error.message())),
            u"Check the folder and its permissions."_s, path);
    }
    return {};
}

QString authorityFile(const QString &folder)
{
    return folder + "/servelab-authority.pem"_L1;
}

QString authorityKeyFile(const QString &folder)
{
    return folder + "/servelab-authority-key.pem"_L1;
}

base::Expected<QByteArray> readWhole(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(u"The file %1 cannot be read: %2."_s.arg(path, file.errorString()),
            u"Check that you may read it."_s, path);
    return file.readAll();
}

base::Expected<KeyAndCertificate> readAuthority(const QString &folder)
{
    auto certificate = readWhole(authorityFile(folder));
    if (!certificate)
        return std::unexpected(certificate.error());
    auto key = readWhole(authorityKeyFile(folder));
    if (!key)
        return std::unexpected(key.error());
    return KeyAndCertificate{std::move(*certificate), std::move(*key)};
}

QString authorityName()
{
    QString user = qEnvironmentVariable("USER", qEnvironmentVariable("USERNAME"));
    if (user.isEmpty())
        user = u"user"_s;
    return u"Servelab authority of %1 on %2"_s.arg(user, QSysInfo::machineHostName());
}

base::Expected<KeyAndCertificate> makeAuthorityIn(const QString &folder)
{
    auto authority = makeAuthority(authorityName());
    if (!authority)
        return authority;
    // The key first: a certificate without one would pass for an authority that is there.
    if (auto written = writeNew(authorityKeyFile(folder), authority->key); !written)
        return std::unexpected(written.error());
    if (auto written = writeNew(authorityFile(folder), authority->certificate); !written) {
        QFile::remove(authorityKeyFile(folder));
        return std::unexpected(written.error());
    }
    return authority;
}

struct Authority
{
    KeyAndCertificate pair;
    bool isNew = false;
};

base::Expected<Authority> openAuthority(const QString &folder)
{
    const bool isThere = QFile::exists(authorityFile(folder));
    if (!isThere && QFile::exists(authorityKeyFile(folder)))
        return base::fail(u"The key of an authority is in %1, but its certificate %2 is missing."_s.arg(
                              folder, authorityFile(folder)),
            u"Put the certificate back, or move the key away to begin with a new authority."_s, folder);
    auto pair = isThere ? readAuthority(folder) : makeAuthorityIn(folder);
    if (!pair)
        return std::unexpected(pair.error());
    return Authority{std::move(*pair), !isThere};
}

base::Expected<void> refuseReplacing(const CertificateFiles &files)
{
    for (const QString &file : {files.key, files.certificate}) {
        if (QFile::exists(file))
            return base::fail(u"The file %1 is there already."_s.arg(file),
                u"Choose another folder, or allow it to be replaced (--force): its key is lost then."_s,
                file);
    }
    return {};
}

base::Expected<void> writePair(const CertificateFiles &files, const KeyAndCertificate &pair)
{
    if (auto written = replaceWith(files.key, pair.key); !written)
        return written;
    return replaceWith(files.certificate, pair.certificate);
}

/// What a name becomes as a part of a file's name.
QString fileStem(const QString &name)
{
    QString stem = name;
    stem.replace(u'*', u"wildcard"_s).replace(u':', u'-');
    return stem.toLower();
}

} // namespace

QString defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + "/servelab/certificates"_L1;
}

QStringList ownNames()
{
    QStringList names{u"localhost"_s, u"*.localhost"_s, u"127.0.0.1"_s, u"::1"_s};
    for (QHostAddress address : QNetworkInterface::allAddresses()) {
        address.setScopeId({});
        if (!address.isLoopback() && !address.isLinkLocal() && !names.contains(address.toString()))
            names += address.toString();
    }
    return names;
}

CertificateFiles filesFor(const QString &authorityFolder, const QString &folder, const QString &name)
{
    const QString stem = QDir(folder).absoluteFilePath(fileStem(name));
    return {stem + ".pem"_L1, stem + "-key.pem"_L1, authorityFile(QDir(authorityFolder).absolutePath())};
}

base::Expected<CreatedCertificate> createCertificate(const NewCertificate &wanted)
{
    if (wanted.request.names.isEmpty())
        return base::fail(u"A certificate needs a name."_s, u"Give the host names it is for."_s);
    const CertificateFiles files
        = filesFor(wanted.authorityFolder, wanted.folder, wanted.request.names.first());
    if (files.certificate == files.authority)
        return base::fail(u"A certificate cannot have the name of the authority's file."_s,
            u"Choose another name."_s, wanted.request.names.first());
    if (auto free = wanted.replaces ? base::Expected<void>() : refuseReplacing(files); !free)
        return std::unexpected(free.error());
    for (const QString &folder : {wanted.authorityFolder, wanted.folder}) {
        if (auto made = makeFolder(QDir(folder).absolutePath()); !made)
            return std::unexpected(made.error());
    }
    const auto authority = openAuthority(QDir(wanted.authorityFolder).absolutePath());
    if (!authority)
        return std::unexpected(authority.error());
    auto pair = issueCertificate(authority->pair, wanted.request);
    if (!pair) {
        if (pair.error().where.isEmpty())
            pair.error().where = files.authority;
        return std::unexpected(pair.error());
    }
    if (auto written = writePair(files, *pair); !written)
        return std::unexpected(written.error());
    const auto info = readCertificate(files.certificate);
    if (!info)
        return std::unexpected(info.error());
    return CreatedCertificate{files, authority->isNew, *info};
}

} // namespace servelab::certificates
