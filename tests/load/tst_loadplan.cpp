// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadplan.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace servelab;
using namespace servelab::load;
using namespace std::chrono_literals;

using Change = std::function<void(LoadPlan &)>;
Q_DECLARE_METATYPE(Change)

namespace {

LoadPlan goodPlan()
{
    LoadPlan plan;
    plan.url = QUrl(QStringLiteral("http://127.0.0.1:8080/"));
    return plan;
}

Change url(const char *text)
{
    return [text](LoadPlan &plan) { plan.url = QUrl(QString::fromLatin1(text)); };
}

Change arrival(const Arrival &value)
{
    return [value](LoadPlan &plan) { plan.arrival = value; };
}

Change mix(const QList<PlannedRequest> &requests)
{
    return [requests](LoadPlan &plan) { plan.mix = requests; };
}

/// So many requests, each with a path, and so a name, of its own.
QList<PlannedRequest> different(int count)
{
    QList<PlannedRequest> requests(count);
    for (int i = 0; i < count; ++i)
        requests[i].target = '/' + QByteArray::number(i);
    return requests;
}

Change field(const char *name, const QByteArray &value)
{
    return [name, value](LoadPlan &plan) { plan.fields.append({name, value}); };
}

} // namespace

class TestLoadPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void good_data();
    void good();
    void bad_data();
    void bad();
    void tellsEveryProblemAtOnce();
};

