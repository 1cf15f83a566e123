// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QStringList>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>

/// Plain values as JSON. A struct lists its fields once, in a specialization of Fields; reading, writing and
/// the schema come from that list:
///
///     template <>
///     struct Fields<Spot>
///     {
///         static constexpr auto list = std::tuple{
///             field("x", &Spot::x, required, u"Pixels from the left."),
///             field("label", &Spot::label, optional, u"For people.")};
///         static constexpr auto otherKeys = OtherKeys::Refused;
///     };
///
/// A field that is absent leaves its value alone; one of the wrong type or out of range is a problem that
/// names its path ("plan.connections").
namespace servelab::lab::json {

using Problems = QList<base::Error>;

enum class Presence : std::uint8_t { Optional, Required };
inline constexpr auto optional = Presence::Optional;
inline constexpr auto required = Presence::Required;

/// What to do with a key that no field has: people mistype, and later versions write more.
enum class OtherKeys : std::uint8_t { Refused, Ignored };

template <typename Struct, typename Value>
struct Field
{
    QLatin1StringView key;
    Value Struct::*member = nullptr;
    Presence presence = Presence::Optional;
    QStringView meaning; ///< for the schema
};

template <typename Struct, typename Value, std::size_t size>
constexpr Field<Struct, Value> field(
    const char (&key)[size], Value Struct::*member, Presence presence, QStringView meaning)
{
    return {QLatin1StringView(key, size - 1), member, presence, meaning};
}

template <typename T>
struct Fields; // specialized for each struct

/// An enum lists its names: static constexpr std::pair<QLatin1StringView, T> list[].
template <typename T>
struct Names;

/// The parts of a schema that are referred to by name, so that each struct stands in it once.
class SchemaParts
{
public:
    /// {"$ref": "#/$defs/NAME"}; makes the part where it is new.
    QJsonObject refer(const QString &name, const std::function<QJsonObject(SchemaParts &)> &make);
    const QJsonObject &parts() const { return m_parts; }

private:
    QJsonObject m_parts;
};

/// One kind of value. Specialized for what is neither a struct with Fields nor an enum with Names.
template <typename T>
struct Codec;

QString pathOf(const QString &object, QLatin1StringView key);

/// False where it is of another type, which is a problem.
bool hasType(const QJsonValue &value, QJsonValue::Type type, const QString &path, Problems &problems);
std::optional<qint64> wholeNumber(
    const QJsonValue &value, qint64 lowest, qint64 highest, const QString &path, Problems &problems);
void addMissing(const QString &path, Problems &problems);
void refuseOtherKeys(
    const QJsonObject &object, const QStringList &known, const QString &path, Problems &problems);
void addWrongName(const QJsonValue &value, const QStringList &names, const QString &path, Problems &problems);

template <typename T>
QJsonObject writeObject(const T &value)
{
    QJsonObject object;
    const auto write = [&](const auto &field) {
        using Value = std::remove_cvref_t<decltype(value.*field.member)>;
        const QJsonValue written = Codec<Value>::write(value.*field.member);
        if (!written.isUndefined())
            object.insert(field.key, written);
    };
    std::apply([&](const auto &...fields) { (write(fields), ...); }, Fields<T>::list);
    return object;
}

template <typename T>
void readObject(const QJsonObject &object, const QString &path, T &value, Problems &problems)
{
    QStringList known;
    const auto read = [&](const auto &field) {
        using Value = std::remove_cvref_t<decltype(value.*field.member)>;
        known.append(field.key);
        const QJsonValue found = object.value(field.key);
        if (!found.isUndefined())
            Codec<Value>::read(found, pathOf(path, field.key), value.*field.member, problems);
        else if (field.presence == required)
            addMissing(pathOf(path, field.key), problems);
    };
    std::apply([&](const auto &...fields) { (read(fields), ...); }, Fields<T>::list);
    if (Fields<T>::otherKeys == OtherKeys::Refused)
        refuseOtherKeys(object, known, path, problems);
}

template <typename T>
QJsonObject schemaOfObject(SchemaParts &parts)
{
    QJsonObject properties;
    QJsonArray presence;
    const auto describe = [&]<typename Struct, typename Value>(const Field<Struct, Value> &field) {
        QJsonObject schema = Codec<Value>::schema(parts);
        schema.insert(QLatin1StringView("description"), field.meaning.toString());
        properties.insert(field.key, schema);
        if (field.presence == required)
            presence.append(QString(field.key));
    };
    std::apply([&](const auto &...fields) { (describe(fields), ...); }, Fields<T>::list);
    QJsonObject schema{{QStringLiteral("type"), QStringLiteral("object")},
        {QStringLiteral("properties"), properties}, {QStringLiteral("required"), presence}};
    if (Fields<T>::otherKeys == OtherKeys::Refused)
        schema.insert(QLatin1StringView("additionalProperties"), false);
    return schema;
}

template <typename T>
concept HasFields = requires { Fields<T>::list; };

template <typename T>
concept HasNames = requires { Names<T>::list; };

template <HasFields T>
struct ObjectCodec
{
    static QJsonValue write(const T &value) { return writeObject(value); }
    static void read(const QJsonValue &value, const QString &path, T &out, Problems &problems)
    {
        if (hasType(value, QJsonValue::Object, path, problems))
            readObject(value.toObject(), path, out, problems);
    }
    static QJsonObject schema(SchemaParts &parts)
    {
        return parts.refer(QString(Fields<T>::name), schemaOfObject<T>);
    }
};

template <HasFields T>
struct Codec<T> : ObjectCodec<T>
{
};

template <HasNames T>
struct Codec<T>
{
    static QJsonValue write(T value)
    {
        for (const auto &[name, one] : Names<T>::list) {
            if (one == value)
                return QString(name);
        }
        return QJsonValue(QJsonValue::Undefined);
    }
    static void read(const QJsonValue &value, const QString &path, T &out, Problems &problems)
    {
        for (const auto &[name, one] : Names<T>::list) {
            if (value.toString() == name) {
                out = one;
                return;
            }
        }
        addWrongName(value, names(), path, problems);
    }
    static QJsonObject schema(SchemaParts &)
    {
        return {{QStringLiteral("enum"), QJsonArray::fromStringList(names())}};
    }
    static QStringList names()
    {
        QStringList all;
        for (const auto &[name, one] : Names<T>::list)
            all.append(name);
        return all;
    }
};

#define SERVELAB_CODEC(type)                                                                                 \
    template <>                                                                                              \
    struct Codec<type>                                                                                       \
    {                                                                                                        \
        static QJsonValue write(const type &value);                                                          \
        static void read(const QJsonValue &value, const QString &path, type &out, Problems &problems);       \
        static QJsonObject schema(SchemaParts &parts);                                                       \
    };
SERVELAB_CODEC(bool)
SERVELAB_CODEC(double)
SERVELAB_CODEC(QString)
SERVELAB_CODEC(QByteArray)
SERVELAB_CODEC(QJsonObject)
SERVELAB_CODEC(QDateTime)
#undef SERVELAB_CODEC

template <std::integral Integer>
struct Codec<Integer>
{
    // JSON here holds 64-bit signed numbers; an unsigned 64-bit one is kept by its bits.
    static constexpr bool wide = sizeof(Integer) == sizeof(qint64);
    static constexpr qint64 lowest
        = wide ? std::numeric_limits<qint64>::min() : qint64(std::numeric_limits<Integer>::min());
    static constexpr qint64 highest
        = wide ? std::numeric_limits<qint64>::max() : qint64(std::numeric_limits<Integer>::max());

