// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/requestmix.h"

#include <QTest>

#include <algorithm>

using namespace servelab::load;

namespace {

PlannedRequest to(const char *target, int weight = 1)
{
    return {.target = target, .weight = weight};
}

LoadPlan planOf(const QList<PlannedRequest> &mix)
{
    LoadPlan plan;
    plan.url = QUrl(QStringLiteral("http://127.0.0.1:8080/base?x=1"));
    plan.mix = mix;
    return plan;
}

} // namespace

class TestRequestMix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAMixItIsTheUrl();
    void fieldsOfThePlanGoWithEach();
    void whatIsExpectedIsFilledIn();
    void namesAreTheRequestsOwn();
    void weightsAreExactInEveryRound();
    void theOrderIsAlwaysTheSame();
    void inOrderEachOnce();
};

void TestRequestMix::withoutAMixItIsTheUrl()
{
    LoadPlan plan = planOf({});
    plan.method = "PUT";
    plan.body = "b";
    plan.fields = {{"A", "1"}};
    const QList<PlannedRequest> requests = requestsOf(plan);
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests[0].target, "/base?x=1");
    QCOMPARE(requests[0].method, "PUT");
    QCOMPARE(requests[0].body, "b");
    QCOMPARE(requests[0].fields, plan.fields);
    QVERIFY(namesOf(requests).isEmpty());
}

void TestRequestMix::fieldsOfThePlanGoWithEach()
{
    PlannedRequest own = to("/own");
    own.fields = {{"accept", "text/html"}, {"X", "1"}};
    LoadPlan plan = planOf({own, to("/none")});
    plan.fields = {{"Accept", "*/*"}, {"Y", "2"}};
    const QList<PlannedRequest> requests = requestsOf(plan);
    QCOMPARE(requests[0].fields, (QList<RequestField>{{"accept", "text/html"}, {"X", "1"}, {"Y", "2"}}));
    QCOMPARE(requests[1].fields, plan.fields);
}

void TestRequestMix::whatIsExpectedIsFilledIn()
{
    PlannedRequest own = to("/own");
    own.expectation.status = 404;
    LoadPlan plan = planOf({own, to("/none")});
    plan.expectation = {200, 5, QByteArray(32, 'h')};
    const QList<PlannedRequest> requests = requestsOf(plan);
    QCOMPARE(requests[0].expectation, (Expectation{404, 5, QByteArray(32, 'h')}));
    QCOMPARE(requests[1].expectation, plan.expectation);
}

void TestRequestMix::namesAreTheRequestsOwn()
{
    PlannedRequest named = to("/x");
    named.name = QStringLiteral("both");
    PlannedRequest other = to("/y");
    other.name = QStringLiteral("both");
    const QStringList expected{QStringLiteral("GET /"), QStringLiteral("both")};
    QCOMPARE(namesOf(requestsOf(planOf({to("/"), named, other, to("/")}))), expected);
}

void TestRequestMix::weightsAreExactInEveryRound()
{
    const QList<PlannedRequest> requests{to("/a", 400), to("/b", 40), to("/c", 8), to("/d", 2)};
    QCOMPARE(reducedWeights(requests), 225);
    const auto round = roundOf(requests, RequestOrder::Weighted);
    QCOMPARE(round.size(), 225U);
    const QList<int> expected{200, 20, 4, 1};
    for (int i = 0; i < 4; ++i)
        QCOMPARE(int(std::ranges::count(round, std::uint32_t(i))), expected[i]);
    QVERIFY(!std::ranges::is_sorted(round));
}

void TestRequestMix::theOrderIsAlwaysTheSame()
{
    const QList<PlannedRequest> requests{to("/a", 7), to("/b", 5), to("/c", 3)};
    QCOMPARE(roundOf(requests, RequestOrder::Weighted), roundOf(requests, RequestOrder::Weighted));
}

void TestRequestMix::inOrderEachOnce()
{
    const QList<PlannedRequest> requests{to("/a", 7), to("/b"), to("/c", 2)};
    QCOMPARE(roundOf(requests, RequestOrder::InOrder), (std::vector<std::uint32_t>{0, 1, 2}));
}

QTEST_GUILESS_MAIN(TestRequestMix)
#include "tst_requestmix.moc"
