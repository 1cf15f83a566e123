// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using std::chrono::milliseconds;

struct Unit
{
    QLatin1StringView name;
    qint64 factor;
};

constexpr std::array durationUnits{Unit{"ms"_L1, 1}, Unit{"s"_L1, 1000}, Unit{"m"_L1, 60'000},
    Unit{"min"_L1, 60'000}, Unit{"h"_L1, 3'600'000}};
constexpr std::array sizeUnits{
    Unit{""_L1, 1}, Unit{"KiB"_L1, 1 << 10}, Unit{"MiB"_L1, 1 << 20}, Unit{"GiB"_L1, 1 << 30}};

constexpr int highestCore = 4095;

std::unexpected<base::Error> notA(const QString &text, const QString &expected)
{
    return base::fail(u"\"%1\" is not %2."_s.arg(text, expected));
}

/// A number in decimal digits with one of the units behind it, in the smallest unit.
template <std::size_t count>
std::optional<qint64> readQuantity(const QString &text, const std::array<Unit, count> &units)
{
    const auto isDigit = [](QChar c) { return (c >= u'0' && c <= u'9') || c == u'.'; };
    const auto digits = std::ranges::find_if_not(text, isDigit) - text.begin();
    const QStringView name = QStringView(text).sliced(digits).trimmed();
    const auto unit = std::ranges::find_if(units, [name](const Unit &known) { return name == known.name; });
    bool isNumber = false;
    const double number = text.first(digits).toDouble(&isNumber);
    if (!isNumber || unit == units.end())
        return std::nullopt;
    const double quantity = number * static_cast<double>(unit->factor);
    if (quantity > static_cast<double>(std::numeric_limits<int>::max()) * 1024)
        return std::nullopt;
    return std::llround(quantity);
}

base::Expected<QList<int>> readCoreRange(const QString &text)
{
    const qsizetype dash = text.indexOf(u'-');
    const auto first = readWholeNumber(dash < 0 ? text : text.first(dash), 0, highestCore);
    const auto last = dash < 0 ? first : readWholeNumber(text.sliced(dash + 1), 0, highestCore);
    if (!first || !last || *first > *last)
        return notA(text, u"a core or a range of cores such as 0-3"_s);
    QList<int> cores;
    for (qint64 core = *first; core <= *last; ++core)
        cores += static_cast<int>(core);
    return cores;
}

} // namespace

base::Expected<qint64> readWholeNumber(const QString &text, qint64 lowest, qint64 highest)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    if (!isNumber || number < lowest || number > highest)
        return notA(text, u"a whole number from %1 to %2"_s.arg(lowest).arg(highest));
    return number;
}

base::Expected<milliseconds> readDuration(const QString &text)
{
    if (text == "0"_L1)
        return milliseconds(0);
    if (const auto quantity = readQuantity(text, durationUnits))
        return milliseconds(*quantity);
    return notA(text, u"a time with its unit, such as 500ms, 10s or 2m"_s);
}

base::Expected<milliseconds> readTimeout(const QString &text)
{
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    return isNumber && number >= 0 ? milliseconds(number) : readDuration(text);
}

base::Expected<qint64> readSize(const QString &text)
{
    if (const auto quantity = readQuantity(text, sizeUnits))
        return *quantity;
    return notA(text, u"a size, such as 65536 or 64KiB"_s);
}

base::Expected<QList<int>> readCoreList(const QString &text)
{
    QList<int> cores;
    for (const QString &part : text.split(u',')) {
        const auto range = readCoreRange(part.trimmed());
        if (!range)
            return range;
        cores += *range;
    }
    return cores;
}

QString toText(milliseconds duration)
{
    if (duration < std::chrono::seconds(1))
        return u"%1 ms"_s.arg(duration.count());
    const qint64 seconds = std::chrono::round<std::chrono::seconds>(duration).count();
    if (seconds < 60)
        return u"%1 s"_s.arg(seconds);
    if (seconds < 3600)
        return u"%1 min %2 s"_s.arg(seconds / 60).arg(seconds % 60);
    return u"%1 h %2 min"_s.arg(seconds / 3600).arg(seconds % 3600 / 60);
}

} // namespace servelab::cli