    static QJsonValue write(Integer value) { return static_cast<qint64>(value); }
    static void read(const QJsonValue &value, const QString &path, Integer &out, Problems &problems)
    {
        if (const auto number = wholeNumber(value, lowest, highest, path, problems))
            out = static_cast<Integer>(*number);
    }
    static QJsonObject schema(SchemaParts &) { return {{QStringLiteral("type"), QStringLiteral("integer")}}; }
};

/// A count of its unit, which stands in the key's name.
template <typename Period>
struct Codec<std::chrono::duration<std::int64_t, Period>>
{
    using Duration = std::chrono::duration<std::int64_t, Period>;

    static QJsonValue write(Duration value) { return static_cast<qint64>(value.count()); }
    static void read(const QJsonValue &value, const QString &path, Duration &out, Problems &problems)
    {
        if (const auto count = wholeNumber(value, 0, std::numeric_limits<qint64>::max(), path, problems))
            out = Duration(*count);
    }
    static QJsonObject schema(SchemaParts &)
    {
        return {{QStringLiteral("type"), QStringLiteral("integer")}, {QStringLiteral("minimum"), 0}};
    }
};

/// Absent or null: empty.
template <typename T>
struct Codec<std::optional<T>>
{
    static QJsonValue write(const std::optional<T> &value)
    {
        return value ? Codec<T>::write(*value) : QJsonValue(QJsonValue::Undefined);
    }
    static void read(const QJsonValue &value, const QString &path, std::optional<T> &out, Problems &problems)
    {
        out.reset();
        if (!value.isNull())
            Codec<T>::read(value, path, out.emplace(), problems);
    }
    static QJsonObject schema(SchemaParts &parts)
    {
        return {{QStringLiteral("anyOf"),
            QJsonArray{
                Codec<T>::schema(parts), QJsonObject{{QStringLiteral("type"), QStringLiteral("null")}}}}};
    }
};

template <typename T>
struct Codec<QList<T>>
{
    static QJsonValue write(const QList<T> &values)
    {
        QJsonArray array;
        for (const T &value : values)
            array.append(Codec<T>::write(value));
        return array;
    }
    static void read(const QJsonValue &value, const QString &path, QList<T> &out, Problems &problems)
    {
        if (!hasType(value, QJsonValue::Array, path, problems))
            return;
        out.clear();
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            Codec<T>::read(array[i], QStringLiteral("%1[%2]").arg(path).arg(i), out.emplaceBack(), problems);
    }
    static QJsonObject schema(SchemaParts &parts)
    {
        return {{QStringLiteral("type"), QStringLiteral("array")},
            {QStringLiteral("items"), Codec<T>::schema(parts)}};
    }
};

} // namespace servelab::lab::json
