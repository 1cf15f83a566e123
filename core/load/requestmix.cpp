// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestmix.h"

#include "core/http/requesthead.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace servelab::load {

namespace {

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

QByteArray targetOf(const QUrl &url)
{
    const QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    QByteArray target = path.isEmpty() ? QByteArrayLiteral("/") : path;
    if (url.hasQuery())
        target += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    return target;
}

bool hasField(const QList<RequestField> &fields, const QByteArray &name)
{
    return std::ranges::any_of(fields, [&name](const RequestField &field) {
        return http::equalsIgnoringCase(viewOf(field.name), viewOf(name));
    });
}

/// A request of the mix with what it takes over from its plan.
PlannedRequest completed(PlannedRequest request, const LoadPlan &plan)
{
    const QList<RequestField> own = request.fields;
    for (const RequestField &field : plan.fields) {
        if (!hasField(own, field.name))
            request.fields.append(field);
    }
    Expectation &expectation = request.expectation;
    if (!expectation.status)
        expectation.status = plan.expectation.status;
    if (!expectation.bodyBytes)
        expectation.bodyBytes = plan.expectation.bodyBytes;
    if (expectation.bodySha256.isEmpty())
        expectation.bodySha256 = plan.expectation.bodySha256;
    if (request.name.isEmpty())
        request.name = QString::fromUtf8(request.method + ' ' + request.target);
    return request;
}

int commonDivisor(const QList<PlannedRequest> &requests)
{
    int divisor = 0;
    for (const PlannedRequest &request : requests)
        divisor = std::gcd(divisor, request.weight);
    return std::max(divisor, 1);
}

/// Alike with every standard library, which std::shuffle is not.
void shuffle(std::vector<std::uint32_t> &round)
{
    std::minstd_rand random(1);
    for (std::size_t i = round.size(); i > 1; --i)
        std::swap(round[i - 1], round[random() % i]);
}

} // namespace

QList<PlannedRequest> requestsOf(const LoadPlan &plan)
{
    if (plan.mix.isEmpty())
        return {{{}, plan.method, targetOf(plan.url), plan.fields, plan.body, 1, plan.expectation}};
    QList<PlannedRequest> requests;
    for (const PlannedRequest &request : plan.mix)
        requests.append(completed(request, plan));
    return requests;
}

QStringList namesOf(const QList<PlannedRequest> &requests)
{
    QStringList names;
    for (const PlannedRequest &request : requests) {
        if (!request.name.isEmpty())
            names.append(request.name);
    }
    names.removeDuplicates();
    return names;
}

std::int64_t reducedWeights(const QList<PlannedRequest> &requests)
{
    std::int64_t sum = 0;
    for (const PlannedRequest &request : requests)
        sum += request.weight;
    return sum / commonDivisor(requests);
}

std::vector<std::uint32_t> roundOf(const QList<PlannedRequest> &requests, RequestOrder order)
{
    const int divisor = commonDivisor(requests);
    std::vector<std::uint32_t> round;
    for (qsizetype i = 0; i < requests.size(); ++i) {
        const int times = order == RequestOrder::InOrder ? 1 : requests[i].weight / divisor;
        round.insert(round.end(), static_cast<std::size_t>(times), static_cast<std::uint32_t>(i));
    }
    if (order == RequestOrder::Weighted)
        shuffle(round);
    return round;
}

} // namespace servelab::load