void TestLoadPlan::good_data()
{
    QTest::addColumn<Change>("change");
    QTest::newRow("as it is") << Change([](LoadPlan &) { });
    QTest::newRow("localhost") << url("http://localhost:8080/");
    QTest::newRow("IPv6") << url("http://[::1]:8080/");
    QTest::newRow("another loopback address") << url("http://127.8.9.10/");
    QTest::newRow("a name below localhost") << url("http://docs.localhost/");
    QTest::newRow("by count only") << Change([](LoadPlan &plan) {
        plan.duration.reset();
        plan.requests = 1;
    });
    QTest::newRow("as many threads as connections")
        << Change([](LoadPlan &plan) { plan.connections = plan.threads = 7; });
    QTest::newRow("ten thousand connections") << Change([](LoadPlan &plan) { plan.connections = 10'000; });
    QTest::newRow("a chosen host") << field("Host", "docs.test");
    QTest::newRow("a method of its own") << Change([](LoadPlan &plan) { plan.method = "PURGE"; });
    QTest::newRow("a name that may be this machine's") << url("http://no-such-host.invalid/");
    QTest::newRow("another machine that is confirmed") << Change([](LoadPlan &plan) {
        plan.url = QUrl(QStringLiteral("http://192.0.2.1/"));
        plan.confirmedHost = QStringLiteral("192.0.2.1");
    });
    QTest::newRow("a constant rate") << arrival(ConstantRate{0.1});
    QTest::newRow("a ramp from nothing") << arrival(RateRamp{0, 100, 1s});
    QTest::newRow("a ramp to nothing") << arrival(RateRamp{100, 0, 1s});
    QTest::newRow("sixteen requests at a time") << Change([](LoadPlan &plan) { plan.pipeline = 16; });
    QTest::newRow("several requests") << mix({PlannedRequest{}, PlannedRequest{.weight = 9}});
    QTest::newRow("ten thousand requests of one name")
        << mix(QList<PlannedRequest>(10'000, PlannedRequest{.name = QStringLiteral("a")}));
    QTest::newRow("an expected hash")
        << Change([](LoadPlan &plan) { plan.expectation.bodySha256 = QByteArray(32, 'h'); });
    QTest::newRow("an expected empty answer") << Change([](LoadPlan &plan) { plan.expectation = {204, 0}; });
}

void TestLoadPlan::good()
{
    QFETCH(Change, change);
    LoadPlan plan = goodPlan();
    change(plan);
    const QList<base::Error> problems = validate(plan);
    QVERIFY2(problems.isEmpty(), problems.isEmpty() ? "" : qPrintable(problems.first().toString()));
}

void TestLoadPlan::bad_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("where");
    const auto row = [](const char *name, Change change, const char *where) {
        QTest::newRow(name) << std::move(change) << QString::fromLatin1(where);
    };
    row("no URL", [](LoadPlan &plan) { plan.url.clear(); }, "url");
    row("a URL without a host", url("http:///path"), "url");
    row("another scheme", url("ftp://127.0.0.1/"), "url");
    row("https on port 0", url("https://127.0.0.1:0/"), "url");
    row("another scheme", url("ftp://127.0.0.1/"), "url");
    row("port 0", url("http://127.0.0.1:0/"), "url");
    row("a user name", url("http://me:secret@127.0.0.1/"), "url");
    row("an address of another machine", url("http://192.0.2.1/"), "url");
    row("the unspecified address", url("http://0.0.0.0/"), "url");
    row("an IPv6 address of another machine", url("http://[2001:db8::1]/"), "url");
    row("no method", [](LoadPlan &plan) { plan.method.clear(); }, "method");
    row("a method with a space", [](LoadPlan &plan) { plan.method = "GET /"; }, "method");
    row("a tunnel", [](LoadPlan &plan) { plan.method = "CONNECT"; }, "method");
    row("a field name with a colon", field("A:", "b"), "fields");
    row("a field value with a line break", field("A", "b\r\nC: d"), "fields");
    row("two hosts", [](LoadPlan &plan) { plan.fields = {{"Host", "a"}, {"HOST", "b"}}; }, "fields");
    row("a length of its own", field("content-length", "3"), "fields");
    row("a transfer coding of its own", field("Transfer-Encoding", "chunked"), "fields");
    row("a connection option of its own", field("Connection", "close"), "fields");
    row("no connections", [](LoadPlan &plan) { plan.connections = 0; }, "connections");
    row("too many connections", [](LoadPlan &plan) { plan.connections = 10'001; }, "connections");
    row("no threads", [](LoadPlan &plan) { plan.threads = 0; }, "threads");
    row(
        "more threads than connections",
        [](LoadPlan &plan) {
            plan.connections = 3;
            plan.threads = 4;
        },
        "threads");
    row("no end", [](LoadPlan &plan) { plan.duration.reset(); }, "duration");
    row("no time", [](LoadPlan &plan) { plan.duration = 0ms; }, "duration");
    row("no requests", [](LoadPlan &plan) { plan.requests = 0; }, "requests");
    row("more requests than can be counted", [](LoadPlan &plan) { plan.requests = UINT64_MAX; }, "requests");
    row("a negative warm-up", [](LoadPlan &plan) { plan.warmUp = -1ms; }, "warmUp");
    row("no time to connect", [](LoadPlan &plan) { plan.connectTimeout = 0ms; }, "connectTimeout");
    row("more than an hour to answer", [](LoadPlan &plan) { plan.requestTimeout = 2h; }, "requestTimeout");
    row("an interim status", [](LoadPlan &plan) { plan.expectation.status = 100; }, "expectation.status");
    row("no rate", arrival(ConstantRate{0}), "arrival");
    row("a negative rate", arrival(ConstantRate{-5}), "arrival");
    row("a rate that is no number", arrival(ConstantRate{std::nan("")}), "arrival");
    row("a rate beyond all bounds", arrival(ConstantRate{1e12}), "arrival");
    row("a ramp of no time", arrival(RateRamp{1, 2, 0ms}), "arrival");
    row("a ramp of nothing", arrival(RateRamp{0, 0, 1s}), "arrival");
    row("no requests at a time", [](LoadPlan &plan) { plan.pipeline = 0; }, "pipeline");
    row("too many requests at a time", [](LoadPlan &plan) { plan.pipeline = 257; }, "pipeline");
    row(
        "pipelining without keep-alive",
        [](LoadPlan &plan) {
            plan.pipeline = 2;
            plan.keepAlive = false;
        },
        "pipeline");
    row(
        "another machine than the confirmed one",
        [](LoadPlan &plan) {
            plan.url = QUrl(QStringLiteral("http://192.0.2.1/"));
            plan.confirmedHost = QStringLiteral("192.0.2.2");
        },
        "url");
    row("too many requests", mix(QList<PlannedRequest>(10'001)), "mix");
    row("too many names", mix(different(257)), "mix");
    row("weights too fine", mix({{.weight = 100'000}, {.weight = 1}}), "mix");
    row("no weight", mix({{}, {.weight = 0}}), "mix[1].weight");
    row("a path without its slash", mix({{.target = "a"}}), "mix[0].target");
    row("a path with a space", mix({{.target = "/a b"}}), "mix[0].target");
    row("a path with a line break", mix({{.target = "/a\r\nb"}}), "mix[0].target");
    row("a method with a space in the mix", mix({{.method = "GET /"}}), "mix[0].method");
    row("a field with a line break in the mix", mix({{.fields = {{"A", "b\nc"}}}}), "mix[0].fields");
    row("an impossible status in the mix", mix({{.expectation = {99, {}}}}), "mix[0].expectation.status");
    row(
        "half a hash", [](LoadPlan &plan) { plan.expectation.bodySha256 = QByteArray(16, 'h'); },
        "expectation.bodySha256");
    row(
        "a negative length", [](LoadPlan &plan) { plan.expectation.bodyBytes = -1; },
        "expectation.bodyBytes");
}

void TestLoadPlan::bad()
{
    QFETCH(Change, change);
    QFETCH(QString, where);
    LoadPlan plan = goodPlan();
    change(plan);
    const QList<base::Error> problems = validate(plan);
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems.first().where, where);
    QVERIFY(!problems.first().message.isEmpty());
    QVERIFY(!problems.first().remedy.isEmpty());
}

void TestLoadPlan::tellsEveryProblemAtOnce()
{
    LoadPlan plan = goodPlan();
    plan.url = QUrl(QStringLiteral("ftp://192.0.2.1/"));
    plan.method = "BAD METHOD";
    plan.connections = -1;
    plan.requestTimeout = 0ms;
    QStringList places;
    for (const base::Error &problem : validate(plan))
        places << problem.where;
    QCOMPARE(places,
        QStringList({QStringLiteral("url"), QStringLiteral("url"), QStringLiteral("method"),
            QStringLiteral("connections"), QStringLiteral("requestTimeout")}));
}

QTEST_GUILESS_MAIN(TestLoadPlan)
#include "tst_loadplan.moc"
