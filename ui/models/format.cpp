// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace servelab::ui {

namespace {

using namespace Qt::StringLiterals;

constexpr QChar thinSpace(0x202f); // narrow, and no line breaks at it

QString groupThousands(QString digits)
{
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, thinSpace);
    return digits;
}

Unit largestNotAbove(double value, std::span<const Unit> ascending)
{
    Unit largest = ascending.front();
    for (const Unit &unit : ascending) {
        if (std::abs(value) >= unit.size)
            largest = unit;
    }
    return largest;
}

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Format)
};

double toSignificantDigits(double value, int digits)
{
    const double scale = std::pow(10, digits - 1 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

} // namespace

Unit requestRateUnit()
{
    return {u"req/s"_s, 1};
}

Unit countUnit()
{
    return {};
}

Unit timeUnitFor(double microseconds)
{
    static const std::array<Unit, 3> units{Unit{u"µs"_s, 1}, Unit{u"ms"_s, 1e3}, Unit{u"s"_s, 1e6}};
    return largestNotAbove(microseconds, units);
}

Unit byteUnitFor(double bytes)
{
    static const std::array<Unit, 4> units{Unit{u"B"_s, 1}, Unit{u"KiB"_s, 1024},
        Unit{u"MiB"_s, 1024.0 * 1024}, Unit{u"GiB"_s, 1024.0 * 1024 * 1024}};
    return largestNotAbove(bytes, units);
}

QString formatNumber(double value)
{
    if (!std::isfinite(value))
        return u"–"_s;
    if (value == 0)
        return u"0"_s;
    const double rounded = toSignificantDigits(value, std::abs(value) < 1000 ? 3 : 4);
    const int whole = static_cast<int>(std::floor(std::log10(std::abs(rounded)))) + 1;
    const int decimals = std::clamp(3 - whole, 0, 6);
    const QString digits = QString::number(std::abs(rounded), 'f', decimals);
    const qsizetype point = digits.indexOf(u'.');
    const QString sign = rounded < 0 ? u"−"_s : QString();
    if (point < 0)
        return sign + groupThousands(digits);
    return sign + groupThousands(digits.left(point)) + QLocale().decimalPoint() + digits.mid(point + 1);
}

QString formatTick(double value)
{
    QString text = formatNumber(value);
    if (text.contains(QLocale().decimalPoint())) {
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(QLocale().decimalPoint()))
            text.chop(QLocale().decimalPoint().size());
    }
    return text;
}

QString formatCount(quint64 value)
{
    return groupThousands(QString::number(value));
}

QString formatValue(double value, const Unit &unit)
{
    return formatNumber(value / unit.size);
}

QString formatValueWithUnit(double value, const Unit &unit)
{
    const QString number = formatValue(value, unit);
    return unit.name.isEmpty() ? number : number + QChar::Nbsp + unit.name;
}

double typicalOf(std::span<const double> values)
{
    double sum = 0;
    int count = 0;
    for (const double value : values) {
        if (value > 0) {
            sum += std::log(value);
            ++count;
        }
    }
    return count ? std::exp(sum / count) : 0;
}

QString formatBytes(double bytes)
{
    return formatValueWithUnit(bytes, byteUnitFor(bytes));
}

QString formatMicroseconds(double microseconds)
{
    return formatValueWithUnit(microseconds, timeUnitFor(microseconds));
}

QString formatRequestRate(double perSecond)
{
    return formatValueWithUnit(perSecond, requestRateUnit());
}

QString formatDuration(std::chrono::milliseconds duration)
{
    using namespace std::chrono;
    if (duration < 1s)
        return Texts::tr("less than a second");
    const auto whole = ceil<seconds>(duration).count();
    if (whole < 60)
        return Texts::tr("%1 s").arg(whole);
    if (whole < 3600)
        return whole % 60 ? Texts::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60)
                          : Texts::tr("%1 min").arg(whole / 60);
    return Texts::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

QString uncapitalized(const QString &text)
{
    return text.left(1).toLower() + text.sliced(std::min<qsizetype>(1, text.size()));
}

QString capitalized(const QString &text)
{
    return text.left(1).toUpper() + text.sliced(std::min<qsizetype>(1, text.size()));
}

} // namespace servelab::ui
