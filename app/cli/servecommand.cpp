// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/keyvalues.h"
#include "app/cli/settings.h"
#include "app/cli/values.h"
#include "app/common/samplesite.h"
#include "core/base/process.h"
#include "core/certificates/certificatefolder.h"
#include "core/server/server.h"
#include "core/server/websocketecho.h"
#include "core/site/sitefolders.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>

#include <limits>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

struct ServeRequest
{
    site::SiteConfig config;
    bool printConfig = false;
    QString webSocketEcho; ///< path; empty: none
};

using Value = Option::Value;
using Result = base::Expected<void>;

constexpr qint64 highestInt = std::numeric_limits<int>::max();

Result addVirtualHost(ServeRequest &request, const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals < 1 || equals + 1 == text.size())
        return base::fail(u"\"%1\" is not a host name and a folder."_s.arg(text),
            u"Write --vhost docs.localhost=folder."_s);
    const QString folder = QDir::current().absoluteFilePath(text.sliced(equals + 1));
    request.config.domains += site::VirtualHostConfig{text.first(equals), folder};
    return {};
}

Result allowCaching(ServeRequest &request, const QString &cacheControl)
{
    request.config.noCache = false;
    if (!cacheControl.isEmpty())
        request.config.cacheControl = cacheControl;
    return {};
}

QString absolute(const QString &file)
{
    return QDir::current().absoluteFilePath(file);
}

Result setTlsMinimum(ServeRequest &request, const QString &text)
{
    const qsizetype index = QStringList{u"1.2"_s, u"1.3"_s}.indexOf(text);
    if (index < 0)
        return base::fail(u"\"%1\" is no version of TLS that is spoken."_s.arg(text), u"Give 1.2 or 1.3."_s);
    return set(request.config.https.minimumVersion, static_cast<site::TlsMinimum>(index));
}

Result setLogBody(ServeRequest &request, const QString &size)
{
    request.config.logBody = true;
    if (size.isEmpty())
        return {};
    const auto bytes = readSize(size);
    if (!bytes)
        return std::unexpected(bytes.error());
    if (*bytes > site::SiteConfig::mostLogBodyBytes)
        return base::fail(u"\"%1\" is more of a body than is recorded."_s.arg(size), u"Give at most 1MiB."_s);
    request.config.logBodyBytes = int(*bytes);
    return {};
}

Result setWebSocketEcho(ServeRequest &request, const QString &path)
{
    if (!path.startsWith(u'/'))
        return base::fail(u"\"%1\" is not a path."_s.arg(path), u"Write --websocket-echo /echo."_s);
    request.webSocketEcho = path;
    return {};
}

/// The file is read before the other options are applied.
Result noteConfigFile(ServeRequest &, const QString &)
{
    return {};
}

QList<Setting<ServeRequest>> settingsOfListening()
{
    return {
        {{u"host"_s, {}, Value::Required, u"ADDRESS"_s, u"Address to listen on (127.0.0.1)."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.host, v); }},
        {{u"port"_s, u'p', Value::Required, u"N"_s, u"TCP port; 0 takes a free one (8080)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.port, readWholeNumber(v, 0, 65535));
            }},
        {{u"workers"_s, {}, Value::Required, u"N"_s, u"Worker threads; 0: one a core, at most 4 (0)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.workers, readWholeNumber(v, 0, highestInt));
            }},
        {{u"domain"_s, {}, Value::Required, u"NAME"_s, u"Host name of DIR (any that is of this machine)."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.domain, v); }},
        {{u"vhost"_s, {}, Value::Required, u"NAME=DIR"_s,
             u"Another host name and its folder; may be given often. \"*.test\" stands for "
             "every name that ends in .test."_s},
            addVirtualHost},
        {{u"any-host"_s, {}, Value::None, {},
             u"Answer to every host name, instead of 421 to a foreign one."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.anyHost, true); }},
    };
}

