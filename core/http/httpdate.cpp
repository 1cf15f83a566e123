// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/httpdate.h"

#include "core/http/octets.h"

#include <algorithm>
#include <chrono>

namespace servelab::http {

namespace {

namespace chrono = std::chrono;

constexpr std::array<std::string_view, 7> dayNames = {
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
};
constexpr std::array<std::string_view, 12> monthNames = {
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
};
constexpr std::int64_t firstSecond = -62167219200; // year 0
constexpr std::int64_t lastSecond = 253402300799; // year 9999

/// Date and time of day before they are checked and put together.
struct Fields
{
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    unsigned hour = 0;
    unsigned minute = 0;
    unsigned second = 0;

    chrono::year_month_day date() const
    {
        return {chrono::year(year), chrono::month(month), chrono::day(day)};
    }
};

/// Reads a text from its front; after the first mismatch every further step fails as well.
class Cursor
{
public:
    explicit Cursor(std::string_view text)
        : m_rest(text)
    {
    }

    Cursor &literal(std::string_view wanted)
    {
        m_ok = m_ok && m_rest.starts_with(wanted);
        return advance(wanted.size());
    }

    template <typename Number>
    Cursor &digits(std::size_t count, Number &out)
    {
        const std::string_view text = m_rest.substr(0, count);
        m_ok = m_ok && text.size() == count && std::ranges::all_of(text, octets::isDigit);
        out = 0;
        for (const char c : text)
            out = static_cast<Number>(out * 10 + static_cast<Number>(c - '0'));
        return advance(count);
    }

    /// A day of the month where asctime pads with a space.
    Cursor &paddedDay(unsigned &day)
    {
        return m_rest.starts_with(' ') ? literal(" ").digits(1, day) : digits(2, day);
    }

    Cursor &month(unsigned &out)
    {
        const auto found = std::ranges::find(monthNames, m_rest.substr(0, 3));
        m_ok = m_ok && found != monthNames.end();
        out = static_cast<unsigned>(found - monthNames.begin()) + 1;
        return advance(3);
    }

    Cursor &time(Fields &out)
    {
        return digits(2, out.hour).literal(":").digits(2, out.minute).literal(":").digits(2, out.second);
    }

    bool isAtEnd() const { return m_ok && m_rest.empty(); }

private:
    Cursor &advance(std::size_t count)
    {
        m_rest.remove_prefix(std::min(count, m_rest.size()));
        return *this;
    }

    std::string_view m_rest;
    bool m_ok = true;
};

std::optional<std::int64_t> toSeconds(const Fields &fields)
{
    constexpr unsigned leapSecond = 60;
    if (!fields.date().ok() || fields.hour > 23 || fields.minute > 59 || fields.second > leapSecond)
        return std::nullopt;
    const auto days = chrono::sys_days(fields.date()).time_since_epoch();
    const auto time
        = chrono::hours(fields.hour) + chrono::minutes(fields.minute) + chrono::seconds(fields.second);
    return chrono::seconds(days + time).count();
}

std::optional<std::int64_t> parseImfFixdate(std::string_view text)
{
    Fields fields;
    Cursor cursor(text);
    cursor.literal(", ").digits(2, fields.day).literal(" ").month(fields.month).literal(" ");
    cursor.digits(4, fields.year).literal(" ").time(fields).literal(" GMT");
    return cursor.isAtEnd() ? toSeconds(fields) : std::nullopt;
}

std::optional<std::int64_t> parseAsctime(std::string_view text)
{
    Fields fields;
    Cursor cursor(text);
    cursor.literal(" ").month(fields.month).literal(" ").paddedDay(fields.day).literal(" ");
    cursor.time(fields).literal(" ").digits(4, fields.year);
    return cursor.isAtEnd() ? toSeconds(fields) : std::nullopt;
}

/// The latest year with those two digits that puts the date at most 50 years ahead of `now`.
int yearOfTwoDigits(Fields fields, std::int64_t now)
{
    const auto nowSeconds = chrono::seconds(std::clamp(now, firstSecond, lastSecond));
    const chrono::year_month_day today(chrono::floor<chrono::days>(chrono::sys_seconds(nowSeconds)));
    const chrono::year_month_day latest = today + chrono::years(50);
    const int century = static_cast<int>(latest.year()) / 100 * 100;
    fields.year += century;
    return fields.date() > latest ? fields.year - 100 : fields.year;
}

std::optional<std::int64_t> parseRfc850(std::string_view text, std::int64_t now)
{
    Fields fields;
    Cursor cursor(text);
    cursor.literal(", ").digits(2, fields.day).literal("-").month(fields.month).literal("-");
    cursor.digits(2, fields.year).literal(" ").time(fields).literal(" GMT");
    if (!cursor.isAtEnd())
        return std::nullopt;
    fields.year = yearOfTwoDigits(fields, now);
    return toSeconds(fields);
}

void putDigits(char *out, unsigned value, int count)
{
    for (int i = count - 1; i >= 0; --i, value /= 10)
        out[i] = static_cast<char>('0' + value % 10);
}

void putName(char *out, std::string_view name)
{
    std::ranges::copy(name.substr(0, 3), out);
}

} // namespace

HttpDate formatHttpDate(std::int64_t seconds)
{
    const chrono::sys_seconds time(chrono::seconds(std::clamp(seconds, firstSecond, lastSecond)));
    const auto day = chrono::floor<chrono::days>(time);
    const chrono::year_month_day date(day);
    const chrono::hh_mm_ss clock(time - day);

    HttpDate out;
    std::ranges::copy(std::string_view("Sun, 00 Jan 0000 00:00:00 GMT"), out.begin());
    putName(&out[0], dayNames[chrono::weekday(day).c_encoding()]);
    putDigits(&out[5], static_cast<unsigned>(date.day()), 2);
    putName(&out[8], monthNames[static_cast<unsigned>(date.month()) - 1]);
    putDigits(&out[12], static_cast<unsigned>(static_cast<int>(date.year())), 4);
    putDigits(&out[17], static_cast<unsigned>(clock.hours().count()), 2);
    putDigits(&out[20], static_cast<unsigned>(clock.minutes().count()), 2);
    putDigits(&out[23], static_cast<unsigned>(clock.seconds().count()), 2);
    return out;
}

std::optional<std::int64_t> parseHttpDate(std::string_view text, std::int64_t now)
{
    const std::size_t nameEnd = text.find_first_of(", ");
    if (nameEnd == std::string_view::npos)
        return std::nullopt;
    const std::string_view name = text.substr(0, nameEnd);
    const std::string_view rest = text.substr(nameEnd);

    if (std::ranges::find(dayNames, name) != dayNames.end())
        return parseRfc850(rest, now);
    const auto isShortFor = [name](std::string_view day) { return name == day.substr(0, 3); };
    if (std::ranges::none_of(dayNames, isShortFor))
        return std::nullopt;
    return rest.front() == ',' ? parseImfFixdate(rest) : parseAsctime(rest);
}

} // namespace servelab::http
