// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>

namespace servelab::site {

/// A host name and the folder served under it.
struct VirtualHostConfig
{
    QString host; ///< a name, any case, no port; "*.test" matches one label more and deeper
    QString root; ///< folder; a relative one is taken from the site's root
    QString certificate = {}; ///< shown under this name with HTTPS (PEM); empty: that of the site
    QString key = {}; ///< its private key (PEM); empty: in the certificate's file
    friend bool operator==(const VirtualHostConfig &, const VirtualHostConfig &) = default;
};

enum class TlsMinimum : std::uint8_t { V1_2, V1_3 };

/// HTTPS beside HTTP, or in its place. Files are PEM text; relative ones are taken from the working folder.
struct HttpsConfig
{
    bool enabled = false;
    bool only = false; ///< without HTTP: `SiteConfig::port` is not opened
    quint16 port = 8443; ///< TCP port; 0 lets the system choose
    QString certificate; ///< of the site, others of its chain may follow in the same file
    QString key; ///< its private key; empty: in the certificate's file
    QString ca; ///< certificates between the site's own and a root; empty: none beside
    QString passphrase; ///< of the encrypted keys; never logged, printed or put into documents
    QString passphraseFile; ///< its first line is the passphrase; empty: `passphrase` counts
    TlsMinimum minimumVersion = TlsMinimum::V1_2; ///< JSON "1.2", "1.3"
    friend bool operator==(const HttpsConfig &, const HttpsConfig &) = default;
};

/// How long a connection may take, each in milliseconds; 0 means without limit.
struct TimeoutsConfig
{
    std::chrono::milliseconds inactivity{30'000}; ///< no byte in either direction, in a request or an answer
    std::chrono::milliseconds request{300'000}; ///< from the first byte of a request to the last of its body
    std::chrono::milliseconds headers{60'000}; ///< from the first byte of a request to the end of its head
    std::chrono::milliseconds keepAlive{5'000}; ///< idle between two requests
    friend bool operator==(const TimeoutsConfig &, const TimeoutsConfig &) = default;
};

/// Content coding of answers (RFC 9110 section 8.4).
struct CompressionConfig
{
    bool enabled = false;
    qint64 thresholdBytes = 1024; ///< shorter representations are sent as they are
    int brotliQuality = 4; ///< 0 to 11
    int gzipLevel = 6; ///< 1 to 9
    friend bool operator==(const CompressionConfig &, const CompressionConfig &) = default;
};

/// Representations kept in memory.
struct CacheConfig
{
    qint64 budgetBytes
        = 64 * 1024 * 1024; ///< of one site, coded variants included; least recently used leave
    qint64 largestEntryBytes = 256 * 1024; ///< larger files are sent from a descriptor
    friend bool operator==(const CacheConfig &, const CacheConfig &) = default;
};

enum class CodedVariantsTechnique : std::uint8_t { Cached, EachRequest };
enum class StaticCacheTechnique : std::uint8_t { On, Off };
enum class HostLookupTechnique : std::uint8_t { Hash, Linear };
enum class MediaTypesTechnique : std::uint8_t { Shared, Copied };
enum class QueryValuesTechnique : std::uint8_t { Append, CopyOnEach };
enum class RangedReadTechnique : std::uint8_t { Selected, WholeFile };
enum class AnswerWriteTechnique : std::uint8_t { OneWrite, HeadAndBodyApart, EmptyTrailingWrite };
enum class FieldLookupTechnique : std::uint8_t { InPlace, LowerCasedCopies };
enum class DateTechnique : std::uint8_t { OncePerSecond, EachRequest };

/// How the server is built, where a lesson compares two ways. The default is the good way.
struct TechniquesConfig
{
    CodedVariantsTechnique codedVariants = CodedVariantsTechnique::Cached; ///< JSON "cached", "eachRequest"
    StaticCacheTechnique staticCache = StaticCacheTechnique::On; ///< JSON "on", "off"
    HostLookupTechnique hostLookup = HostLookupTechnique::Hash; ///< JSON "hash", "linear"
    MediaTypesTechnique mediaTypes = MediaTypesTechnique::Shared; ///< JSON "shared", "copied"
    QueryValuesTechnique queryValues = QueryValuesTechnique::Append; ///< JSON "append", "copyOnEach"
    RangedReadTechnique rangedRead
        = RangedReadTechnique::Selected; ///< of a before-serve hook; JSON "selected", "wholeFile"
    AnswerWriteTechnique answerWrite = AnswerWriteTechnique::OneWrite; ///< JSON "oneWrite",
                                                                       ///< "headAndBodyApart",
                                                                       ///< "emptyTrailingWrite"
    FieldLookupTechnique fieldLookup
        = FieldLookupTechnique::InPlace; ///< by hooks; JSON "inPlace", "lowerCasedCopies"
    DateTechnique date = DateTechnique::OncePerSecond; ///< JSON "oncePerSecond", "eachRequest"
    friend bool operator==(const TechniquesConfig &, const TechniquesConfig &) = default;
};

/// When the file of access records is set aside and a new one begun.
struct LogRotationConfig
{
    static constexpr qint64 leastBytes = 4096; ///< a smaller file would be set aside all the time

    qint64 maximumBytes = 64 * 1024 * 1024; ///< of one file; 0: never set aside, else at least leastBytes
    int filesKept = 5; ///< 0 to 100, beside the one that is written; older ones are removed
    friend bool operator==(const LogRotationConfig &, const LogRotationConfig &) = default;
};

/// Replaces the built-in body and adds fields to an error answer.
struct ErrorAnswerConfig
{
    std::optional<QString> body; ///< text/html; empty optional: the built-in body
    QMap<QString, QString> headers; ///< added to the answer
    friend bool operator==(const ErrorAnswerConfig &, const ErrorAnswerConfig &) = default;
};

/// Everything that can be set of a site. A plain value; every default is that of the functional model.
/// JSON keys are the field names (siteconfigjson.h); `resources/schema/site.schema.json` is their schema.
struct SiteConfig
{
    QString name; ///< shown to people; empty: the root folder's name
    QString root = QStringLiteral("."); ///< folder that is served; relative: from the working folder
    QString host = QStringLiteral("127.0.0.1"); ///< address to listen on: an IP address or "localhost"
    quint16 port = 8080; ///< TCP port; 0 lets the system choose
    int workers = 0; ///< worker threads; 0: one a core, at most 4

    QString domain; ///< host name of `root`; empty: any name the listener allows
    QList<VirtualHostConfig> domains; ///< further host names with their folders
    bool anyHost = false; ///< answer to any Host; off on a loopback listener: only localhost,
                          ///< *.localhost, loopback addresses and the listed names, else 421
    HttpsConfig https;

    QString index = QStringLiteral("index.html"); ///< file of a folder; empty: none
    std::optional<QString> spaFallback; ///< file for unknown paths that want HTML, from the root; empty text
                                        ///< (JSON true): the index; empty optional (JSON false): none
    bool directoryRedirect = true; ///< "/sub" to "/sub/" when it is a folder (301)
    bool directoryListing = false; ///< answer a folder without an index with a list of what is in it
    bool cleanUrls = false; ///< "/about" also finds "about.html"
    bool precompressedSiblings = false; ///< "a.js.br" and "a.js.gz" stand in for "a.js" where the client can
                                        ///< decode them and they are not older
    bool notFoundPage = true; ///< the root's "404.html", where it is there, is the body of a 404
    bool allowDotfiles = false; ///< serve names that begin with '.'
    bool noCache = true; ///< "Cache-Control: no-cache, no-store, must-revalidate"
    QString cacheControl; ///< Cache-Control when noCache is off; empty: no such field

    bool contentTypesEnabled = true; ///< off (JSON "contentTypes": false): all is application/octet-stream
    QMap<QString, std::optional<QString>>
        contentTypes; ///< extension to media type; JSON false (empty optional): 415
    QStringList restrictedTypes; ///< extensions answered with 403
    QMap<int, ErrorAnswerConfig> errors; ///< by status

    TimeoutsConfig timeouts;
    qint64 maximumBodyBytes = 1024 * 1024; ///< of a request; more: 413
    CompressionConfig compression;
    CacheConfig cache;
    TechniquesConfig techniques;

    QString log; ///< file for access records (NDJSON); empty: none
    LogRotationConfig logRotation;
    int logBodyBytes = 4096; ///< of one body, from its begin; 1 to mostLogBodyBytes
    bool logBody = false; ///< the bodies of requests too, which may hold passwords
    bool verbose = false; ///< access records on standard error, for people

    static constexpr int mostLogBodyBytes = 1024 * 1024;

    friend bool operator==(const SiteConfig &, const SiteConfig &) = default;
};

} // namespace servelab::site
