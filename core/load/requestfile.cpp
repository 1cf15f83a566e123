// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestfile.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>

namespace servelab::load {

namespace {

using Requests = QList<PlannedRequest>;

const QStringList &knownKeys()
{
    static const QStringList keys{QStringLiteral("name"), QStringLiteral("method"), QStringLiteral("path"),
        QStringLiteral("headers"), QStringLiteral("body"), QStringLiteral("bodyFile"),
        QStringLiteral("weight"), QStringLiteral("expect")};
    return keys;
}

const QStringList &knownExpectations()
{
    static const QStringList keys{
        QStringLiteral("status"), QStringLiteral("bytes"), QStringLiteral("sha256")};
    return keys;
}

/// Reads one request's object and keeps the first fault.
class RequestReader
{
public:
    RequestReader(const QJsonObject &object, const QString &folder)
        : m_object(object)
        , m_folder(folder)
    {
    }

    base::Expected<PlannedRequest> read()
    {
        refuseUnknown(m_object, knownKeys());
        m_request.name = text(QStringLiteral("name"));
        m_request.method = text(QStringLiteral("method"), QStringLiteral("GET")).toUtf8();
        m_request.target = text(QStringLiteral("path")).toUtf8();
        if (!m_object.contains(QStringLiteral("path")))
            refuse(QStringLiteral("It has no \"path\"."));
        readHeaders(m_object.value(QStringLiteral("headers")));
        readBody();
        m_request.weight = static_cast<int>(
            number(m_object, QStringLiteral("weight"), 1, std::numeric_limits<int>::max()).value_or(1));
        readExpectation();
        if (m_fault)
            return std::unexpected(*m_fault);
        return std::move(m_request);
    }

private:
    void refuse(QString message, QString remedy = {})
    {
        if (!m_fault)
            m_fault = base::Error{std::move(message), std::move(remedy), {}};
    }

    void refuseUnknown(const QJsonObject &object, const QStringList &known)
    {
        for (const QString &key : object.keys()) {
            if (!known.contains(key))
                refuse(QStringLiteral("\"%1\" is not known.").arg(key),
                    QStringLiteral("Known are %1.").arg(known.join(QStringLiteral(", "))));
        }
    }

    QString text(const QString &key, const QString &otherwise = {})
    {
        const QJsonValue value = m_object.value(key);
        if (!value.isUndefined() && !value.isString())
            refuse(QStringLiteral("Its \"%1\" is not text.").arg(key));
        return value.toString(otherwise);
    }

    std::optional<qint64> number(const QJsonObject &object, const QString &key, qint64 lowest, qint64 highest)
    {
        if (!object.contains(key))
            return std::nullopt;
        const qint64 value = object.value(key).toInteger(-1);
        if (value < lowest || value > highest)
            refuse(QStringLiteral("Its \"%1\" is not a whole number from %2.").arg(key).arg(lowest));
        return value;
    }

    void readHeaders(const QJsonValue &headers)
    {
        const QJsonObject object = headers.toObject();
        for (auto field = object.begin(); field != object.end(); ++field)
            addHeader(field.key(), field.value());
        for (const QJsonValue &pair : headers.toArray())
            addHeader(pair.toArray().at(0).toString(), pair.toArray().at(1));
        if (!headers.isUndefined() && !headers.isObject() && !headers.isArray())
            refuse(QStringLiteral("Its \"headers\" are not an object of names and values."));
    }

    void addHeader(const QString &name, const QJsonValue &value)
    {
        if (name.isEmpty() || !value.isString())
            return refuse(QStringLiteral("A header is not a name and a text."));
        m_request.fields.append({name.toUtf8(), value.toString().toUtf8()});
    }

