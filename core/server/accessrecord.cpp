// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/accessrecord.h"

#include "core/base/append.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <span>
#include <utility>

namespace servelab::server {

namespace {

bool isControl(unsigned char byte)
{
    return byte < 0x20 || byte == 0x7f;
}

/// A URL without "user:password@".
std::string withoutUserInfo(std::string_view url)
{
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos)
        return std::string(url);
    const std::size_t authority = scheme + 3;
    const std::size_t end = url.find_first_of("/?#\\", authority);
    const std::size_t at = url.substr(0, end).rfind('@');
    if (at == std::string_view::npos || at < authority)
        return std::string(url);
    return std::string(url.substr(0, authority)).append(url.substr(at + 1));
}

/// Fields whose values let whoever reads them act as the client.
constexpr std::array<std::string_view, 5> credentialFields{
    "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key"};
/// Fields that a record has members for.
constexpr std::array<std::string_view, 3> describedFields{"host", "user-agent", "referer"};

bool isAmong(std::span<const std::string_view> names, std::string_view name)
{
    return std::ranges::any_of(
        names, [name](std::string_view one) { return http::equalsIgnoringCase(one, name); });
}

char lowered(char character)
{
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character + ('a' - 'A')) : character;
}

void appendFieldLine(const http::FieldLine &line, std::string &out)
{
    std::ranges::transform(line.name, std::back_inserter(out), lowered);
    base::append(out, ": ");
    base::append(out, isAmong(credentialFields, line.name) ? "redacted" : line.value);
    base::append(out, "\n");
}

template <typename... Values>
void appendFormatted(std::string &out, const char *format, Values... values)
{
    std::array<char, 64> text;
    const int length = std::snprintf(text.data(), text.size(), format, values...);
    out.append(text.data(), static_cast<std::size_t>(length));
}

void appendJsonByte(std::string &out, unsigned char byte, bool passesThrough)
{
    if (byte == '"' || byte == '\\')
        out += '\\';
    if (isControl(byte) || (byte >= 0x80 && !passesThrough))
        appendFormatted(out, "\\u%04x", byte);
    else
        out += static_cast<char>(byte);
}

/// The controls from U+0080 to U+009F, which take two bytes in UTF-8.
bool beginsHighControl(std::string_view utf8)
{
    return utf8.size() > 1 && utf8[0] == '\xc2' && static_cast<unsigned char>(utf8[1]) < 0xa0;
}

/// Whether a text stands in a JSON string as it is; nearly all that clients send does.
bool isPlain(std::string_view text)
{
    unsigned char differs = 0;
    for (const char character : text) // without a branch, so that many octets are looked at together
        differs |= static_cast<unsigned char>(static_cast<unsigned char>(character) - 0x20U >= 0x5fU)
            | static_cast<unsigned char>(character == '"') | static_cast<unsigned char>(character == '\\');
    return differs == 0;
}

void appendJsonString(std::string &out, std::string_view text)
{
    if (isPlain(text)) {
        base::append(out, "\"");
        base::append(out, text);
        base::append(out, "\"");
        return;
    }
    const bool isUtf8 = QByteArrayView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8();
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isUtf8 && beginsHighControl(text.substr(i)))
            appendJsonByte(out, static_cast<unsigned char>(text[++i]), false);
        else
            appendJsonByte(out, static_cast<unsigned char>(text[i]), isUtf8);
    }
    out += '"';
}

/// `before`: a comma, the name and a colon. Nothing for an empty value.
void appendJsonMember(std::string &out, std::string_view before, std::string_view value)
{
    if (value.empty())
        return;
    base::append(out, before);
    appendJsonString(out, value);
}

void appendJsonMember(std::string &out, std::string_view before, std::uint64_t value)
{
    base::append(out, before);
    base::append(out, value);
}

void appendJsonPair(std::string &out, std::string_view line)
{
    const std::size_t colon = std::min(line.find(": "), line.size());
    out += '[';
    appendJsonString(out, line.substr(0, colon));
    out += ',';
    appendJsonString(out, line.substr(std::min(colon + 2, line.size())));
    out += ']';
}

void appendJsonFields(std::string &out, std::string_view lines)
{
    std::string_view separator = ",\"fields\":[";
    const std::string_view end = lines.empty() ? "" : "]";
    while (!lines.empty()) {
        const std::size_t length = std::min(lines.find('\n'), lines.size());
        out += std::exchange(separator, ",");
        appendJsonPair(out, lines.substr(0, length));
        lines.remove_prefix(std::min(length + 1, lines.size()));
    }
    out += end;
}

/// Of the request.
void appendJsonBody(std::string &out, const RecordedBody &body)
{
    appendJsonMember(out, ",\"bodyBytes\":", body.length());
    const std::string_view bytes = body.bytes();
    if (const std::optional<std::string_view> text = body.text()) {
        appendJsonMember(out, ",\"body\":", *text);
    } else {
        const auto coded
            = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64();
        appendJsonMember(
            out, ",\"body\":", std::string_view(coded.data(), static_cast<std::size_t>(coded.size())));
        appendJsonMember(out, ",\"bodyEncoding\":", "base64");
    }
    out += body.isCut() ? ",\"bodyCut\":true" : "";
}

