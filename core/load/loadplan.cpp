// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadplan.h"

#include "core/http/requesthead.h"
#include "core/http/responsehead.h"
#include "core/load/loadtarget.h"

#include <algorithm>

namespace servelab::load {

namespace {

using namespace std::chrono_literals;

constexpr int maximumConnections = 10'000;
constexpr int maximumThreads = 256;
constexpr std::chrono::milliseconds longestTime = 1h; // the highest latency that is kept

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

bool isNamed(const RequestField &field, std::string_view name)
{
    return http::equalsIgnoringCase(viewOf(field.name), name);
}

/// Collects the problems of one plan.
class PlanCheck
{
public:
    explicit PlanCheck(const LoadPlan &plan)
        : m_plan(plan)
    {
    }

    QList<base::Error> problems()
    {
        checkUrl();
        checkRequest();
        checkConnections();
        checkEnd();
        checkTimes();
        checkExpectation();
        return std::move(m_problems);
    }

private:
    void report(QLatin1StringView where, QString message, QString remedy)
    {
        m_problems.append({std::move(message), std::move(remedy), where});
    }

    void checkUrl()
    {
        const QUrl &url = m_plan.url;
        if (!url.isValid() || url.host().isEmpty()) {
            report(QLatin1StringView("url"),
                QStringLiteral("There is no server in the URL \"%1\".").arg(url.toString()),
                QStringLiteral("Give a URL like http://127.0.0.1:8080/."));
            return;
        }
        if (url.scheme() != u"http")
            report(QLatin1StringView("url"),
                QStringLiteral("Only http URLs can be loaded, and %1 begins with \"%2\".")
                    .arg(url.toDisplayString(), url.scheme()),
                QStringLiteral("Give the http URL of the site."));
        if (url.port(80) == 0)
            report(QLatin1StringView("url"), QStringLiteral("Nothing can listen on port 0."),
                QStringLiteral("Give the port that the server listens on."));
        if (!url.userInfo().isEmpty())
            report(QLatin1StringView("url"), QStringLiteral("A URL with a user name is not sent as one."),
                QStringLiteral("Take the user name out and add an Authorization field."));
        if (const auto target = resolveTarget(url); !target)
            m_problems.append(target.error());
    }

    void checkRequest()
    {
        if (!http::isToken(viewOf(m_plan.method)) || m_plan.method == "CONNECT")
            report(QLatin1StringView("method"),
                QStringLiteral("\"%1\" is not a method that can be sent.")
                    .arg(QString::fromLatin1(m_plan.method)),
                QStringLiteral("Use a method like GET, HEAD or POST."));
        for (const RequestField &field : m_plan.fields)
            checkField(field);
        if (std::ranges::count_if(
                m_plan.fields, [](const RequestField &field) { return isNamed(field, "Host"); })
            > 1)
            report(QLatin1StringView("fields"), QStringLiteral("There is more than one Host field."),
                QStringLiteral("Keep one."));
    }

    void checkField(const RequestField &field)
    {
        const QString name = QString::fromLatin1(field.name);
        if (!http::isToken(viewOf(field.name)))
            report(QLatin1StringView("fields"),
                QStringLiteral("\"%1\" is not the name of a field.").arg(name),
                QStringLiteral("Use letters, digits and hyphens."));
        if (!http::isFieldValue(viewOf(field.value)))
            report(QLatin1StringView("fields"),
                QStringLiteral("The value of %1 holds control characters.").arg(name),
                QStringLiteral("Take them out; a line break would begin another field."));
        if (isNamed(field, "Content-Length") || isNamed(field, "Transfer-Encoding"))
            report(QLatin1StringView("fields"), QStringLiteral("%1 is made from the body.").arg(name),
                QStringLiteral("Remove the field."));
        if (isNamed(field, "Connection"))
            report(QLatin1StringView("fields"),
                QStringLiteral("Connection is made from the plan's keep-alive."),
                QStringLiteral("Remove the field and turn keep-alive on or off."));
    }

    void checkConnections()
    {
        if (m_plan.connections < 1 || m_plan.connections > maximumConnections)
            report(QLatin1StringView("connections"),
                QStringLiteral("%1 connections are not possible.").arg(m_plan.connections),
                QStringLiteral("Choose 1 to %1.").arg(maximumConnections));
        if (m_plan.threads < 1 || m_plan.threads > maximumThreads)
            report(QLatin1StringView("threads"),
                QStringLiteral("%1 threads are not possible.").arg(m_plan.threads),
                QStringLiteral("Choose 1 to %1.").arg(maximumThreads));
        else if (m_plan.threads > m_plan.connections && m_plan.connections >= 1)
            report(QLatin1StringView("threads"),
                QStringLiteral("%1 threads have nothing to do with %2 connections.")
                    .arg(m_plan.threads)
                    .arg(m_plan.connections),
                QStringLiteral("Choose at most one thread for each connection."));
    }

    void checkEnd()
    {
        if (!m_plan.duration && !m_plan.requests)
            report(QLatin1StringView("duration"), QStringLiteral("The load would never end."),
                QStringLiteral("Set a duration or a number of requests."));
        if (m_plan.duration && *m_plan.duration <= 0ms)
            report(QLatin1StringView("duration"), QStringLiteral("The duration is not longer than nothing."),
                QStringLiteral("Choose at least a millisecond."));
        if (m_plan.requests && (*m_plan.requests == 0 || *m_plan.requests > INT64_MAX))
            report(QLatin1StringView("requests"),
                QStringLiteral("%1 is not a number of requests that can be sent.").arg(*m_plan.requests),
                QStringLiteral("Choose at least 1."));
    }

    void checkTimes()
    {
        if (m_plan.warmUp < 0ms || m_plan.warmUp > longestTime)
            report(QLatin1StringView("warmUp"),
                QStringLiteral("The warm-up is shorter than nothing or longer than an hour."),
                QStringLiteral("Choose 0 for no warm-up, or a few seconds."));
        checkTimeout(QLatin1StringView("connectTimeout"), m_plan.connectTimeout);
        checkTimeout(QLatin1StringView("requestTimeout"), m_plan.requestTimeout);
    }

    void checkTimeout(QLatin1StringView where, std::chrono::milliseconds timeout)
    {
        if (timeout <= 0ms || timeout > longestTime)
            report(where, QStringLiteral("A timeout of %1 ms is not possible.").arg(timeout.count()),
                QStringLiteral("Choose 1 ms to an hour."));
    }

    void checkExpectation()
    {
        const Expectation &expectation = m_plan.expectation;
        if (expectation.status && (*expectation.status < 200 || *expectation.status > 599))
            report(QLatin1StringView("expectation.status"),
                QStringLiteral("No answer ends with status %1.").arg(*expectation.status),
                QStringLiteral("Choose 200 to 599."));
        if (expectation.bodyBytes && *expectation.bodyBytes < 0)
            report(QLatin1StringView("expectation.bodyBytes"),
                QStringLiteral("No body is shorter than 0 bytes."),
                QStringLiteral("Choose 0 or more, or do not set it."));
    }

    const LoadPlan &m_plan;
    QList<base::Error> m_problems;
};

} // namespace

QList<base::Error> validate(const LoadPlan &plan)
{
    return PlanCheck(plan).problems();
}

} // namespace servelab::load
