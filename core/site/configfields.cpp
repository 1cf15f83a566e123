// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/configfields.h"

#include <QJsonArray>

#include <algorithm>
#include <iterator>
#include <type_traits>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

struct Range
{
    qint64 least = 0;
    qint64 most = 0;
};

constexpr Range anyDay{0, 24 * 60 * 60 * 1000};
constexpr Range anySize{0, qint64(1) << 40};

template <typename Number>
qint64 toInteger(Number number)
{
    return qint64(number);
}

qint64 toInteger(std::chrono::milliseconds duration)
{
    return duration.count();
}

template <typename Access>
ConfigField textField(const QString &path, Access access, const QString &meaning)
{
    return {path, meaning, {{u"type"_s, u"string"_s}},
        [access](const SiteConfig &config) { return QJsonValue(access(config)); },
        [access, path](const QJsonValue &value, SiteConfig &config, Problems &problems) {
            if (value.isString())
                access(config) = value.toString();
            else
                addWrongValue(problems, path, value, u"a text"_s);
        }};
}

template <typename Access>
ConfigField switchField(const QString &path, Access access, const QString &meaning)
{
    return {path, meaning, {{u"type"_s, u"boolean"_s}},
        [access](const SiteConfig &config) { return QJsonValue(access(config)); },
        [access, path](const QJsonValue &value, SiteConfig &config, Problems &problems) {
            if (value.isBool())
                access(config) = value.toBool();
            else
                addWrongValue(problems, path, value, u"true or false"_s);
        }};
}

template <typename Access>
ConfigField numberField(const QString &path, Access access, Range range, const QString &meaning)
{
    const QJsonObject schema{
        {u"type"_s, u"integer"_s}, {u"minimum"_s, range.least}, {u"maximum"_s, range.most}};
    return {path, meaning, schema,
        [access](const SiteConfig &config) { return QJsonValue(toInteger(access(config))); },
        [access, path, range](const QJsonValue &value, SiteConfig &config, Problems &problems) {
            const qint64 number = value.toInteger(range.least - 1);
            if (number >= range.least && number <= range.most)
                access(config) = std::remove_reference_t<decltype(access(config))>(number);
            else
                addWrongValue(problems, path, value,
                    u"a whole number from %1 to %2"_s.arg(range.least).arg(range.most));
        }};
}

template <typename Access>
ConfigField durationField(const QString &path, Access access, const QString &meaning)
{
    return numberField(path, access, anyDay, meaning + u", in milliseconds; 0 means without limit."_s);
}

/// `names` in the order of the enumerators, from 0.
template <typename Access>
ConfigField choiceField(const QString &path, Access access, const QStringList &names, const QString &meaning)
{
    return {path, meaning, {{u"enum"_s, QJsonArray::fromStringList(names)}},
        [access, names](const SiteConfig &config) { return QJsonValue(names.value(int(access(config)))); },
        [access, names, path](const QJsonValue &value, SiteConfig &config, Problems &problems) {
            const qsizetype index = names.indexOf(value.toString());
            if (index >= 0)
                access(config) = std::remove_reference_t<decltype(access(config))>(index);
            else
                addWrongValue(problems, path, value, u"one of "_s + names.join(u", "_s));
        }};
}

/// Leads to a setting, through its group where it has one.
template <typename... Members>
auto member(Members... members)
{
    // clang-format off
    return [=](auto &config) -> auto & { return (config .* ... .* members); };
    // clang-format on
}

std::vector<ConfigField> addressFields()
{
    return {
        textField(u"name"_s, member(&SiteConfig::name),
            u"Name shown to people; empty: the name of the root folder."_s),
        textField(u"root"_s, member(&SiteConfig::root),
            u"Folder that is served; a relative one is taken from the working folder."_s),
        textField(
            u"host"_s, member(&SiteConfig::host), u"Address to listen on: an IP address or \"localhost\"."_s),
        numberField(
            u"port"_s, member(&SiteConfig::port), {0, 65535}, u"TCP port; 0 lets the system choose one."_s),
        numberField(u"workers"_s, member(&SiteConfig::workers), {0, 64},
            u"Worker threads; 0 means one for each core, at most 4."_s),
        textField(u"domain"_s, member(&SiteConfig::domain),
            u"Host name of the root folder; empty: any name the listener allows."_s),
        domainsField(),
        switchField(u"anyHost"_s, member(&SiteConfig::anyHost),
            u"Answer to any Host. While it is off, a listener on a loopback address answers only to "
            u"localhost, "
            "*.localhost, loopback addresses and the listed names, and 421 to others."_s),
    };
}