void appendPlainText(std::string &out, std::string_view text)
{
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (isControl(byte) || byte >= 0x80)
            appendFormatted(out, "\\x%02x", byte);
        else
            out += character;
    }
}

/// A number of `digits` digits, and what follows it.
void putDigits(char *&to, unsigned value, int digits, char behind)
{
    for (char *place = to + digits; place != to; value /= 10)
        *--place = static_cast<char>('0' + value % 10);
    to += digits;
    *to++ = behind;
}

/// "2026-11-03T12:00:00.123Z"
void appendTime(std::string &out, std::chrono::sys_time<std::chrono::milliseconds> time)
{
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::array<char, 24> text;
    char *to = text.data();
    putDigits(to, static_cast<unsigned>(static_cast<int>(date.year())), 4, '-');
    putDigits(to, static_cast<unsigned>(date.month()), 2, '-');
    putDigits(to, static_cast<unsigned>(date.day()), 2, 'T');
    putDigits(to, static_cast<unsigned>(clock.hours().count()), 2, ':');
    putDigits(to, static_cast<unsigned>(clock.minutes().count()), 2, ':');
    putDigits(to, static_cast<unsigned>(clock.seconds().count()), 2, '.');
    putDigits(to, static_cast<unsigned>(clock.subseconds().count()), 3, 'Z');
    base::append(out, std::string_view(text.data(), text.size()));
}

} // namespace

void AccessRecord::describe(const http::RequestHead &head)
{
    method = head.methodToken;
    target = withoutUserInfo(head.target);
    host = head.host;
    userAgent = head.find("user-agent").value_or(std::string_view());
    referer = withoutUserInfo(head.find("referer").value_or(std::string_view()));
    for (const http::FieldLine &line : head.fields()) {
        if (!isAmong(describedFields, line.name))
            appendFieldLine(line, fieldLines);
    }
}

void AccessRecord::describeAnswer(std::string_view written)
{
    const std::size_t end = answerHead.empty() ? written.find("\r\n\r\n") : std::string_view::npos;
    if (end == std::string_view::npos)
        return;
    written = written.substr(0, end);
    while (!written.empty()) {
        const std::string_view line = written.substr(0, written.find("\r\n"));
        const std::string_view name = line.substr(0, line.find(':'));
        answerHead += isAmong(credentialFields, name) ? std::string(name) + ": redacted" : std::string(line);
        written.remove_prefix(std::min(line.size() + 2, written.size()));
        answerHead += written.empty() ? "" : "\r\n";
    }
}

std::size_t AccessRecord::memoryBytes() const
{
    std::size_t size = sizeof(AccessRecord);
    for (const std::string *text :
        {&client, &method, &target, &host, &userAgent, &referer, &fieldLines, &answerHead})
        size += text->capacity();
    return size + (body ? body->memoryBytes() : 0);
}

void appendJsonLine(const AccessRecord &record, std::string &out)
{
    base::append(out, "{\"time\":\"");
    appendTime(out, record.time);
    base::append(out, "\"");
    appendJsonMember(out, ",\"client\":", record.client);
    appendJsonMember(out, ",\"scheme\":", record.scheme);
    appendJsonMember(out, ",\"method\":", record.method);
    appendJsonMember(out, ",\"target\":", record.target);
    appendJsonMember(out, ",\"status\":", static_cast<std::uint64_t>(record.status));
    appendJsonMember(out, ",\"bytes\":", record.bytes);
    appendJsonMember(out, ",\"durationMicroseconds\":", static_cast<std::uint64_t>(record.duration.count()));
    appendJsonMember(out, ",\"host\":", record.host);
    appendJsonMember(out, ",\"userAgent\":", record.userAgent);
    appendJsonMember(out, ",\"referer\":", record.referer);
    appendJsonFields(out, record.fieldLines);
    if (record.body)
        appendJsonBody(out, *record.body);
    appendJsonMember(out, ",\"coding\":", record.coding);
    if (!record.complete)
        out += ",\"complete\":false";
    out += "}\n";
}

void appendPlainLine(const AccessRecord &record, std::string &out)
{
    appendTime(out, record.time);
    out += ' ';
    out += record.client;
    out += ' ';
    appendPlainText(out, record.method.empty() ? std::string_view("-") : std::string_view(record.method));
    out += ' ';
    appendPlainText(out, record.target.empty() ? std::string_view("-") : std::string_view(record.target));
    appendFormatted(out, " %d %llu B %.3f ms", record.status, static_cast<unsigned long long>(record.bytes),
        static_cast<double>(record.duration.count()) / 1000.0);
    out += record.complete ? "\n" : " cut off\n";
}

} // namespace servelab::server
