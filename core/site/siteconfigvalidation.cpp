// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/responsehead.h"
#include "core/site/configfields.h"
#include "core/site/filetypes.h"
#include "core/site/hostnames.h"
#include "core/site/siteconfigjson.h"
#include "core/site/sitecredentials.h"
#include "core/site/sitefolders.h"

#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

/// Types and ranges: every setting must survive its own way through JSON.
void checkRanges(const SiteConfig &config, Problems &problems)
{
    SiteConfig copy;
    for (const ConfigField &field : configFields())
        field.read(field.write(config), copy, problems);
}

void checkAddress(const SiteConfig &config, Problems &problems)
{
    if (!isListenAddress(config.host))
        problems += base::Error{u"\"%1\" is not an address to listen on."_s.arg(config.host),
            u"Give an IP address of this machine, such as 127.0.0.1, or \"localhost\"."_s, u"host"_s};
}

void checkFolder(const QString &configured, const QString &folder, const QString &where, Problems &problems)
{
    const QFileInfo info(folder);
    if (configured.isEmpty())
        problems += base::Error{u"No folder is given to serve."_s, u"Choose a folder."_s, where};
    else if (!info.exists())
        problems += base::Error{
            u"The folder %1 does not exist."_s.arg(folder), u"Create it or choose another one."_s, where};
    else if (!info.isDir())
        problems += base::Error{u"%1 is not a folder."_s.arg(folder), u"Choose a folder."_s, where};
    else if (!info.isExecutable())
        problems += base::Error{u"The folder %1 may not be read by you."_s.arg(folder),
            u"Change its permissions or choose another one."_s, where};
}

void checkFolders(const SiteConfig &config, Problems &problems)
{
    checkFolder(config.root, rootFolder(config), u"root"_s, problems);
    for (qsizetype i = 0; i < config.domains.size(); ++i) {
        const VirtualHostConfig &entry = config.domains.at(i);
        checkFolder(entry.root, rootFolder(config, entry), u"domains[%1].root"_s.arg(i), problems);
    }
}

/// `taken` holds the names so far and where each stands.
void checkHostName(
    const QString &name, const QString &where, QHash<QByteArray, QString> &taken, Problems &problems)
{
    const QByteArray normalized = QByteArray::fromStdString(normalizedHostName(name));
    if (normalized.isEmpty())
        problems += base::Error{u"\"%1\" is not a host name."_s.arg(name),
            u"Give a name without port and path, such as docs.localhost or *.test."_s, where};
    else if (const QString other = taken.value(normalized); !other.isEmpty())
        problems += base::Error{u"The host name \"%1\" is given twice, here and in %2."_s.arg(name, other),
            u"Remove one of the two."_s, where};
    else
        taken.insert(normalized, where);
}

void checkHostNames(const SiteConfig &config, Problems &problems)
{
    QHash<QByteArray, QString> taken;
    if (!config.domain.isEmpty())
        checkHostName(config.domain, u"domain"_s, taken, problems);
    for (qsizetype i = 0; i < config.domains.size(); ++i)
        checkHostName(config.domains.at(i).host, u"domains[%1].host"_s.arg(i), taken, problems);
}

/// A file that the site shall serve by itself: each part of its path must be one that may be served.
void checkServedFile(const SiteConfig &config, const QString &file, const QString &where, Problems &problems)
{
    for (const QString &part : file.split(u'/')) {
        if (part.isEmpty() || part == ".."_L1 || part == "."_L1 || part.contains(u'\\')
            || part.contains(QChar(0)))
            problems += base::Error{u"\"%1\" is not a file name below the root folder."_s.arg(file),
                u"Give a relative name, such as index.html."_s, where};
        else if (part.startsWith(u'.') && !config.allowDotfiles)
            problems += base::Error{
                u"\"%1\" would never be served, because its name begins with a dot."_s.arg(file),
                u"Choose another file or turn allowDotfiles on."_s, where};
    }
}

void checkServedFiles(const SiteConfig &config, Problems &problems)
{
    if (config.index.contains(u'/'))
        problems += base::Error{u"The index \"%1\" is a path."_s.arg(config.index),
            u"Give the name of a file only, such as index.html."_s, u"index"_s};
    else if (!config.index.isEmpty())
        checkServedFile(config, config.index, u"index"_s, problems);
    if (!config.spaFallback)
        return;
    if (const QString file = fallbackFile(config); !file.isEmpty())
        checkServedFile(config, file, u"spaFallback"_s, problems);
    else
        problems += base::Error{u"spaFallback means the index, but there is none."_s,
            u"Give a file name, or set the index."_s, u"spaFallback"_s};
}

void checkExtension(const QString &extension, const QString &where, Problems &problems)
{
    const std::string normalized = normalizedExtension(extension);
    if (normalized.empty() || normalized.find_first_of("./\\") != std::string::npos)
        problems += base::Error{u"\"%1\" is not an extension."_s.arg(extension),
            u"Give the end of a file name behind its last dot, such as png."_s, where};
}

