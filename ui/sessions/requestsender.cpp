// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/requestsender.h"

#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>

#include <algorithm>

namespace servelab::ui {

namespace {

bool hasField(const RequestToSend &request, QByteArrayView name)
{
    return std::ranges::any_of(request.fields,
        [name](const auto &field) { return name.compare(field.first, Qt::CaseInsensitive) == 0; });
}

QNetworkRequest toNetworkRequest(const RequestToSend &request)
{
    QNetworkRequest made(request.url);
    made.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    made.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    made.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    made.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    made.setTransferTimeout(std::chrono::milliseconds(RequestSender::patience).count());
    if (!hasField(request, "accept-encoding"))
        made.setRawHeader("Accept-Encoding", "identity"); // else Qt asks for gzip and unpacks it
    for (const auto &[name, value] : request.fields)
        made.setRawHeader(name, value);
    return made;
}

} // namespace

RequestSender::RequestSender(QObject *parent)
    : QObject(parent)
    , m_network(new QNetworkAccessManager(this))
{
    m_network->setProxy(QNetworkProxy::NoProxy);
}

RequestSender::~RequestSender()
{
    if (m_reply)
        m_reply->disconnect(this);
}

void RequestSender::send(const RequestToSend &request)
{
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
        m_reply->deleteLater();
    }
    m_answer = {};
    m_part.start();
    const QNetworkRequest made = toNetworkRequest(request);
    // A custom HEAD would wait for the body that its fields speak of.
    m_reply = request.method == "HEAD" ? m_network->head(made)
                                       : m_network->sendCustomRequest(made, request.method, request.body);
    watch(m_reply);
}

void RequestSender::watch(QNetworkReply *reply)
{
    connect(reply, &QNetworkReply::requestSent, this, [this] { m_answer.connecting = passed(); });
    connect(reply, &QNetworkReply::metaDataChanged, this, [this] { m_answer.waiting = passed(); });
    connect(reply, &QNetworkReply::readyRead, this, [this, reply] {
        m_answer.bodyBytes += reply->skip(reply->bytesAvailable());
        if (m_answer.bodyBytes > mostBodyBytes)
            reply->abort();
    });
    connect(reply, &QNetworkReply::finished, this, [this, reply] { finish(reply); });
}

void RequestSender::finish(QNetworkReply *reply)
{
    reply->deleteLater();
    m_answer.receiving = passed();
    m_answer.bodyBytes += reply->skip(reply->bytesAvailable());
    m_answer.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (m_answer.status == 0) {
        Q_EMIT failed({tr("No answer came from %1: %2.")
                           .arg(reply->url().toString(QUrl::RemovePath), reply->errorString()),
            tr("Check that the site is running."), {}});
        return;
    }
    m_answer.reason = reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toByteArray();
    for (const auto &[name, value] : reply->rawHeaderPairs())
        m_answer.fields.append({name, value});
    Q_EMIT answered(m_answer);
}

std::chrono::microseconds RequestSender::passed()
{
    const auto time = std::chrono::microseconds(m_part.nsecsElapsed() / 1000);
    m_part.restart();
    return time;
}

} // namespace servelab::ui
