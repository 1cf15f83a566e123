// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requesttext.h"

#include "core/http/status.h"
#include "servelab/version.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QUrlQuery>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Field = std::pair<QByteArray, QByteArray>;
using Fields = QList<Field>;

constexpr QByteArrayView redacted("redacted");
constexpr qsizetype unknown = -1;

QByteArray bytesOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

Fields linesToFields(const QByteArray &lines)
{
    Fields fields;
    for (const QByteArray &line : lines.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0)
            fields.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    }
    return fields;
}

/// Those that a record has members for come first, as browsers send them.
Fields requestFields(const server::AccessRecord &record)
{
    Fields fields;
    const auto add = [&fields](const char *name, const std::string &value) {
        if (!value.empty())
            fields.append({name, bytesOf(value)});
    };
    add("host", record.host);
    add("user-agent", record.userAgent);
    add("referer", record.referer);
    return fields + linesToFields(bytesOf(record.fieldLines));
}

Fields answerFields(const server::AccessRecord &record)
{
    const QByteArray head = bytesOf(record.answerHead);
    return linesToFields(head.sliced(std::min(head.indexOf('\n') + 1, head.size())));
}

QString quoted(QString text)
{
    return u"'"_s + text.replace(u'\'', u"'\\''"_s) + u"'"_s;
}

QString urlOf(const server::AccessRecord &record, const QString &origin)
{
    const QString target = textOf(record.target);
    return target.startsWith(u'/') ? origin + target : target;
}

/// By the host name that was asked for.
QString originOf(const server::AccessRecord &record, const QString &origin)
{
    const QString scheme = origin.section(u"://"_s, 0, 0);
    return record.host.empty() ? origin : scheme + u"://"_s + textOf(record.host);
}

/// The address, and what keeps curl from tidying it.
QStringList curlTarget(const server::AccessRecord &record, const QString &origin)
{
    const QString target = textOf(record.target);
    if (target == u"*"_s)
        return {u"--request-target"_s, quoted(target), quoted(origin)};
    if (target.contains(u"/."_s))
        return {u"--path-as-is"_s, quoted(urlOf(record, origin))};
    return {quoted(urlOf(record, origin))};
}

QJsonArray toHarFields(const Fields &fields)
{
    QJsonArray array;
    for (const auto &[name, value] : fields)
        array.append(
            QJsonObject{{u"name"_s, QString::fromLatin1(name)}, {u"value"_s, QString::fromUtf8(value)}});
    return array;
}

QJsonArray toHarQuery(const QString &url)
{
    QJsonArray array;
    for (const auto &[name, value] :
        QUrlQuery(QUrl(url).query(QUrl::FullyEncoded)).queryItems(QUrl::FullyDecoded))
        array.append(QJsonObject{{u"name"_s, name}, {u"value"_s, value}});
    return array;
}

