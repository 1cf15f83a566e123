// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/configfields.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

const QJsonObject textSchema{{u"type"_s, u"string"_s}};

QJsonObject listSchema(const QJsonObject &items)
{
    return {{u"type"_s, u"array"_s}, {u"items"_s, items}};
}

QJsonObject mapSchema(const QJsonObject &values)
{
    return {{u"type"_s, u"object"_s}, {u"additionalProperties"_s, values}};
}

QJsonObject recordSchema(const QJsonObject &properties, const QStringList &required)
{
    return {{u"type"_s, u"object"_s}, {u"properties"_s, properties}, {u"additionalProperties"_s, false},
        {u"required"_s, QJsonArray::fromStringList(required)}};
}

/// The text at `key` of a record. Where it is absent or no text, that is a problem and the result is empty.
QString requiredText(const QJsonObject &record, const QString &key, const QString &path, Problems &problems)
{
    const QJsonValue value = record.value(key);
    if (value.isUndefined())
        problems += base::Error{u"%1 has no \"%2\"."_s.arg(path, key), u"Add it."_s, path + u'.' + key};
    else if (!value.isString())
        addWrongValue(problems, path + u'.' + key, value, u"a text"_s);
    return value.toString();
}

QString optionalText(const QJsonObject &record, const QString &key, const QString &path, Problems &problems)
{
    return record.contains(key) ? requiredText(record, key, path, problems) : QString();
}

void addUnknownKeys(
    const QJsonObject &record, const QStringList &known, const QString &path, Problems &problems)
{
    for (const QString &key : record.keys()) {
        if (!known.contains(key))
            addUnknownKey(problems, path + u'.' + key, known);
    }
}

VirtualHostConfig readVirtualHost(const QJsonValue &value, const QString &path, Problems &problems)
{
    if (!value.isObject()) {
        addWrongValue(problems, path, value, u"an object with \"host\" and \"root\""_s);
        return {};
    }
    const QJsonObject record = value.toObject();
    addUnknownKeys(record, {u"host"_s, u"root"_s, u"certificate"_s, u"key"_s}, path, problems);
    return {requiredText(record, u"host"_s, path, problems), requiredText(record, u"root"_s, path, problems),
        optionalText(record, u"certificate"_s, path, problems),
        optionalText(record, u"key"_s, path, problems)};
}

void readDomains(const QJsonValue &value, SiteConfig &config, Problems &problems)
{
    if (!value.isArray())
        return addWrongValue(
            problems, u"domains"_s, value, u"a list of objects with \"host\" and \"root\""_s);
    const QJsonArray list = value.toArray();
    config.domains.clear();
    for (qsizetype i = 0; i < list.size(); ++i)
        config.domains += readVirtualHost(list.at(i), u"domains[%1]"_s.arg(i), problems);
}

QJsonObject writeVirtualHost(const VirtualHostConfig &entry)
{
    QJsonObject record{{u"host"_s, entry.host}, {u"root"_s, entry.root}};
    if (!entry.certificate.isEmpty())
        record.insert(u"certificate"_s, entry.certificate);
    if (!entry.key.isEmpty())
        record.insert(u"key"_s, entry.key);
    return record;
}

QJsonValue writeDomains(const SiteConfig &config)
{
    QJsonArray list;
    for (const VirtualHostConfig &entry : config.domains)
        list += writeVirtualHost(entry);
    return list;
}

void readSpaFallback(const QJsonValue &value, SiteConfig &config, Problems &problems)
{
    if (value.isBool())
        config.spaFallback = value.toBool() ? std::optional<QString>(QString()) : std::nullopt;
    else if (value.isString())
        config.spaFallback = value.toString();
    else
        addWrongValue(problems, u"spaFallback"_s, value, u"a file name, true for the index, or false"_s);
}

QJsonValue writeSpaFallback(const SiteConfig &config)
{
    if (!config.spaFallback)
        return false;
    return config.spaFallback->isEmpty() ? QJsonValue(true) : QJsonValue(*config.spaFallback);
}

void readContentTypes(const QJsonValue &value, SiteConfig &config, Problems &problems)
{
    if (!value.isObject() && value != QJsonValue(false))
        return addWrongValue(problems, u"contentTypes"_s, value,
            u"an object of extensions and media types, or false for none at all"_s);
    config.contentTypesEnabled = value.isObject();
    config.contentTypes.clear();
    const QJsonObject map = value.toObject();
    for (auto entry = map.begin(); entry != map.end(); ++entry) {
        if (entry.value().isString())
            config.contentTypes.insert(entry.key(), entry.value().toString());
        else if (entry.value() == QJsonValue(false))
            config.contentTypes.insert(entry.key(), std::nullopt);
        else
            addWrongValue(problems, u"contentTypes."_s + entry.key(), entry.value(),
                u"a media type, or false to answer with 415"_s);
    }
}

QJsonValue writeContentTypes(const SiteConfig &config)
{
    if (!config.contentTypesEnabled)
        return false;
    QJsonObject map;
    for (auto entry = config.contentTypes.begin(); entry != config.contentTypes.end(); ++entry)
        map.insert(entry.key(), entry.value() ? QJsonValue(*entry.value()) : QJsonValue(false));
    return map;
}

