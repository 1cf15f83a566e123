// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/preflight.h"

#include "core/lab/contentdecoder.h"

#include <QCryptographicHash>
#include <QFile>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslConfiguration>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

/// Comparing every body of many MiB would make the load generator the limit.
constexpr qsizetype largestCompared = 256 * 1024;

QByteArray fieldValue(
    const QList<load::RequestField> &fields, const QByteArray &name, const QByteArray &otherwise)
{
    for (const load::RequestField &field : fields) {
        if (field.name.compare(name, Qt::CaseInsensitive) == 0)
            return field.value;
    }
    return otherwise;
}

QSslConfiguration tlsFor(const load::TlsTrust &trust)
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    if (!trust.verifies)
        tls.setPeerVerifyMode(QSslSocket::VerifyNone);
    if (!trust.authorities.isEmpty())
        tls.setCaCertificates(QSslCertificate::fromPath(trust.authorities));
    return tls;
}

/// Accept-Encoding is always set by hand: else the answer would be decoded on its way.
QNetworkRequest requestFor(const load::LoadPlan &plan, const QByteArray &acceptEncoding)
{
    QNetworkRequest request(plan.url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    if (plan.url.scheme() == "https"_L1)
        request.setSslConfiguration(tlsFor(plan.trust));
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

base::Expected<QByteArray> readPart(const QString &path, const Proof &proof)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(proof.offset))
        return base::fail(u"%1, which proves it, cannot be read (%2)"_s.arg(path, file.errorString()));
    QByteArray part = file.read(proof.bytes.value_or(file.size() - proof.offset));
    if (proof.isInverted)
        std::ranges::transform(part, part.begin(), [](char byte) { return static_cast<char>(~byte); });
    return part;
}

bool isRight(int status, const load::Expectation &expectation)
{
    return expectation.status ? status == *expectation.status : status >= 200 && status < 400;
}

} // namespace

Preflight::Preflight(
    load::LoadPlan plan, Proof proof, QString root, std::chrono::milliseconds limit, QObject *parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_proof(std::move(proof))
    , m_root(std::move(root))
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
    QList<load::RequestField> fields;
    for (const auto &[name, value] : reply.rawHeaderPairs())
        fields.append({name, value});
    return Answer{status, coding, reply.readAll(), fields};
}

QString Preflight::whatIsWrong(const Answer &answer) const
{
    const load::Expectation &expected = m_plan.expectation;
    if (!isRight(answer.status, expected)) {
        const QString wanted = expected.status ? QString::number(*expected.status) : u"2xx or 3xx"_s;
        return u"the status is %1 instead of %2"_s.arg(answer.status).arg(wanted);
    }
    if (hasBody() && expected.bodyBytes && answer.body.size() != *expected.bodyBytes)
        return u"the body has %1 bytes instead of %2"_s.arg(answer.body.size()).arg(*expected.bodyBytes);
    const QString wrong = whatIsWrongInFields(answer);
    return wrong.isEmpty() ? whatIsWrongInBody(answer) : wrong;
}

QString Preflight::whatIsWrongInFields(const Answer &answer) const
{
    for (const load::RequestField &wanted : m_proof.fields) {
        const auto found = std::ranges::find_if(answer.fields, [&wanted](const load::RequestField &field) {
            return field.name.compare(wanted.name, Qt::CaseInsensitive) == 0;
        });
        const QString name = QString::fromLatin1(wanted.name);
        if (found == answer.fields.end())
            return u"it has no field %1"_s.arg(name);
        if (!wanted.value.isEmpty() && found->value != wanted.value)
            return u"%1 is \"%2\" instead of \"%3\""_s.arg(
                name, QString::fromLatin1(found->value), QString::fromLatin1(wanted.value));
    }
    return {};
}

QString Preflight::whatIsWrongInBody(const Answer &answer) const
{
    if (!provesBody() || !hasBody())
        return {};
    const auto expected = m_proof.file.isEmpty() ? base::Expected<QByteArray>(m_proof.text.toUtf8())
                                                 : readPart(m_root + u'/' + m_proof.file, m_proof);
    if (!expected)
        return expected.error().message;
    const auto body = answer.coding.isEmpty() ? base::Expected<QByteArray>(answer.body)
                                              : decodeContent(answer.body, answer.coding, expected->size());
    if (!body)
        return body.error().message;
    if (*body == *expected)
        return {};
    return m_proof.file.isEmpty() ? u"its body is not \"%1\""_s.arg(m_proof.text)
                                  : u"its body is not what %1 holds"_s.arg(m_proof.file);
}

void Preflight::checkAnswer(const Answer &answer)
{
    m_answer = answer;
    if (const QString wrong = whatIsWrong(answer); !wrong.isEmpty()) {
        fail(wrong);
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
    if (hasBody()) {
        expectation.bodyBytes = m_answer.body.size();
        if (provesBody() && m_answer.body.size() <= largestCompared && expectation.bodySha256.isEmpty())
            expectation.bodySha256 = QCryptographicHash::hash(m_answer.body, QCryptographicHash::Sha256);
    }
    Q_EMIT passed(expectation);
}

void Preflight::fail(const QString &message)
{
    Q_EMIT failed(base::Error{u"The answer to %1 %2 is wrong: %3."_s.arg(
                                  QString::fromUtf8(m_plan.method), m_plan.url.path(), message),
        u"Ask for the address with \"curl -v\" while the site is served, to see the answer."_s, {}});
}

} // namespace servelab::lab