QList<Setting<ServeRequest>> settingsOfHttps()
{
    return {
        {{u"https"_s, {}, Value::None, {},
             u"Serve over HTTPS too. Without --cert: with the certificate that \"cert create\" has made for "
             "localhost."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.https.enabled, true); }},
        {{u"https-only"_s, {}, Value::None, {}, u"Serve over HTTPS in place of HTTP."_s},
            [](ServeRequest &r, const QString &) {
                r.config.https.only = true;
                return set(r.config.https.enabled, true);
            }},
        {{u"https-port"_s, {}, Value::Required, u"N"_s, u"TCP port of HTTPS; 0 takes a free one (8443)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.https.port, readWholeNumber(v, 0, 65535));
            }},
        {{u"cert"_s, {}, Value::Required, u"FILE"_s,
             u"Certificate, PEM; others of its chain may follow in it."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.https.certificate, absolute(v)); }},
        {{u"key"_s, {}, Value::Required, u"FILE"_s, u"Its private key, PEM (in the certificate's file)."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.https.key, absolute(v)); }},
        {{u"ca"_s, {}, Value::Required, u"FILE"_s,
             u"Certificates between the site's own and a root, PEM (none beside)."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.https.ca, absolute(v)); }},
        {{u"passphrase-file"_s, {}, Value::Required, u"FILE"_s,
             u"File whose first line is the passphrase of an encrypted key."_s},
            [](ServeRequest &r, const QString &v) {
                r.config.https.passphrase.clear();
                return set(r.config.https.passphraseFile, absolute(v));
            }},
        {{u"tls-minimum"_s, {}, Value::Required, u"VERSION"_s, u"Oldest version of TLS: 1.2 or 1.3 (1.2)."_s},
            setTlsMinimum},
    };
}

QList<Setting<ServeRequest>> settingsOfFiles()
{
    return {
        {{u"index"_s, {}, Value::Required, u"FILE"_s, u"File that stands for its folder (index.html)."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.index, v); }},
        {{u"spa"_s, {}, Value::Optional, u"FILE"_s,
             u"Answer unknown paths that ask for a page with FILE, else with the index (off)."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.spaFallback, v); }},
        {{u"no-directory-redirect"_s, {}, Value::None, {}, u"Do not send \"/sub\" on to \"/sub/\"."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.directoryRedirect, false); }},
        {{u"listing"_s, {}, Value::None, {}, u"List what is in a folder that has no index."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.directoryListing, true); }},
        {{u"clean-urls"_s, {}, Value::None, {}, u"Answer \"/about\" with the file about.html."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.cleanUrls, true); }},
        {{u"precompressed"_s, {}, Value::None, {},
             u"Answer with FILE.br or FILE.gz in place of FILE, where the client can decode it."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.precompressedSiblings, true); }},
        {{u"no-content-types"_s, {}, Value::None, {}, u"Call every file application/octet-stream."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.contentTypesEnabled, false); }},
        {{u"no-not-found-page"_s, {}, Value::None, {},
             u"Do not show the file 404.html of a folder for what is missing in it."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.notFoundPage, false); }},
        {{u"allow-dotfiles"_s, {}, Value::None, {}, u"Serve names that begin with a dot."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.allowDotfiles, true); }},
        {{u"cache"_s, {}, Value::Optional, u"TEXT"_s,
             u"Let browsers keep copies; TEXT is sent as Cache-Control (off: they are told not to)."_s},
            allowCaching},
        {{u"compression"_s, {}, Value::None, {}, u"Code answers with Brotli or gzip, as the client can."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.compression.enabled, true); }},
        {{u"brotli-quality"_s, {}, Value::Required, u"N"_s, u"0 to 11 (4)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.compression.brotliQuality, readWholeNumber(v, 0, highestInt));
            }},
        {{u"gzip-level"_s, {}, Value::Required, u"N"_s, u"1 to 9 (6)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.compression.gzipLevel, readWholeNumber(v, 0, highestInt));
            }},
    };
}

