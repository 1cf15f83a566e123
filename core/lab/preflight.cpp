// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/preflight.h"

#include "core/lab/contentdecoder.h"

#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

QByteArray fieldValue(
    const QList<load::RequestField> &fields, const QByteArray &name, const QByteArray &otherwise)
{
    for (const load::RequestField &field : fields) {
        if (field.name.compare(name, Qt::CaseInsensitive) == 0)
            return field.value;
    }
    return otherwise;
}

/// Accept-Encoding is always set by hand: else the answer would be decoded on its way.
QNetworkRequest requestFor(const load::LoadPlan &plan, const QByteArray &acceptEncoding)
{
    QNetworkRequest request(plan.url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    for (const load::RequestField &field : plan.fields)
        request.setRawHeader(field.name, field.value);
    request.setRawHeader("Accept-Encoding", acceptEncoding);
    return request;
}

/// Errors from 201 on are answers with a status of 400 and more, which may be the right ones.
bool isAnswered(const QNetworkReply &reply)
{
    return reply.error() == QNetworkReply::NoError || reply.error() > QNetworkReply::UnknownProxyError;
}

bool isRight(int status, const load::Expectation &expectation)
{
    return expectation.status ? status == *expectation.status : status >= 200 && status < 400;
}

} // namespace

Preflight::Preflight(load::LoadPlan plan, std::chrono::milliseconds limit, QObject *parent)
    : QObject(parent)
    , m_plan(std::move(plan))
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_network.setAutoDeleteReplies(true);
    m_guard.setSingleShot(true);
    m_guard.setInterval(limit);
}

void Preflight::start()
{
    ask(fieldValue(m_plan.fields, "Accept-Encoding", "identity"), &Preflight::checkAnswer);
}

void Preflight::ask(const QByteArray &acceptEncoding, void (Preflight::*handle)(const Answer &))
{
    const QNetworkRequest request = requestFor(m_plan, acceptEncoding);
    QNetworkReply *reply = hasBody() ? m_network.sendCustomRequest(request, m_plan.method, m_plan.body)
                                     : m_network.head(request);
    m_guard.disconnect();
    connect(&m_guard, &QTimer::timeout, reply, &QNetworkReply::abort);
    connect(reply, &QNetworkReply::finished, this, [this, reply, handle] {
        const bool late = !m_guard.isActive();
        m_guard.stop();
        if (late)
            fail(u"no whole answer came in %1 seconds"_s.arg(m_guard.interval() / 1000));
        else if (const auto answer = answerOf(*reply))
            (this->*handle)(*answer);
        else
            fail(answer.error().message);
    });
    m_guard.start();
}

base::Expected<Preflight::Answer> Preflight::answerOf(QNetworkReply &reply) const
{
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (!isAnswered(reply) || status == 0)
        return base::fail(u"no whole answer came (%1)"_s.arg(reply.errorString()));
    QByteArray coding = reply.rawHeader("Content-Encoding").trimmed().toLower();
    if (coding == "identity")
        coding.clear();
    return Answer{status, coding, reply.readAll()};
}

void Preflight::checkAnswer(const Answer &answer)
{
    m_answer = answer;
    const load::Expectation &expected = m_plan.expectation;
    if (!isRight(answer.status, expected)) {
        const QString wanted = expected.status ? QString::number(*expected.status) : u"2xx or 3xx"_s;
        fail(u"the status is %1 instead of %2"_s.arg(answer.status).arg(wanted));
    } else if (hasBody() && expected.bodyBytes && answer.body.size() != *expected.bodyBytes) {
        fail(u"the body has %1 bytes instead of %2"_s.arg(answer.body.size()).arg(*expected.bodyBytes));
    } else if (hasBody() && answer.status == 200 && !answer.coding.isEmpty()) {
        ask("identity", &Preflight::compareWithPlain);
    } else {
        pass();
    }
}

void Preflight::compareWithPlain(const Answer &plain)
{
    const auto decoded = decodeContent(m_answer.body, m_answer.coding, plain.body.size());
    if (!plain.coding.isEmpty())
        fail(u"it is coded (%1) even where only \"identity\" is accepted"_s.arg(
            QString::fromLatin1(plain.coding)));
    else if (!decoded)
        fail(decoded.error().message);
    else if (*decoded != plain.body)
        fail(u"decoded from %1 it has other bytes than the plain answer (%2 and %3 bytes)"_s
                .arg(QString::fromLatin1(m_answer.coding))
                .arg(decoded->size())
                .arg(plain.body.size()));
    else
        pass();
}

void Preflight::pass()
{
    load::Expectation expectation = m_plan.expectation;
    expectation.status = m_answer.status;
    if (hasBody())
        expectation.bodyBytes = m_answer.body.size();
    Q_EMIT passed(expectation);
}

void Preflight::fail(const QString &message)
{
    Q_EMIT failed(base::Error{u"The answer to %1 %2 is wrong: %3."_s.arg(
                                  QString::fromUtf8(m_plan.method), m_plan.url.path(), message),
        u"Ask for the address with \"curl -v\" while the site is served, to see the answer."_s, {}});
}

} // namespace servelab::lab
