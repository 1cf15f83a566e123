// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
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

namespace servelab::lab {

/// Reads the fields of one JSON object into plain values. A field that is absent leaves its value alone; one
/// of the wrong type or out of range is a problem that names its path ("plan.connections"). Lives shorter
/// than what it reads.
class ObjectReader
{
public:
    enum class Presence : std::uint8_t { Optional, Required };

    ObjectReader(QJsonObject object, QString path, QList<base::Error> &problems);

    /// Path of a field, for problems.
    QString pathOf(QLatin1StringView key) const;

    void read(QLatin1StringView key, QString &value, Presence presence = Presence::Optional);
    void read(QLatin1StringView key, QByteArray &value, Presence presence = Presence::Optional);
    void read(QLatin1StringView key, bool &value, Presence presence = Presence::Optional);
    void read(QLatin1StringView key, double &value, Presence presence = Presence::Optional);
    void read(QLatin1StringView key, QJsonObject &value, Presence presence = Presence::Optional);
    void read(QLatin1StringView key, QJsonArray &value, Presence presence = Presence::Optional);

    template <std::integral Integer>
    void read(QLatin1StringView key, Integer &value, Presence presence = Presence::Optional);

    template <typename Period>
    void read(QLatin1StringView key, std::chrono::duration<std::int64_t, Period> &value,
        Presence presence = Presence::Optional);

    /// Absent or null: empty.
    template <typename T>
    void read(QLatin1StringView key, std::optional<T> &value);

    /// An array of objects: `readOne` gets each object and its path.
    void readEach(QLatin1StringView key,
        const std::function<void(const QJsonObject &, const QString &)> &readOne,
        Presence presence = Presence::Optional);

    /// Call after all reads: a key that was not asked for is a problem that names the nearest known one.
    void refuseOtherKeys();

private:
    /// Undefined where the key is absent (a problem when it is required) or of the wrong type (a problem).
    QJsonValue take(QLatin1StringView key, QJsonValue::Type type, Presence presence);
    std::optional<qint64> takeInteger(
        QLatin1StringView key, qint64 lowest, qint64 highest, Presence presence);

    QJsonObject m_object;
    QString m_path;
    QList<base::Error> *m_problems;
    QStringList m_knownKeys;
};

template <std::integral Integer>
void ObjectReader::read(QLatin1StringView key, Integer &value, Presence presence)
{
    // JSON here holds 64-bit signed numbers; an unsigned 64-bit one is kept by its bits.
    constexpr bool wide = sizeof(Integer) == sizeof(qint64);
    constexpr qint64 lowest
        = wide ? std::numeric_limits<qint64>::min() : qint64(std::numeric_limits<Integer>::min());
    constexpr qint64 highest
        = wide ? std::numeric_limits<qint64>::max() : qint64(std::numeric_limits<Integer>::max());
    if (const auto number = takeInteger(key, lowest, highest, presence))
        value = static_cast<Integer>(*number);
}

template <typename Period>
void ObjectReader::read(
    QLatin1StringView key, std::chrono::duration<std::int64_t, Period> &value, Presence presence)
{
    if (const auto count = takeInteger(key, 0, std::numeric_limits<qint64>::max(), presence))
        value = std::chrono::duration<std::int64_t, Period>(*count);
}

template <typename T>
void ObjectReader::read(QLatin1StringView key, std::optional<T> &value)
{
    value.reset();
    const QJsonValue found = m_object.value(key);
    if (found.isNull() || found.isUndefined()) {
        m_knownKeys.append(key);
        return;
    }
    value.emplace();
    read(key, *value);
}

} // namespace servelab::lab