QList<Setting<ServeRequest>> settingsOfLimits()
{
    return {
        {{u"max-body"_s, {}, Value::Required, u"SIZE"_s, u"Largest body of a request (1MiB)."_s},
            [](ServeRequest &r, const QString &v) { return assign(r.config.maximumBodyBytes, readSize(v)); }},
        {{u"timeout"_s, {}, Value::Required, u"TIME"_s, u"Without a byte in either direction (30000)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.timeouts.inactivity, readTimeout(v));
            }},
        {{u"request-timeout"_s, {}, Value::Required, u"TIME"_s, u"For a whole request (300000)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.timeouts.request, readTimeout(v));
            }},
        {{u"headers-timeout"_s, {}, Value::Required, u"TIME"_s, u"For the head of a request (60000)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.timeouts.headers, readTimeout(v));
            }},
        {{u"keep-alive-timeout"_s, {}, Value::Required, u"TIME"_s, u"Idle between two requests (5000)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.timeouts.keepAlive, readTimeout(v));
            }},
    };
}

QList<Setting<ServeRequest>> settingsOfRunning()
{
    return {
        {{u"log"_s, {}, Value::Required, u"FILE"_s,
             u"Write access records to FILE, one JSON object a line."_s},
            [](ServeRequest &r, const QString &v) { return set(r.config.log, v); }},
        {{u"log-size"_s, {}, Value::Required, u"SIZE"_s,
             u"Longest log; then it becomes FILE.1 and a new one begins; 0: without limit (64MiB)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.logRotation.maximumBytes, readSize(v));
            }},
        {{u"log-files"_s, {}, Value::Required, u"N"_s, u"Full logs that are kept, 0 to 100 (5)."_s},
            [](ServeRequest &r, const QString &v) {
                return assign(r.config.logRotation.filesKept, readWholeNumber(v, 0, highestInt));
            }},
        {{u"log-body"_s, {}, Value::Optional, u"SIZE"_s,
             u"Also record the bodies of requests, SIZE of each at most (4KiB). They may hold passwords."_s},
            setLogBody},
        {{u"verbose"_s, u'v', Value::None, {}, u"Show access records on standard error."_s},
            [](ServeRequest &r, const QString &) { return set(r.config.verbose, true); }},
        {{u"websocket-echo"_s, {}, Value::Required, u"PATH"_s,
             u"Accept WebSockets at PATH, which begins with /, and send back what they say."_s},
            setWebSocketEcho},
        {{u"config"_s, {}, Value::Required, u"FILE"_s,
             u"Read a configuration (JSON) first; the other options override it."_s},
            noteConfigFile},
        {{u"print-config"_s, {}, Value::None, {}, u"Print the configuration in force as JSON, and end."_s},
            [](ServeRequest &r, const QString &) { return set(r.printConfig, true); }},
    };
}

const QList<Setting<ServeRequest>> &serveSettings()
{
    static const auto settings = settingsOfListening() + settingsOfHttps() + settingsOfFiles()
        + settingsOfLimits() + settingsOfRunning();
    return settings;
}

Problems readConfig(const CommandLine &line, site::SiteConfig &config)
{
    if (!line.contains(u"config"_s))
        return {};
    auto read = app::readSiteFile(line.value(u"config"_s));
    if (!read)
        return read.error();
    config = *read;
    return {};
}

Problems readFolder(const QStringList &operands, site::SiteConfig &config)
{
    if (operands.size() > 1)
        return {{u"More than one folder is given: %1."_s.arg(operands.join(u", "_s)),
            u"Give one, and further ones with --vhost NAME=DIR."_s, {}}};
    if (!operands.isEmpty())
        config.root = QDir::current().absoluteFilePath(operands.first());
    return {};
}

/// The one that this program has made for localhost, where none is given and there is one.
void useOwnCertificate(site::SiteConfig &config)
{
    site::HttpsConfig &https = config.https;
    if (!https.enabled || !https.certificate.isEmpty() || !https.key.isEmpty())
        return;
    const QString folder = certificates::defaultFolder();
    const certificates::CertificateFiles own = certificates::filesFor(folder, folder, u"localhost"_s);
    if (!QFile::exists(own.certificate))
        return;
    https.certificate = own.certificate;
    https.key = own.key;
}

