// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestfile.h"

#include "core/load/loadtarget.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

// HTTP Archive 1.2, as far as requests go: log.entries[].request has method, url, headers and postData.
namespace servelab::load {

namespace {

QString originOf(const QUrl &url)
{
    return QStringLiteral("%1://%2:%3").arg(url.scheme(), url.host()).arg(portOf(url));
}

/// Whether a recorded field says something of the connection or the framing instead of the request.
bool belongsToConnection(const QByteArray &name)
{
    static const QSet<QByteArray> names{"host", "connection", "content-length", "transfer-encoding",
        "keep-alive", "proxy-connection", "upgrade", "http2-settings", "te"};
    return name.startsWith(':') || names.contains(name.toLower());
}

QList<RequestField> fieldsOf(const QJsonArray &headers)
{
    QList<RequestField> fields;
    for (const QJsonValue &entry : headers) {
        const QJsonObject header = entry.toObject();
        const QByteArray name = header.value(QStringLiteral("name")).toString().toUtf8();
        if (!name.isEmpty() && !belongsToConnection(name))
            fields.append({name, header.value(QStringLiteral("value")).toString().toUtf8()});
    }
    return fields;
}

/// Text as it was sent; where a form was recorded by its parts alone, they are put together again.
QByteArray bodyOf(const QJsonObject &postData)
{
    const QString text = postData.value(QStringLiteral("text")).toString();
    if (!text.isEmpty())
        return text.toUtf8();
    QByteArrayList parts;
    for (const QJsonValue &entry : postData.value(QStringLiteral("params")).toArray()) {
        const QJsonObject param = entry.toObject();
        const auto coded
            = [&param](const QString &key) { return QUrl::toPercentEncoding(param.value(key).toString()); };
        parts << coded(QStringLiteral("name")) + '=' + coded(QStringLiteral("value"));
    }
    return parts.join('&');
}

PlannedRequest requestOf(const QJsonObject &recorded, const QUrl &url)
{
    PlannedRequest request;
    request.method = recorded.value(QStringLiteral("method")).toString(QStringLiteral("GET")).toUtf8();
    const QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    request.target = path.isEmpty() ? QByteArray("/") : path;
    // Two queries of one page are the same request to whoever reads the report.
    request.name = QString::fromLatin1(request.method + ' ' + request.target);
    if (url.hasQuery())
        request.target += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    request.fields = fieldsOf(recorded.value(QStringLiteral("headers")).toArray());
    request.body = bodyOf(recorded.value(QStringLiteral("postData")).toObject());
    return request;
}

base::Error nothingFor(const QUrl &target, const QSet<QString> &origins)
{
    if (origins.isEmpty())
        return {QStringLiteral("There is no request in it."), QStringLiteral("Record the page again."), {}};
    QStringList names(origins.begin(), origins.end());
    names.sort();
    constexpr qsizetype shown = 5;
    return {QStringLiteral("None of its requests is for %1; they are for %2.")
                .arg(originOf(target), names.first(std::min(shown, names.size())).join(QStringLiteral(", "))),
        QStringLiteral("Name one of these as the target, or send all of them to it."), {}};
}

} // namespace

base::Expected<QList<PlannedRequest>> requestsFromHar(
    const QByteArray &text, const QUrl &target, HarOrigins origins)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    const QJsonValue entries
        = document.object().value(QStringLiteral("log")).toObject().value(QStringLiteral("entries"));
    if (!entries.isArray())
        return base::fail(
            QStringLiteral("It is not an HTTP archive (%1).")
                .arg(document.isNull() ? error.errorString() : QStringLiteral("no log.entries")),
            QStringLiteral("Save one from the network page of a browser's developer tools."));
    QList<PlannedRequest> requests;
    QSet<QString> seen;
    for (const QJsonValue &entry : entries.toArray()) {
        const QJsonObject recorded = entry.toObject().value(QStringLiteral("request")).toObject();
        const QUrl url(recorded.value(QStringLiteral("url")).toString());
        if (!url.scheme().startsWith(QStringLiteral("http"))) // data: and the like never went anywhere
            continue;
        seen.insert(originOf(url));
        if (origins == HarOrigins::All || originOf(url) == originOf(target))
            requests.append(requestOf(recorded, url));
    }
    if (requests.isEmpty())
        return std::unexpected(nothingFor(target, seen));
    return requests;
}

} // namespace servelab::load