/// A text that no message repeats.
template <typename Access>
ConfigField secretField(const QString &path, Access access, const QString &meaning)
{
    ConfigField field = textField(path, access, meaning);
    field.isSecret = true;
    field.read = [access, path](const QJsonValue &value, SiteConfig &config, Problems &problems) {
        if (value.isString())
            access(config) = value.toString();
        else
            problems += base::Error{u"%1 is no text."_s.arg(path), u"Give a text in quotes."_s, path};
    };
    return field;
}

std::vector<ConfigField> httpsFields()
{
    const auto https = [](auto field) { return member(&SiteConfig::https, field); };
    return {
        switchField(u"https.enabled"_s, https(&HttpsConfig::enabled), u"Serve over HTTPS."_s),
        switchField(
            u"https.only"_s, https(&HttpsConfig::only), u"With HTTPS: do not open the port for HTTP."_s),
        numberField(u"https.port"_s, https(&HttpsConfig::port), {0, 65535},
            u"TCP port of HTTPS; 0 lets the system choose one."_s),
        textField(u"https.certificate"_s, https(&HttpsConfig::certificate),
            u"PEM file of the site's certificate; others of its chain may follow in it."_s),
        textField(u"https.key"_s, https(&HttpsConfig::key),
            u"PEM file of the private key; empty: it stands in the certificate's file."_s),
        textField(u"https.ca"_s, https(&HttpsConfig::ca),
            u"PEM file of the certificates between the site's own and a root; empty: none beside."_s),
        secretField(u"https.passphrase"_s, https(&HttpsConfig::passphrase),
            u"Passphrase of the encrypted private keys; it is never logged. Better in a file of its own."_s),
        textField(u"https.passphraseFile"_s, https(&HttpsConfig::passphraseFile),
            u"File whose first line is the passphrase of the encrypted private keys."_s),
        choiceField(u"https.minimumVersion"_s, https(&HttpsConfig::minimumVersion), {u"1.2"_s, u"1.3"_s},
            u"Oldest version of TLS that is spoken."_s),
    };
}

std::vector<ConfigField> contentFields()
{
    return {
        textField(u"index"_s, member(&SiteConfig::index), u"File that stands for its folder; empty: none."_s),
        spaFallbackField(),
        switchField(u"directoryRedirect"_s, member(&SiteConfig::directoryRedirect),
            u"Redirect a folder's path without a slash at its end to the one with it (301)."_s),
        switchField(u"directoryListing"_s, member(&SiteConfig::directoryListing),
            u"Answer the path of a folder that has no index with a list of what is in it."_s),
        switchField(u"cleanUrls"_s, member(&SiteConfig::cleanUrls),
            u"Answer a path without a file of that name with the file of that name and .html behind it."_s),
        switchField(u"precompressedSiblings"_s, member(&SiteConfig::precompressedSiblings),
            u"Answer with the file of the same name and .br or .gz behind it, where the client accepts that "
            "coding and the file is not older."_s),
        switchField(u"notFoundPage"_s, member(&SiteConfig::notFoundPage),
            u"Answer what is missing with the file 404.html of the root folder, where it is there; a body in "
            "errors.404 wins over it."_s),
        switchField(u"allowDotfiles"_s, member(&SiteConfig::allowDotfiles),
            u"Serve files and folders whose name begins with a dot."_s),
        switchField(u"noCache"_s, member(&SiteConfig::noCache),
            u"Send \"Cache-Control: no-cache, no-store, must-revalidate\"."_s),
        textField(u"cacheControl"_s, member(&SiteConfig::cacheControl),
            u"Value of Cache-Control while noCache is off; empty: no such field."_s),
        contentTypesField(),
        restrictedTypesField(),
        errorsField(),
    };
}

std::vector<ConfigField> limitFields()
{
    return {
        durationField(u"timeouts.inactivity"_s, member(&SiteConfig::timeouts, &TimeoutsConfig::inactivity),
            u"Longest time without a byte in either direction within a request or an answer"_s),
        durationField(u"timeouts.request"_s, member(&SiteConfig::timeouts, &TimeoutsConfig::request),
            u"Longest time from the first byte of a request to the last one of its body"_s),
        durationField(u"timeouts.headers"_s, member(&SiteConfig::timeouts, &TimeoutsConfig::headers),
            u"Longest time from the first byte of a request to the end of its head"_s),
        durationField(u"timeouts.keepAlive"_s, member(&SiteConfig::timeouts, &TimeoutsConfig::keepAlive),
            u"Longest time a connection stays idle between two requests"_s),
        numberField(u"maximumBodyBytes"_s, member(&SiteConfig::maximumBodyBytes), anySize,
            u"Largest request body in bytes; a larger one is answered with 413."_s),
    };
}