bool isMediaType(const QString &text)
{
    const QString type = text.section(u';', 0, 0).trimmed();
    return type.count(u'/') == 1 && http::isToken(type.section(u'/', 0, 0).toStdString())
        && http::isToken(type.section(u'/', 1, 1).toStdString()) && http::isFieldValue(text.toStdString());
}

void checkTypes(const SiteConfig &config, Problems &problems)
{
    for (auto entry = config.contentTypes.begin(); entry != config.contentTypes.end(); ++entry) {
        const QString where = u"contentTypes."_s + entry.key();
        checkExtension(entry.key(), where, problems);
        if (entry.value() && !isMediaType(*entry.value()))
            problems += base::Error{u"\"%1\" is not a media type."_s.arg(*entry.value()),
                u"Give one such as text/plain; charset=utf-8."_s, where};
    }
    for (qsizetype i = 0; i < config.restrictedTypes.size(); ++i)
        checkExtension(config.restrictedTypes.at(i), u"restrictedTypes[%1]"_s.arg(i), problems);
}

/// The server writes these itself; a second one would break the framing of answers.
bool isOwnField(const QString &name)
{
    static constexpr std::array own{"connection", "content-encoding", "content-length", "content-range",
        "date", "keep-alive", "trailer", "transfer-encoding", "upgrade"};
    const QByteArray lower = name.toLatin1().toLower();
    return std::ranges::any_of(own, [&](const char *field) { return lower == field; });
}

void checkHeader(const QString &name, const QString &value, const QString &where, Problems &problems)
{
    if (!http::isToken(name.toStdString()))
        problems += base::Error{
            u"\"%1\" is not a field name."_s.arg(name), u"Use letters, digits and hyphens."_s, where};
    else if (isOwnField(name))
        problems += base::Error{
            u"The field %1 is written by the server itself."_s.arg(name), u"Remove it."_s, where};
    if (!http::isFieldValue(value.toStdString()))
        problems
            += base::Error{u"The value of %1 holds a line break or another control character."_s.arg(name),
                u"Remove it."_s, where};
}

void checkFields(const SiteConfig &config, Problems &problems)
{
    if (!http::isFieldValue(config.cacheControl.toStdString()))
        problems += base::Error{u"cacheControl holds a line break or another control character."_s,
            u"Remove it."_s, u"cacheControl"_s};
    for (auto answer = config.errors.begin(); answer != config.errors.end(); ++answer) {
        const QString where = u"errors.%1.headers."_s.arg(answer.key());
        for (auto header = answer->headers.begin(); header != answer->headers.end(); ++header)
            checkHeader(header.key(), header.value(), where + header.key(), problems);
    }
}

void checkHttps(const SiteConfig &config, Problems &problems)
{
    const HttpsConfig &https = config.https;
    if (!https.enabled)
        return;
    if (!certificates::areSupported()) {
        problems += base::Error{u"This build of Servelab has no HTTPS."_s,
            u"Build it with OpenSSL (SERVELAB_OPENSSL=ON), or turn HTTPS off."_s, u"https.enabled"_s};
        return;
    }
    if (!https.only && https.port == config.port && https.port != 0)
        problems += base::Error{u"HTTP and HTTPS cannot share port %1."_s.arg(https.port),
            u"Choose another port, or HTTPS only."_s, u"https.port"_s};
    if (const auto credentials = SiteCredentials::load(config); !credentials)
        problems += credentials.error();
}

void checkLog(const SiteConfig &config, Problems &problems)
{
    if (config.log.isEmpty())
        return;
    const QFileInfo file(config.log);
    if (file.isDir())
        problems += base::Error{
            u"The log %1 is a folder."_s.arg(config.log), u"Give the name of a file."_s, u"log"_s};
    else if (!QFileInfo(file.absolutePath()).isDir())
        problems += base::Error{u"The folder of the log %1 does not exist."_s.arg(config.log),
            u"Create it or choose another file."_s, u"log"_s};
}

void checkLogRotation(const SiteConfig &config, Problems &problems)
{
    const qint64 bytes = config.logRotation.maximumBytes;
    if (bytes > 0 && bytes < LogRotationConfig::leastBytes)
        problems += base::Error{u"Access records cannot begin a new file every %1 bytes."_s.arg(bytes),
            u"Give at least %1, or 0 for one file without limit."_s.arg(LogRotationConfig::leastBytes),
            u"logRotation.maximumBytes"_s};
}

} // namespace

Problems validate(const SiteConfig &config)
{
    Problems problems;
    for (auto check : {checkRanges, checkAddress, checkFolders, checkHostNames, checkServedFiles, checkTypes,
             checkFields, checkHttps, checkLog, checkLogRotation})
        check(config, problems);
    return problems;
}

} // namespace servelab::site
