// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/configfields.h"
#include "core/site/siteconfigjson.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

QJsonObject describedSchema(const ConfigField &field, const SiteConfig &defaults)
{
    QJsonObject schema = field.schema;
    schema.insert(u"description"_s, field.meaning);
    schema.insert(u"default"_s, field.write(defaults));
    return schema;
}

QJsonObject objectSchema()
{
    return {{u"type"_s, u"object"_s}, {u"additionalProperties"_s, false}};
}

/// Adds a property at a dotted path; each group on the way is an object schema.
void addProperty(QJsonObject &schema, const QString &path, const QJsonObject &property)
{
    const qsizetype dot = path.indexOf(u'.');
    const QString key = path.first(dot < 0 ? path.size() : dot);
    QJsonObject properties = schema.value(u"properties"_s).toObject();
    if (dot < 0) {
        properties.insert(key, property);
    } else {
        QJsonObject group = properties.contains(key) ? properties.value(key).toObject() : objectSchema();
        addProperty(group, path.sliced(dot + 1), property);
        properties.insert(key, group);
    }
    schema.insert(u"properties"_s, properties);
}

} // namespace

QByteArray siteConfigSchema()
{
    QJsonObject schema = objectSchema();
    schema.insert(u"$schema"_s, u"https://json-schema.org/draft/2020-12/schema"_s);
    schema.insert(u"title"_s, u"Servelab site"_s);
    schema.insert(u"description"_s,
        u"Settings of a site served by Servelab. What is left out keeps its default; an unknown key is an "
        "error."_s);
    const SiteConfig defaults;
    for (const ConfigField &field : configFields())
        addProperty(schema, field.path, describedSchema(field, defaults));
    return QJsonDocument(schema).toJson(QJsonDocument::Indented);
}

} // namespace servelab::site
