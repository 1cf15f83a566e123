// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadplan.h"

#include "core/http/requesthead.h"
#include "core/http/responsehead.h"
#include "core/load/loadtarget.h"
#include "core/load/requestmix.h"

#include <algorithm>
#include <cmath>

namespace servelab::load {

namespace {

using namespace std::chrono_literals;

constexpr int maximumConnections = 10'000;
constexpr int maximumThreads = 256;
constexpr int maximumPipeline = 256;
constexpr int sha256Bytes = 32;
constexpr qint64 lowestReadRate = 1'000;
constexpr qint64 highestReadRate = 1'000'000'000;
constexpr std::chrono::milliseconds longestTime = 1h; // the highest latency that is kept

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

bool isNamed(const RequestField &field, std::string_view name)
{
    return http::equalsIgnoringCase(viewOf(field.name), name);
}

/// Origin-form as RFC 9112 section 3.2.1 has it, as far as the request line's own form goes.
bool isTarget(std::string_view target)
{
    return target.starts_with('/')
        && std::ranges::all_of(target, [](char c) { return c > ' ' && c < 0x7f && c != '#'; });
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
        checkRequest(m_plan.method, m_plan.fields, {});
        checkExpectation(m_plan.expectation, {});
        checkMix();
        checkMessage();
        checkConnections();
        checkArrival();
        checkEnd();
        checkTimes();
        checkReading();
        return std::move(m_problems);
    }

private:
    void report(const QString &where, QString message, QString remedy)
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
        if (url.scheme() != u"http" && !isSecured(url) && !isWebSocket(url))
            report(QLatin1StringView("url"),
                QStringLiteral("Only http, https, ws and wss URLs can be loaded, and %1 begins with \"%2\".")
                    .arg(url.toDisplayString(), url.scheme()),
                QStringLiteral("Give the http or https URL of the site."));
        if (portOf(url) == 0)
            report(QLatin1StringView("url"), QStringLiteral("Nothing can listen on port 0."),
                QStringLiteral("Give the port that the server listens on."));
        if (!url.userInfo().isEmpty())
            report(QLatin1StringView("url"), QStringLiteral("A URL with a user name is not sent as one."),
                QStringLiteral("Take the user name out and add an Authorization field."));
        if (const auto known = knownAddresses(url.host(QUrl::FullyEncoded))) {
            if (const auto target = targetAt(url, *known, m_plan.confirmedHost); !target)
                m_problems.append(target.error());
        }
    }

    /// `of` is where the request stands in the plan, with a dot; empty for the plan's own.
    void checkRequest(const QByteArray &method, const QList<RequestField> &fields, const QString &of)
    {
        if (!http::isToken(viewOf(method)) || method == "CONNECT")
            report(of + QLatin1StringView("method"),
                QStringLiteral("\"%1\" is not a method that can be sent.").arg(QString::fromLatin1(method)),
                QStringLiteral("Use a method like GET, HEAD or POST."));
        const QString where = of + QLatin1StringView("fields");
        for (const RequestField &field : fields)
            checkField(field, where);
        if (std::ranges::count_if(fields, [](const RequestField &field) { return isNamed(field, "Host"); })
            > 1)
            report(where, QStringLiteral("There is more than one Host field."), QStringLiteral("Keep one."));
    }

    void checkField(const RequestField &field, const QString &where)
    {
        const QString name = QString::fromLatin1(field.name);
        if (!http::isToken(viewOf(field.name)))
            report(where, QStringLiteral("\"%1\" is not the name of a field.").arg(name),
                QStringLiteral("Use letters, digits and hyphens."));
        if (!http::isFieldValue(viewOf(field.value)))
            report(where, QStringLiteral("The value of %1 holds control characters.").arg(name),
                QStringLiteral("Take them out; a line break would begin another field."));
        if (isNamed(field, "Content-Length") || isNamed(field, "Transfer-Encoding"))
            report(where, QStringLiteral("%1 is made from the body.").arg(name),
                QStringLiteral("Remove the field."));
        if (isNamed(field, "Connection"))
            report(where, QStringLiteral("Connection is made from the plan's keep-alive."),
                QStringLiteral("Remove the field and turn keep-alive on or off."));
    }

    void checkMix()
    {
        if (m_plan.mix.size() > maximumMix)
            return report(QLatin1StringView("mix"),
                QStringLiteral("%1 requests are too many.").arg(m_plan.mix.size()),
                QStringLiteral("Give at most %1.").arg(maximumMix));
        for (qsizetype i = 0; i < m_plan.mix.size(); ++i)
            checkPlanned(m_plan.mix[i], QStringLiteral("mix[%1].").arg(i));
        if (!m_plan.mix.isEmpty())
            checkWeightsAndNames(requestsOf(m_plan));
    }

    void checkPlanned(const PlannedRequest &request, const QString &of)
    {
        checkRequest(request.method, request.fields, of);
        checkExpectation(request.expectation, of);
        if (!isTarget(viewOf(request.target)))
            report(of + QLatin1StringView("target"),
                QStringLiteral("\"%1\" is not a path that can be sent.")
                    .arg(QString::fromUtf8(request.target)),
                QStringLiteral("Begin it with \"/\" and write spaces and the like as %20."));
        if (request.weight < 1)
            report(of + QLatin1StringView("weight"),
                QStringLiteral("A weight of %1 is not possible.").arg(request.weight),
                QStringLiteral("Choose a whole number from 1."));
    }