QByteArray valueOf(const Fields &fields, QByteArrayView name)
{
    for (const auto &[field, value] : fields) {
        if (name.compare(field, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

/// Of what was sent, the part behind the head.
qint64 bodyBytes(const server::AccessRecord &record)
{
    const auto head = static_cast<qint64>(record.answerHead.size()) + 4; // both line ends
    const auto all = static_cast<qint64>(record.bytes);
    return record.answerHead.empty() ? unknown : std::max<qint64>(all - head, 0);
}

/// Empty where it is not text: the format has no other form for what was sent.
QJsonObject harPostData(const server::AccessRecord &record)
{
    const auto text = record.body->text();
    QJsonObject data{{u"mimeType"_s, QString::fromUtf8(valueOf(requestFields(record), "content-type"))},
        {u"params"_s, QJsonArray()}, {u"text"_s, textOf(text.value_or(std::string_view()))}};
    if (!text)
        data.insert(u"comment"_s, u"The body is not text and was left out."_s);
    else if (record.body->isCut())
        data.insert(u"comment"_s, u"The beginning of the body; the rest was not recorded."_s);
    return data;
}

QJsonObject harRequest(const server::AccessRecord &record, const QString &origin)
{
    const QString url = urlOf(record, originOf(record, origin));
    QJsonObject request{{u"method"_s, textOf(record.method)}, {u"url"_s, url},
        {u"httpVersion"_s, u"HTTP/1.1"_s}, {u"cookies"_s, QJsonArray()},
        {u"headers"_s, toHarFields(requestFields(record))}, {u"queryString"_s, toHarQuery(url)},
        {u"headersSize"_s, unknown}, {u"bodySize"_s, unknown}};
    if (record.body) {
        request.insert(u"bodySize"_s, static_cast<qint64>(record.body->length()));
        request.insert(u"postData"_s, harPostData(record));
    }
    return request;
}

/// The body as curl is given it; empty: it is not all there, or no text.
std::optional<QString> bodyForCurl(const server::AccessRecord &record)
{
    if (!record.body || record.body->isCut())
        return {};
    const auto text = record.body->text();
    const bool isSafe = text && !text->contains('\0') && !text->starts_with('@'); // '@' would name a file
    return isSafe ? std::optional(textOf(*text)) : std::nullopt;
}

QJsonObject harResponse(const server::AccessRecord &record)
{
    const Fields fields = answerFields(record);
    const qint64 body = bodyBytes(record);
    const auto size = record.bytesBeforeCoding ? static_cast<qint64>(*record.bytesBeforeCoding)
                                               : std::max<qint64>(body, 0);
    QJsonObject content{
        {u"size"_s, size}, {u"mimeType"_s, QString::fromLatin1(valueOf(fields, "content-type"))}};
    if (record.bytesBeforeCoding && body >= 0)
        content.insert(u"compression"_s, size - body);
    return {{u"status"_s, record.status}, {u"statusText"_s, textOf(http::reasonPhrase(record.status))},
        {u"httpVersion"_s, u"HTTP/1.1"_s}, {u"cookies"_s, QJsonArray()}, {u"headers"_s, toHarFields(fields)},
        {u"content"_s, content}, {u"redirectURL"_s, QString::fromUtf8(valueOf(fields, "location"))},
        {u"headersSize"_s,
            record.answerHead.empty() ? unknown : static_cast<qsizetype>(record.answerHead.size()) + 4},
        {u"bodySize"_s, body}};
}

QJsonObject harEntry(const server::AccessRecord &record, const QString &origin)
{
    const auto milliseconds
        = [](std::chrono::microseconds time) { return static_cast<double>(time.count()) / 1000; };
    const QDateTime began = QDateTime::fromMSecsSinceEpoch(record.time.time_since_epoch().count(), Qt::UTC);
    return {{u"startedDateTime"_s, began.toString(Qt::ISODateWithMs)},
        {u"time"_s, milliseconds(record.duration)}, {u"request"_s, harRequest(record, origin)},
        {u"response"_s, harResponse(record)}, {u"cache"_s, QJsonObject()},
        {u"timings"_s,
            QJsonObject{{u"send"_s, 0}, {u"wait"_s, milliseconds(record.untilAnswer)},
                {u"receive"_s, milliseconds(record.duration - record.untilAnswer)}}}};
}

} // namespace

QString requestHeadText(const server::AccessRecord &record)
{
    if (record.method.empty())
        return {};
    QString text = u"%1 %2 HTTP/1.1\n"_s.arg(textOf(record.method), textOf(record.target));
    for (const auto &[name, value] : requestFields(record))
        text += u"%1: %2\n"_s.arg(QString::fromLatin1(name), QString::fromUtf8(value));
    return text;
}

QString requestBodyText(const server::AccessRecord &record)
{
    if (!record.body)
        return {};
    const QString length = QLocale().toString(static_cast<qulonglong>(record.body->length()));
    const auto text = record.body->text();
    if (!text)
        return QCoreApplication::translate("RequestText", "(%1 bytes that are not text)").arg(length);
    if (!record.body->isCut())
        return textOf(*text);
    return textOf(*text)
        + QCoreApplication::translate("RequestText", "\n(cut: of %1 bytes, the rest was not recorded)")
              .arg(length);
}

QString answerHeadText(const server::AccessRecord &record)
{
    return textOf(record.answerHead).replace(u"\r\n"_s, u"\n"_s);
}

QList<std::pair<QByteArray, QByteArray>> fieldsToSend(const server::AccessRecord &record)
{
    static const QList<QByteArray> ofThisMessage{
        "connection", "content-length", "expect", "keep-alive", "te", "transfer-encoding", "upgrade"};
    Fields fields = requestFields(record);
    fields.removeIf(
        [](const Field &field) { return field.second == redacted || ofThisMessage.contains(field.first); });
    return fields;
}

bool hadBody(const server::AccessRecord &record)
{
    const Fields fields = requestFields(record);
    return valueOf(fields, "content-length").toLongLong() > 0
        || !valueOf(fields, "transfer-encoding").isEmpty();
}

std::optional<QByteArray> bodyToSend(const server::AccessRecord &record)
{
    if (!hadBody(record))
        return QByteArray();
    if (!record.body || record.body->isCut())
        return {};
    const std::string_view bytes = record.body->bytes();
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString toCurl(const server::AccessRecord &record, const QString &origin)
{
    QStringList words{u"curl"_s};
    if (record.method == "HEAD")
        words.append(u"--head"_s);
    else if (record.method != "GET")
        words.append({u"--request"_s, quoted(textOf(record.method))});
    for (const auto &[name, value] : fieldsToSend(record)) {
        words.append(
            {u"--header"_s, quoted(u"%1: %2"_s.arg(QString::fromLatin1(name), QString::fromUtf8(value)))});
    }
    if (!record.coding.empty())
        words.append(u"--compressed"_s);
    const std::optional<QString> body = bodyForCurl(record);
    if (body)
        words.append({u"--data-binary"_s, quoted(*body)});
    words.append(curlTarget(record, origin));
    QStringList missing;
    if (hadBody(record) && !body)
        missing.append(QCoreApplication::translate("RequestText", "the body"));
    for (const auto &[name, value] : requestFields(record)) {
        if (value == redacted)
            missing.append(QString::fromLatin1(name));
    }
    if (!missing.isEmpty())
        words.append(QCoreApplication::translate("RequestText", "# without %1").arg(missing.join(u", "_s)));
    return words.join(u' ');
}

QByteArray toHar(const std::deque<RequestEntry> &entries, const QString &origin)
{
    QJsonArray array;
    for (const RequestEntry &entry : entries)
        array.append(harEntry(entry.record(), origin));
    const QJsonObject creator{{u"name"_s, u"Servelab"_s}, {u"version"_s, QStringLiteral(SERVELAB_VERSION)}};
    const QJsonObject log{{u"version"_s, u"1.2"_s}, {u"creator"_s, creator}, {u"entries"_s, array}};
    return QJsonDocument(QJsonObject{{u"log"_s, log}}).toJson();
}

QByteArray toNdjson(const std::deque<RequestEntry> &entries)
{
    std::string lines;
    for (const RequestEntry &entry : entries)
        server::appendJsonLine(entry.record(), lines);
    return QByteArray::fromStdString(lines);
}

} // namespace servelab::ui