/// Everything that is wrong: with the line, the file and the configuration they make together.
Problems readRequest(const CommandLine &line, ServeRequest &request)
{
    QStringList operands = line.operands;
    const KeyValues keyValues(operands);
    Problems problems = line.problems;
    problems += readConfig(line, request.config);
    problems += keyValues.applyTo(request.config);
    problems += applySettings(serveSettings(), line, request);
    problems += readFolder(operands, request.config);
    useOwnCertificate(request.config);
    problems += site::validate(request.config);
    return problems;
}

/// The first wish to end lets requests finish, the second does not wait for them.
void endServing(server::Server &server)
{
    if (server.state() == server::Server::State::Closing)
        server.close(std::chrono::milliseconds(0));
    else
        server.close();
}

void describeServing(const server::Server &server)
{
    const site::SiteConfig &config = server.config();
    writeError(u"Serving %1. Press Ctrl+C to stop."_s.arg(site::rootFolder(config)));
    for (const site::VirtualHostConfig &entry : config.domains)
        writeError(u"Serving %1 as %2."_s.arg(site::rootFolder(config, entry), entry.host));
}

ExitCode serve(const ServeRequest &request)
{
    base::raiseDescriptorLimit();
    Interrupt interrupt;
    server::Server server;
    QObject::connect(&server, &server::Server::noticed, &server,
        [](const base::Error &error) { writeError(toText(error)); });
    QObject::connect(&server, &server::Server::closed, &server, [] { QCoreApplication::quit(); });
    QObject::connect(&interrupt, &Interrupt::requested, &server, [&server] { endServing(server); });
    if (!request.webSocketEcho.isEmpty())
        server.setHooks(std::make_shared<server::WebSocketEchoHooks>(request.webSocketEcho.toStdString()));
    if (auto deployed = server.deploy(request.config); !deployed)
        return reportFailure(deployed.error());
    writeOut(server.url().toString());
    if (const QUrl secured = server.httpsUrl(); secured.isValid() && secured != server.url())
        writeOut(secured.toString());
    describeServing(server);
    return static_cast<ExitCode>(QCoreApplication::exec());
}

/// What is printed lands in logs and on screens: the passphrase stays where it is.
void printConfig(const site::SiteConfig &config)
{
    if (!config.https.passphrase.isEmpty())
        writeError(u"https.passphrase is left out. Keep it in a file and give https.passphraseFile."_s);
    writeOut(QString::fromUtf8(QJsonDocument(site::withoutSecrets(site::toJson(config))).toJson()));
}

ExitCode run(const CommandLine &line)
{
    ServeRequest request;
    if (const Problems problems = readRequest(line, request); !problems.isEmpty())
        return reportMisuse(u"serve"_s, problems);
    if (!request.printConfig)
        return serve(request);
    printConfig(request.config);
    return ExitCode::Success;
}

} // namespace

Command serveCommand()
{
    return {u"serve"_s, u"[DIR] [KEY=VALUE...]"_s,
        u"Serve a folder (the current one) over HTTP and HTTPS. The first line of standard output is the URL."_s,
        u"A SIZE is in bytes or has a unit (64KiB); a TIME is in milliseconds or has a unit (5s), and 0 "
        "means without limit.\n"
        "KEY=VALUE is the form of node-http-server (port=9000 noCache=false), and sets whatever a "
        "configuration file can (timeouts.inactivity=5000); options override it.\n"
        "Ctrl+C or SIGTERM ends it: requests under way are answered first.\n"
        "With HTTP and HTTPS a second line is the URL of HTTPS.\n"
        "A relative root in a configuration file, and files of certificates, are taken from the folder of "
        "that "
        "file."_s,
        optionsOf(serveSettings()), run};
}

} // namespace servelab::cli
