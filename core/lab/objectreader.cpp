// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/objectreader.h"

#include "core/site/configfields.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace servelab::lab {
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

} // namespace

ObjectReader::ObjectReader(QJsonObject object, QString path, QList<base::Error> &problems)
    : m_object(std::move(object))
    , m_path(std::move(path))
    , m_problems(&problems)
{
}

QString ObjectReader::pathOf(QLatin1StringView key) const
{
    return m_path.isEmpty() ? QString(key) : m_path + u'.' + key;
}

QJsonValue ObjectReader::take(QLatin1StringView key, QJsonValue::Type type, Presence presence)
{
    m_knownKeys.append(key);
    const QJsonValue value = m_object.value(key);
    if (value.type() == type)
        return value;
    if (!value.isUndefined())
        site::addWrongValue(*m_problems, pathOf(key), value, nameOf(type));
    else if (presence == Presence::Required)
        m_problems->append(base::Error{u"%1 is missing."_s.arg(pathOf(key)), {}, pathOf(key)});
    return QJsonValue(QJsonValue::Undefined);
}

std::optional<qint64> ObjectReader::takeInteger(
    QLatin1StringView key, qint64 lowest, qint64 highest, Presence presence)
{
    const QJsonValue value = take(key, QJsonValue::Double, presence);
    if (value.isUndefined())
        return std::nullopt;
    const qint64 number = value.toInteger();
    if (isWhole(value.toDouble()) && number >= lowest && number <= highest)
        return number;
    site::addWrongValue(
        *m_problems, pathOf(key), value, u"a whole number from %1 to %2"_s.arg(lowest).arg(highest));
    return std::nullopt;
}

void ObjectReader::read(QLatin1StringView key, QString &value, Presence presence)
{
    if (const QJsonValue read = take(key, QJsonValue::String, presence); !read.isUndefined())
        value = read.toString();
}

void ObjectReader::read(QLatin1StringView key, QByteArray &value, Presence presence)
{
    if (const QJsonValue read = take(key, QJsonValue::String, presence); !read.isUndefined())
        value = read.toString().toUtf8();
}

void ObjectReader::read(QLatin1StringView key, bool &value, Presence presence)
{
    if (const QJsonValue read = take(key, QJsonValue::Bool, presence); !read.isUndefined())
        value = read.toBool();
}

void ObjectReader::read(QLatin1StringView key, double &value, Presence presence)
{
    if (const QJsonValue read = take(key, QJsonValue::Double, presence); !read.isUndefined())
        value = read.toDouble();
}

void ObjectReader::read(QLatin1StringView key, QJsonObject &value, Presence presence)
{
    if (const QJsonValue read = take(key, QJsonValue::Object, presence); !read.isUndefined())
        value = read.toObject();
}

void ObjectReader::read(QLatin1StringView key, QJsonArray &value, Presence presence)
{
    if (const QJsonValue read = take(key, QJsonValue::Array, presence); !read.isUndefined())
        value = read.toArray();
}

void ObjectReader::readEach(QLatin1StringView key,
    const std::function<void(const QJsonObject &, const QString &)> &readOne, Presence presence)
{
    QJsonArray array;
    read(key, array, presence);
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString path = u"%1[%2]"_s.arg(pathOf(key)).arg(i);
        if (array[i].isObject())
            readOne(array[i].toObject(), path);
        else
            site::addWrongValue(*m_problems, path, array[i], nameOf(QJsonValue::Object));
    }
}

void ObjectReader::refuseOtherKeys()
{
    const QStringList keys = m_object.keys();
    for (const QString &key : keys) {
        if (!m_knownKeys.contains(key))
            site::addUnknownKey(*m_problems, m_path.isEmpty() ? key : m_path + u'.' + key, m_knownKeys);
    }
}

} // namespace servelab::lab
