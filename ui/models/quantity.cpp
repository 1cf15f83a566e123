// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/quantity.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <span>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

struct QuantityUnit
{
    const char *name; ///< as it is written
    const char *otherName; ///< that is understood too
    qint64 size;
};

// Descending; the last one is what a bare number means.
constexpr QuantityUnit byteUnits[] = {
    {"TiB", "tb", qint64(1) << 40},
    {"GiB", "gb", qint64(1) << 30},
    {"MiB", "mb", qint64(1) << 20},
    {"KiB", "kb", qint64(1) << 10},
    {"B", "bytes", 1},
};
constexpr QuantityUnit timeUnits[] = {
    {"h", "hours", 3'600'000},
    {"min", "minutes", 60'000},
    {"s", "seconds", 1'000},
    {"ms", "milliseconds", 1},
};

const QuantityUnit *findUnit(const QString &name, std::span<const QuantityUnit> units)
{
    if (name.isEmpty())
        return &units.back();
    const auto found = std::ranges::find_if(units, [&name](const QuantityUnit &unit) {
        return name.compare(QLatin1StringView(unit.name), Qt::CaseInsensitive) == 0
            || name.compare(QLatin1StringView(unit.otherName), Qt::CaseInsensitive) == 0;
    });
    return found == units.end() ? nullptr : &*found;
}

std::optional<qint64> parse(const QString &text, std::span<const QuantityUnit> units)
{
    QString compact = text;
    compact.removeIf([](QChar character) { return character.isSpace(); });
    const auto letter = std::ranges::find_if(compact, [](QChar character) { return character.isLetter(); });
    const auto digits = letter - compact.begin();
    QString number = compact.first(digits);
    number.replace(QLocale().decimalPoint(), u"."_s);
    const QuantityUnit *unit = findUnit(compact.sliced(digits), units);
    bool isNumber = false;
    const double value = number.toDouble(&isNumber) * static_cast<double>(unit ? unit->size : 0);
    if (!isNumber || !unit || !(value >= 0) || value > 9e15)
        return std::nullopt;
    return std::llround(value);
}

QString write(qint64 value, std::span<const QuantityUnit> units)
{
    const auto fits = [value](const QuantityUnit &unit) { return value != 0 && value % unit.size == 0; };
    const auto found = std::ranges::find_if(units, fits);
    const QuantityUnit &unit = found == units.end() ? units.back() : *found;
    return u"%1 %2"_s.arg(value / unit.size).arg(QLatin1StringView(unit.name));
}

} // namespace

std::optional<qint64> parseBytes(const QString &text)
{
    return parse(text, byteUnits);
}

QString writeBytes(qint64 bytes)
{
    return write(bytes, byteUnits);
}

std::optional<qint64> parseDuration(const QString &text)
{
    return parse(text, timeUnits);
}

QString writeDuration(qint64 milliseconds)
{
    return write(milliseconds, timeUnits);
}

} // namespace servelab::ui
