// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadplan.h"
#include "core/load/requestbytes.h"
#include "core/load/requestmix.h"

#include <QTest>

#include <functional>

using namespace servelab::load;

using Change = std::function<void(LoadPlan &)>;
Q_DECLARE_METATYPE(Change)

class TestRequestBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bytes_data();
    void bytes();
};

void TestRequestBytes::bytes_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<Change>("change");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *url, Change change, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(url) << std::move(change) << QByteArray(expected);
    };
    const auto nothing = [](LoadPlan &) { };

    row("plain", "http://127.0.0.1:8080/a", nothing, "GET /a HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
    row("without a path", "http://127.0.0.1:8080", nothing, "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
    row("on the usual port", "http://localhost:80/", nothing, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    row("to an IPv6 address", "http://[::1]:81/", nothing, "GET / HTTP/1.1\r\nHost: [::1]:81\r\n\r\n");
    row("with a query, without the fragment", "http://localhost/p?a=1&b=%20x#f", nothing,
        "GET /p?a=1&b=%20x HTTP/1.1\r\nHost: localhost\r\n\r\n");
    row("with an empty query", "http://localhost/p?", nothing, "GET /p? HTTP/1.1\r\nHost: localhost\r\n\r\n");
    row("with escapes as they were", "http://localhost/a%2Fb%20c", nothing,
        "GET /a%2Fb%20c HTTP/1.1\r\nHost: localhost\r\n\r\n");
    row(
        "with a chosen host, sent once as chosen", "http://127.0.0.1:8080/",
        [](LoadPlan &plan) { plan.fields = {{"host", "Docs.Test"}}; },
        "GET / HTTP/1.1\r\nhost: Docs.Test\r\n\r\n");
    row(
        "with fields in their order", "http://localhost/",
        [](LoadPlan &plan) { plan.fields = {{"B", "2"}, {"A", "1"}}; },
        "GET / HTTP/1.1\r\nHost: localhost\r\nB: 2\r\nA: 1\r\n\r\n");
    row(
        "with a body", "http://localhost/",
        [](LoadPlan &plan) {
            plan.method = "PUT";
            plan.body = "abc";
        },
        "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
    row(
        "POST without a body says so", "http://localhost/", [](LoadPlan &plan) { plan.method = "POST"; },
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    row(
        "a connection for each request", "http://localhost/", [](LoadPlan &plan) { plan.keepAlive = false; },
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
}

void TestRequestBytes::bytes()
{
    QFETCH(QString, url);
    QFETCH(Change, change);
    QFETCH(QByteArray, expected);
    LoadPlan plan;
    plan.url = QUrl(url);
    change(plan);
    QCOMPARE(QByteArray::fromStdString(requestBytes(plan, requestsOf(plan).first())), expected);
}

QTEST_GUILESS_MAIN(TestRequestBytes)
#include "tst_requestbytes.moc"