    void readBody()
    {
        const QString path = text(QStringLiteral("bodyFile"));
        m_request.body = text(QStringLiteral("body")).toUtf8();
        if (path.isEmpty())
            return;
        if (!m_request.body.isEmpty())
            return refuse(QStringLiteral("It has both a \"body\" and a \"bodyFile\"."));
        QFile file(QDir(m_folder).absoluteFilePath(path));
        if (!file.open(QIODevice::ReadOnly))
            return refuse(QStringLiteral("%1 cannot be read (%2).").arg(file.fileName(), file.errorString()));
        m_request.body = file.readAll();
    }

    void readExpectation()
    {
        const QJsonValue value = m_object.value(QStringLiteral("expect"));
        if (!value.isUndefined() && !value.isObject())
            refuse(QStringLiteral("Its \"expect\" is not an object."));
        const QJsonObject expect = value.toObject();
        refuseUnknown(expect, knownExpectations());
        if (const auto status = number(expect, QStringLiteral("status"), 200, 599))
            m_request.expectation.status = static_cast<int>(*status);
        m_request.expectation.bodyBytes
            = number(expect, QStringLiteral("bytes"), 0, std::numeric_limits<qint64>::max());
        if (!expect.contains(QStringLiteral("sha256")))
            return;
        if (auto digest = sha256FromHex(expect.value(QStringLiteral("sha256")).toString()))
            m_request.expectation.bodySha256 = *std::move(digest);
        else
            refuse(digest.error().message, digest.error().remedy);
    }

    const QJsonObject &m_object;
    const QString &m_folder;
    PlannedRequest m_request;
    std::optional<base::Error> m_fault;
};

/// `place` is where the object stands, for errors.
base::Expected<void> append(
    Requests &requests, const QJsonObject &object, const QString &folder, const QString &place)
{
    auto request = RequestReader(object, folder).read();
    if (!request)
        return base::fail(
            QStringLiteral("%1: %2").arg(place, request.error().message), request.error().remedy);
    requests.append(*std::move(request));
    return {};
}

base::Expected<Requests> fromArray(const QByteArray &text, const QString &folder)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (!document.isArray())
        return base::fail(QStringLiteral("It is not a JSON array (%1, at byte %2).")
                .arg(error.errorString())
                .arg(error.offset));
    Requests requests;
    const QJsonArray entries = document.array();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (const auto added
            = append(requests, entries[i].toObject(), folder, QStringLiteral("Request %1").arg(i + 1));
            !added)
            return std::unexpected(added.error());
    }
    return requests;
}

base::Expected<Requests> fromLines(const QByteArray &text, const QString &folder)
{
    Requests requests;
    int number = 0;
    for (const QByteArray &whole : text.split('\n')) {
        ++number;
        const QByteArray line = whole.trimmed();
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        const QString place = QStringLiteral("Line %1").arg(number);
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(line, &error);
        if (!document.isObject())
            return base::fail(
                QStringLiteral("%1: this is not a JSON object (%2).").arg(place, error.errorString()));
        if (const auto added = append(requests, document.object(), folder, place); !added)
            return std::unexpected(added.error());
    }
    return requests;
}

} // namespace

base::Expected<QByteArray> sha256FromHex(const QString &digits)
{
    constexpr qsizetype length = 64;
    const QByteArray text = digits.toLatin1();
    const auto isHex
        = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
    if (text.size() != length || !std::ranges::all_of(text, isHex))
        return base::fail(QStringLiteral("\"%1\" is not a SHA-256.").arg(digits),
            QStringLiteral("Give the 64 hexadecimal digits that sha256sum prints."));
    return QByteArray::fromHex(text);
}

base::Expected<Requests> requestsFromJson(const QByteArray &text, const QString &folder)
{
    auto requests = text.trimmed().startsWith('[') ? fromArray(text, folder) : fromLines(text, folder);
    if (requests && requests->isEmpty())
        return base::fail(QStringLiteral("There is no request in it."),
            QStringLiteral("Write a JSON object a line, such as {\"path\": \"/\"}."));
    return requests;
}

} // namespace servelab::load