    void checkWeightsAndNames(const QList<PlannedRequest> &requests)
    {
        const bool areCounts = std::ranges::all_of(requests, [](const auto &r) { return r.weight >= 1; });
        if (areCounts && m_plan.order == RequestOrder::Weighted && reducedWeights(requests) > maximumWeights)
            report(QLatin1StringView("mix"), QStringLiteral("The weights are too fine."),
                QStringLiteral("Round them, so that they add up to %1 at most.").arg(maximumWeights));
        if (namesOf(requests).size() > maximumNames)
            report(QLatin1StringView("mix"),
                QStringLiteral("%1 requests with names of their own are too many to report.")
                    .arg(namesOf(requests).size()),
                QStringLiteral("Give requests that belong together the same name; %1 names are possible.")
                    .arg(maximumNames));
    }

    void checkMessage()
    {
        if (m_plan.message.bytes < 0 || m_plan.message.bytes > EchoMessage::largest)
            report(QLatin1StringView("message.bytes"),
                QStringLiteral("A message of %1 bytes is not possible.").arg(m_plan.message.bytes),
                QStringLiteral("Choose 0 to %1.").arg(EchoMessage::largest));
        if (!isWebSocket(m_plan.url))
            return;
        const bool asksOtherwise = m_plan.method != "GET" || !m_plan.body.isEmpty() || !m_plan.mix.isEmpty()
            || m_plan.expectation != Expectation();
        if (asksOtherwise)
            report(QLatin1StringView("url"),
                QStringLiteral(
                    "A WebSocket carries messages, and their echo is what is expected: method, body, "
                    "several requests and expectations are for HTTP."),
                QStringLiteral("Leave them out, or give an http URL."));
    }

    void checkConnections()
    {
        if (m_plan.connections < 1 || m_plan.connections > maximumConnections)
            report(QLatin1StringView("connections"),
                QStringLiteral("%1 connections are not possible.").arg(m_plan.connections),
                QStringLiteral("Choose 1 to %1.").arg(maximumConnections));
        if (m_plan.pipeline < 1 || m_plan.pipeline > maximumPipeline)
            report(QLatin1StringView("pipeline"),
                QStringLiteral("%1 requests at a time on a connection are not possible.")
                    .arg(m_plan.pipeline),
                QStringLiteral("Choose 1 to %1.").arg(maximumPipeline));
        else if (m_plan.pipeline > 1 && !m_plan.keepAlive)
            report(QLatin1StringView("pipeline"),
                QStringLiteral("A connection for every request carries one at a time."),
                QStringLiteral("Turn keep-alive on, or leave pipelining out."));
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

    void checkArrival()
    {
        if (const auto *constant = std::get_if<ConstantRate>(&m_plan.arrival))
            checkRate(constant->perSecond, constant->perSecond > 0);
        if (const auto *ramp = std::get_if<RateRamp>(&m_plan.arrival)) {
            const bool isAnything = ramp->fromPerSecond > 0 || ramp->toPerSecond > 0;
            checkRate(ramp->fromPerSecond, isAnything);
            checkRate(ramp->toPerSecond, true);
            if (ramp->over <= 0ms)
                report(QLatin1StringView("arrival"), QStringLiteral("The ramp takes no time."),
                    QStringLiteral("Give the time in which the rate changes."));
        }
    }

    void checkRate(double rate, bool isEnough)
    {
        if (!std::isfinite(rate) || rate < 0 || rate > highestRate || !isEnough)
            report(QLatin1StringView("arrival"),
                QStringLiteral("A rate of %1 requests a second is not possible.").arg(rate),
                QStringLiteral("Choose more than 0 and at most %1.").arg(highestRate, 0, 'f', 0));
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

    void checkReading()
    {
        if (m_plan.readBytesPerSecond
            && (*m_plan.readBytesPerSecond < lowestReadRate || *m_plan.readBytesPerSecond > highestReadRate))
            report(QLatin1StringView("readBytesPerSecond"),
                QStringLiteral("Reading %1 bytes a second is not possible.").arg(*m_plan.readBytesPerSecond),
                QStringLiteral("Choose %1 to %2.").arg(lowestReadRate).arg(highestReadRate));
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

    void checkExpectation(const Expectation &expectation, const QString &of)
    {
        if (expectation.status && (*expectation.status < 200 || *expectation.status > 599))
            report(of + QLatin1StringView("expectation.status"),
                QStringLiteral("No answer ends with status %1.").arg(*expectation.status),
                QStringLiteral("Choose 200 to 599."));
        if (expectation.bodyBytes && *expectation.bodyBytes < 0)
            report(of + QLatin1StringView("expectation.bodyBytes"),
                QStringLiteral("No body is shorter than 0 bytes."),
                QStringLiteral("Choose 0 or more, or do not set it."));
        if (!expectation.bodySha256.isEmpty() && expectation.bodySha256.size() != sha256Bytes)
            report(of + QLatin1StringView("expectation.bodySha256"),
                QStringLiteral("A SHA-256 has 32 bytes, not %1.").arg(expectation.bodySha256.size()),
                QStringLiteral("Give the 64 hexadecimal digits that sha256sum prints."));
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