std::vector<ConfigField> recordFields()
{
    return {
        textField(u"log"_s, member(&SiteConfig::log),
            u"File for access records, one JSON object a line; empty: none."_s),
        numberField(u"logRotation.maximumBytes"_s,
            member(&SiteConfig::logRotation, &LogRotationConfig::maximumBytes), anySize,
            u"Longest file of access records in bytes, at least 4096; the next record begins a new file; 0 "
            "means without limit."_s),
        numberField(u"logRotation.filesKept"_s,
            member(&SiteConfig::logRotation, &LogRotationConfig::filesKept), {0, 100},
            u"Full files of access records that are kept, as <log>.1 (the newest), <log>.2 and so on."_s),
        switchField(u"logBody"_s, member(&SiteConfig::logBody),
            u"Put the bodies of requests into access records. Forms and JSON may hold passwords and other "
            "secrets, which are written as they came."_s),
        numberField(u"logBodyBytes"_s, member(&SiteConfig::logBodyBytes), {1, SiteConfig::mostLogBodyBytes},
            u"With logBody: most bytes of a body that are written; the rest is only counted."_s),
        switchField(u"verbose"_s, member(&SiteConfig::verbose),
            u"Print access records for people on standard error."_s),
    };
}

std::vector<ConfigField> performanceFields()
{
    return {
        switchField(u"compression.enabled"_s, member(&SiteConfig::compression, &CompressionConfig::enabled),
            u"Answer with a content coding (Brotli or gzip) where the client accepts one."_s),
        numberField(u"compression.thresholdBytes"_s,
            member(&SiteConfig::compression, &CompressionConfig::thresholdBytes), anySize,
            u"Files shorter than this many bytes are sent as they are."_s),
        numberField(u"compression.brotliQuality"_s,
            member(&SiteConfig::compression, &CompressionConfig::brotliQuality), {0, 11},
            u"Brotli quality: higher is smaller and takes longer to make."_s),
        numberField(u"compression.gzipLevel"_s,
            member(&SiteConfig::compression, &CompressionConfig::gzipLevel), {1, 9},
            u"gzip level: higher is smaller and takes longer to make."_s),
        numberField(u"cache.budgetBytes"_s, member(&SiteConfig::cache, &CacheConfig::budgetBytes), anySize,
            u"Most bytes of files and coded variants kept in memory; the least recently used leave."_s),
        numberField(u"cache.largestEntryBytes"_s, member(&SiteConfig::cache, &CacheConfig::largestEntryBytes),
            {0, qint64(1) << 30}, u"Files larger than this many bytes are sent from disk."_s),
        choiceField(u"techniques.codedVariants"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::codedVariants),
            {u"cached"_s, u"eachRequest"_s}, u"Keep a coded variant, or make it again for each request."_s),
        choiceField(u"techniques.staticCache"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::staticCache), {u"on"_s, u"off"_s},
            u"Keep files in memory, or open and read them for each request."_s),
        choiceField(u"techniques.hostLookup"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::hostLookup), {u"hash"_s, u"linear"_s},
            u"Find a virtual host in a hash table, or walk the list of names."_s),
        choiceField(u"techniques.mediaTypes"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::mediaTypes), {u"shared"_s, u"copied"_s},
            u"Share the table of media types, or copy it for each site."_s),
        choiceField(u"techniques.queryValues"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::queryValues), {u"append"_s, u"copyOnEach"_s},
            u"Append each value of a query, or copy all of them for each."_s),
        choiceField(u"techniques.rangedRead"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::rangedRead), {u"selected"_s, u"wholeFile"_s},
            u"Read the selected bytes for a hook, or the whole file."_s),
        choiceField(u"techniques.answerWrite"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::answerWrite),
            {u"oneWrite"_s, u"headAndBodyApart"_s, u"emptyTrailingWrite"_s},
            u"Send an answer in one write, head and body apart, or with an empty write behind."_s),
        choiceField(u"techniques.fieldLookup"_s,
            member(&SiteConfig::techniques, &TechniquesConfig::fieldLookup),
            {u"inPlace"_s, u"lowerCasedCopies"_s},
            u"Look for a field in place, or in copies with lower-cased names."_s),
        choiceField(u"techniques.date"_s, member(&SiteConfig::techniques, &TechniquesConfig::date),
            {u"oncePerSecond"_s, u"eachRequest"_s}, u"Format Date once a second, or for each request."_s),
    };
}

std::vector<ConfigField> allFields()
{
    std::vector<ConfigField> fields;
    for (auto part :
        {addressFields(), httpsFields(), contentFields(), limitFields(), performanceFields(), recordFields()})
        std::ranges::move(part, std::back_inserter(fields));
    return fields;
}

} // namespace

const std::vector<ConfigField> &configFields()
{
    static const std::vector<ConfigField> fields = allFields();
    return fields;
}

} // namespace servelab::site
