// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/keyvalues.h"

#include "core/site/configfields.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using site::ConfigField;

QJsonValue asItIs(const QJsonValue &value, const ConfigField &)
{
    return value;
}

/// "false" is no limit, as 0 is.
QJsonValue asTimeout(const QJsonValue &value, const ConfigField &)
{
    return value == QJsonValue(false) ? QJsonValue(0) : value;
}

/// Neither is a limit where they come from.
QJsonValue asBodyLimit(const QJsonValue &value, const ConfigField &field)
{
    return value == QJsonValue(false) || value == QJsonValue(0) ? field.schema.value(u"maximum"_s) : value;
}

QJsonValue asFolder(const QJsonValue &value, const ConfigField &)
{
    return value.isString() ? QJsonValue(QDir::current().absoluteFilePath(value.toString())) : value;
}

/// {"a.test": "a"} is [{"host": "a.test", "root": "a"}].
QJsonValue asDomains(const QJsonValue &value, const ConfigField &)
{
    QJsonArray list = value.toArray();
    const QJsonObject map = value.toObject();
    for (auto entry = map.begin(); entry != map.end(); ++entry)
        list += QJsonObject{{u"host"_s, entry.key()}, {u"root"_s, entry.value()}};
    for (QJsonValueRef entry : list) {
        QJsonObject host = entry.toObject();
        if (const QJsonValue root = host.value(u"root"_s); root.isString())
            host.insert(u"root"_s, QDir::current().absoluteFilePath(root.toString()));
        if (entry.isObject())
            entry = host;
    }
    return value.isObject() || value.isArray() ? QJsonValue(list) : value;
}

/// {"key": true} is ["key"].
QJsonValue asExtensions(const QJsonValue &value, const ConfigField &)
{
    const QJsonObject map = value.toObject();
    QJsonArray list;
    for (auto entry = map.begin(); entry != map.end(); ++entry) {
        if (entry.value() != QJsonValue(false))
            list += entry.key();
    }
    return value.isObject() ? QJsonValue(list) : value;
}

/// A name that a setting has there, and how its values are to be understood. The others are its paths.
struct Key
{
    QLatin1StringView name;
    QLatin1StringView path;
    QJsonValue (*understand)(const QJsonValue &value, const ConfigField &field) = asItIs;
};

constexpr std::array keys{
    Key{"root"_L1, "root"_L1, asFolder},
    Key{"domains"_L1, "domains"_L1, asDomains},
    Key{"timeout"_L1, "timeouts.inactivity"_L1, asTimeout},
    Key{"requestTimeout"_L1, "timeouts.request"_L1, asTimeout},
    Key{"headersTimeout"_L1, "timeouts.headers"_L1, asTimeout},
    Key{"keepAliveTimeout"_L1, "timeouts.keepAlive"_L1, asTimeout},
    Key{"maxRequestBodyBytes"_L1, "maximumBodyBytes"_L1, asBodyLimit},
    Key{"maxBodySize"_L1, "maximumBodyBytes"_L1, asBodyLimit},
    Key{"bodyLimit"_L1, "maximumBodyBytes"_L1, asBodyLimit},
    Key{"compression"_L1, "compression.enabled"_L1},
    Key{"compressionThreshold"_L1, "compression.thresholdBytes"_L1},
    Key{"brotliQuality"_L1, "compression.brotliQuality"_L1},
    Key{"contentType"_L1, "contentTypes"_L1},
    Key{"restrictedType"_L1, "restrictedTypes"_L1, asExtensions},
};

/// Of a setting that is given; null: there is none of that name.
struct Named
{
    const ConfigField *field = nullptr;
    QJsonValue (*understand)(const QJsonValue &value, const ConfigField &field) = asItIs;
};

Named settingNamed(const QString &name)
{
    const auto key = std::ranges::find_if(keys, [&](const Key &known) { return known.name == name; });
    const QString path = key == keys.end() ? name : QString(key->path);
    const auto &fields = site::configFields();
    const auto field = std::ranges::find(fields, path, &ConfigField::path);
    return {field == fields.end() ? nullptr : &*field, key == keys.end() ? asItIs : key->understand};
}

QStringList knownNames()
{
    QStringList names;
    for (const Key &key : keys)
        names += key.name;
    for (const ConfigField &field : site::configFields())
        names += field.path;
    return names;
}

/// The value where the text is JSON, else undefined.
QJsonValue jsonOf(const QString &text)
{
    const QJsonArray list = QJsonDocument::fromJson('[' + text.toUtf8() + ']').array();
    return list.size() == 1 ? list.first() : QJsonValue(QJsonValue::Undefined);
}

/// As JSON where the setting takes that, else as a text.
Problems apply(const QString &text, const Named &named, site::SiteConfig &config)
{
    Problems problems;
    for (const QJsonValue &value : {jsonOf(text), QJsonValue(text)}) {
        if (value.isUndefined())
            continue;
        Problems wrong;
        site::SiteConfig changed = config;
        named.field->read(named.understand(value, *named.field), changed, wrong);
        if (wrong.isEmpty()) {
            config = changed;
            return {};
        }
        if (problems.isEmpty())
            problems = wrong;
    }
    return problems;
}

Problems apply(const QString &given, site::SiteConfig &config)
{
    const qsizetype equals = given.indexOf(u'=');
    const QString typed = given.first(equals);
    const QString name = typed.startsWith("server."_L1) ? typed.sliced(7) : typed;
    const QString text = given.sliced(equals + 1);
    if (name == "launch"_L1 && text == "now"_L1)
        return {}; // asked older versions to begin; here there is nothing else to do
    if (name == "domain"_L1 && text == "0.0.0.0"_L1)
        return apply(u"anyHost=true"_s, config); // "any name" there
    Problems problems;
    if (const Named named = settingNamed(name); named.field)
        problems = apply(text, named, config);
    else
        site::addUnknownKey(problems, name, knownNames());
    for (base::Error &problem : problems) {
        problem.message = u"%1: %2"_s.arg(given, problem.message);
        problem.where = typed;
    }
    return problems;
}

} // namespace

KeyValues::KeyValues(QStringList &operands)
{
    static const QRegularExpression form(u"^[A-Za-z][A-Za-z0-9.]*="_s);
    QStringList others;
    for (const QString &operand : operands)
        (form.match(operand).hasMatch() ? m_given : others) += operand;
    operands = others;
}

Problems KeyValues::applyTo(site::SiteConfig &config) const
{
    Problems problems;
    for (const QString &given : m_given)
        problems += apply(given, config);
    return problems;
}

} // namespace servelab::cli