void readRestrictedTypes(const QJsonValue &value, SiteConfig &config, Problems &problems)
{
    if (!value.isArray())
        return addWrongValue(problems, u"restrictedTypes"_s, value, u"a list of extensions"_s);
    const QJsonArray list = value.toArray();
    config.restrictedTypes.clear();
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (!list.at(i).isString())
            addWrongValue(problems, u"restrictedTypes[%1]"_s.arg(i), list.at(i), u"an extension"_s);
        config.restrictedTypes += list.at(i).toString();
    }
}

QMap<QString, QString> readHeaders(const QJsonValue &value, const QString &path, Problems &problems)
{
    QMap<QString, QString> headers;
    if (!value.isObject() && !value.isUndefined())
        addWrongValue(problems, path, value, u"an object of field names and values"_s);
    const QJsonObject map = value.toObject();
    for (auto entry = map.begin(); entry != map.end(); ++entry) {
        if (!entry.value().isString())
            addWrongValue(problems, path + u'.' + entry.key(), entry.value(), u"a text"_s);
        headers.insert(entry.key(), entry.value().toString());
    }
    return headers;
}

ErrorAnswerConfig readErrorAnswer(const QJsonValue &value, const QString &path, Problems &problems)
{
    if (!value.isObject()) {
        addWrongValue(problems, path, value, u"an object with \"body\", \"headers\" or both"_s);
        return {};
    }
    const QJsonObject record = value.toObject();
    addUnknownKeys(record, {u"body"_s, u"headers"_s}, path, problems);
    ErrorAnswerConfig answer;
    answer.headers = readHeaders(record.value(u"headers"_s), path + u".headers"_s, problems);
    const QJsonValue body = record.value(u"body"_s);
    if (body.isString())
        answer.body = body.toString();
    else if (!body.isUndefined() && !body.isNull())
        addWrongValue(problems, path + u".body"_s, body, u"a text, or null for the built-in body"_s);
    return answer;
}

void readErrors(const QJsonValue &value, SiteConfig &config, Problems &problems)
{
    if (!value.isObject())
        return addWrongValue(problems, u"errors"_s, value, u"an object of statuses and answers"_s);
    config.errors.clear();
    const QJsonObject map = value.toObject();
    for (auto entry = map.begin(); entry != map.end(); ++entry) {
        const QString path = u"errors."_s + entry.key();
        const int status = entry.key().toInt();
        if (status < 400 || status > 599)
            problems += base::Error{u"%1 is not a status of an error."_s.arg(path),
                u"Use a number from 400 to 599 as the key."_s, path};
        config.errors.insert(status, readErrorAnswer(entry.value(), path, problems));
    }
}

QJsonValue writeErrors(const SiteConfig &config)
{
    QJsonObject map;
    for (auto entry = config.errors.begin(); entry != config.errors.end(); ++entry) {
        QJsonObject headers;
        for (auto header = entry->headers.begin(); header != entry->headers.end(); ++header)
            headers.insert(header.key(), header.value());
        QJsonObject answer{{u"headers"_s, headers}};
        if (entry->body)
            answer.insert(u"body"_s, *entry->body);
        map.insert(QString::number(entry.key()), answer);
    }
    return map;
}

QJsonObject errorsSchema()
{
    const QJsonObject answer
        = recordSchema({{u"body"_s, QJsonObject{{u"type"_s, QJsonArray{u"string"_s, u"null"_s}}}},
                           {u"headers"_s, mapSchema(textSchema)}},
            {});
    return {{u"type"_s, u"object"_s}, {u"additionalProperties"_s, false},
        {u"patternProperties"_s, QJsonObject{{u"^[45][0-9][0-9]$"_s, answer}}}};
}

} // namespace

ConfigField domainsField()
{
    const QJsonObject entry = recordSchema({{u"host"_s, textSchema}, {u"root"_s, textSchema},
                                               {u"certificate"_s, textSchema}, {u"key"_s, textSchema}},
        {u"host"_s, u"root"_s});
    return {u"domains"_s,
        u"Further host names, each with its folder; \"*.test\" stands for every name below test. A relative "
        "folder is taken from the root folder. With HTTPS, certificate and key may name PEM files of that "
        "host's own."_s,
        listSchema(entry), writeDomains, readDomains};
}

ConfigField spaFallbackField()
{
    return {u"spaFallback"_s,
        u"File that answers unknown paths without an extension where the client wants HTML, from the root "
        "folder; true: the index; false: none."_s,
        {{u"type"_s, QJsonArray{u"string"_s, u"boolean"_s}}}, writeSpaFallback, readSpaFallback};
}

ConfigField contentTypesField()
{
    const QJsonObject falseSchema{{u"const"_s, false}};
    const QJsonObject entry{{u"anyOf"_s, QJsonArray{textSchema, falseSchema}}};
    return {u"contentTypes"_s,
        u"Media types by extension, beside the built-in ones; false: the extension is answered with 415. "
        "false in place of them all: every file is application/octet-stream."_s,
        {{u"anyOf"_s, QJsonArray{mapSchema(entry), falseSchema}}}, writeContentTypes, readContentTypes};
}

ConfigField restrictedTypesField()
{
    return {u"restrictedTypes"_s, u"Extensions that are answered with 403."_s, listSchema(textSchema),
        [](const SiteConfig &config) { return QJsonArray::fromStringList(config.restrictedTypes); },
        readRestrictedTypes};
}

ConfigField errorsField()
{
    return {u"errors"_s, u"Own HTML bodies and further header fields of error answers, by status."_s,
        errorsSchema(), writeErrors, readErrors};
}

} // namespace servelab::site
