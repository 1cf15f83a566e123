// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/jsonfields.h"

#include "core/site/configfields.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace servelab::lab::json {
namespace {

QString nameOf(QJsonValue::Type type)
{
    switch (type) {
    case QJsonValue::Bool:
        return u"true or false"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::String:
        return u"a text"_s;
    case QJsonValue::Array:
        return u"a list"_s;
    default:
        return u"an object"_s;
    }
}

bool isWhole(double number)
{
    return std::floor(number) == number && std::abs(number) < 9.3e18;
}

QJsonObject schemaOfType(const QString &type)
{
    return {{u"type"_s, type}};
}

} // namespace

QJsonObject SchemaParts::refer(const QString &name, const std::function<QJsonObject(SchemaParts &)> &make)
{
    if (!m_parts.contains(name)) {
        m_parts.insert(name, QJsonObject()); // stops a struct that holds itself
        const QJsonObject part = make(*this);
        m_parts.insert(name, part);
    }
    return {{u"$ref"_s, u"#/$defs/"_s + name}};
}

QString pathOf(const QString &object, QLatin1StringView key)
{
    return object.isEmpty() ? QString(key) : object + u'.' + key;
}

bool hasType(const QJsonValue &value, QJsonValue::Type type, const QString &path, Problems &problems)
{
    if (value.type() == type)
        return true;
    site::addWrongValue(problems, path, value, nameOf(type));
    return false;
}

std::optional<qint64> wholeNumber(
    const QJsonValue &value, qint64 lowest, qint64 highest, const QString &path, Problems &problems)
{
    if (!hasType(value, QJsonValue::Double, path, problems))
        return std::nullopt;
    const qint64 number = value.toInteger();
    if (isWhole(value.toDouble()) && number >= lowest && number <= highest)
        return number;
    site::addWrongValue(problems, path, value, u"a whole number from %1 to %2"_s.arg(lowest).arg(highest));
    return std::nullopt;
}

void addMissing(const QString &path, Problems &problems)
{
    problems.append(base::Error{u"%1 is missing."_s.arg(path), {}, path});
}

void addWrongName(const QJsonValue &value, const QStringList &names, const QString &path, Problems &problems)
{
    site::addWrongValue(problems, path, value, u"one of "_s + names.join(u", "_s));
}

void refuseOtherKeys(
    const QJsonObject &object, const QStringList &known, const QString &path, Problems &problems)
{
    const QStringList keys = object.keys();
    for (const QString &key : keys) {
        if (!known.contains(key))
            site::addUnknownKey(problems, path.isEmpty() ? key : path + u'.' + key, known);
    }
}

QJsonValue Codec<bool>::write(const bool &value)
{
    return value;
}

void Codec<bool>::read(const QJsonValue &value, const QString &path, bool &out, Problems &problems)
{
    if (hasType(value, QJsonValue::Bool, path, problems))
        out = value.toBool();
}

QJsonObject Codec<bool>::schema(SchemaParts &)
{
    return schemaOfType(u"boolean"_s);
}

QJsonValue Codec<double>::write(const double &value)
{
    return value;
}

void Codec<double>::read(const QJsonValue &value, const QString &path, double &out, Problems &problems)
{
    if (hasType(value, QJsonValue::Double, path, problems))
        out = value.toDouble();
}

QJsonObject Codec<double>::schema(SchemaParts &)
{
    return schemaOfType(u"number"_s);
}

QJsonValue Codec<QString>::write(const QString &value)
{
    return value;
}

void Codec<QString>::read(const QJsonValue &value, const QString &path, QString &out, Problems &problems)
{
    if (hasType(value, QJsonValue::String, path, problems))
        out = value.toString();
}

QJsonObject Codec<QString>::schema(SchemaParts &)
{
    return schemaOfType(u"string"_s);
}

QJsonValue Codec<QByteArray>::write(const QByteArray &value)
{
    return QString::fromUtf8(value);
}

void Codec<QByteArray>::read(
    const QJsonValue &value, const QString &path, QByteArray &out, Problems &problems)
{
    if (hasType(value, QJsonValue::String, path, problems))
        out = value.toString().toUtf8();
}

QJsonObject Codec<QByteArray>::schema(SchemaParts &)
{
    return schemaOfType(u"string"_s);
}

QJsonValue Codec<QJsonObject>::write(const QJsonObject &value)
{
    return value;
}

void Codec<QJsonObject>::read(
    const QJsonValue &value, const QString &path, QJsonObject &out, Problems &problems)
{
    if (hasType(value, QJsonValue::Object, path, problems))
        out = value.toObject();
}

QJsonObject Codec<QJsonObject>::schema(SchemaParts &)
{
    return schemaOfType(u"object"_s);
}

QJsonValue Codec<QDateTime>::write(const QDateTime &value)
{
    return value.toUTC().toString(Qt::ISODateWithMs);
}

void Codec<QDateTime>::read(const QJsonValue &value, const QString &path, QDateTime &out, Problems &problems)
{
    if (!hasType(value, QJsonValue::String, path, problems))
        return;
    out = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
    if (!out.isValid())
        problems += base::Error{u"%1 is not a time."_s.arg(path), {}, path};
}

QJsonObject Codec<QDateTime>::schema(SchemaParts &)
{
    return {{u"type"_s, u"string"_s}, {u"format"_s, u"date-time"_s}};
}

} // namespace servelab::lab::json
