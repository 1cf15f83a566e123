// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/target.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;

class TestQueryParameters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsPairsInOrder_data();
    void readsPairsInOrder();
    void keepsRepeatedKeys();
    void keepsManyRepeatedValues();
};

void TestQueryParameters::readsPairsInOrder_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("pairs"); // each as key=value and a line feed
    const auto row = [](const char *name, const char *query, const char *pairs) {
        QTest::newRow(name) << QByteArray(query) << QByteArray(pairs);
    };
    row("nothing", "", "");
    row("one pair", "a=1", "a=1\n");
    row("two pairs", "a=1&b=2", "a=1\nb=2\n");
    row("a key without a value", "a&b=", "a=\nb=\n");
    row("an empty key", "=1", "=1\n");
    row("an equals sign in the value", "a=b=c", "a=b=c\n");
    row("empty pieces are skipped", "&&a=1&&&b=2&", "a=1\nb=2\n");
    row("plus is a space", "a+b=c+d", "a b=c d\n");
    row("escapes", "a%20b=%26%3D%2B", "a b=&=+\n");
    row("an encoded separator separates nothing", "a%3Db=1%262", "a=b=1&2\n");
    row("a broken escape stays as it was", "a=%zz&b=%&c=%2", "a=%zz\nb=%\nc=%2\n");
    row("decoded once only", "a=%2541", "a=%41\n");
    row("a semicolon is no separator", "a=1;b=2", "a=1;b=2\n");
}

void TestQueryParameters::readsPairsInOrder()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QByteArray, pairs);
    const QueryParameters parameters = QueryParameters::parse(viewOf(query));
    QByteArray found;
    for (const QueryParameters::Parameter &parameter : parameters.all())
        found += bytesOf(parameter.key) + '=' + bytesOf(parameter.value) + '\n';
    QCOMPARE(found, pairs);
}

void TestQueryParameters::keepsRepeatedKeys()
{
    const QueryParameters parameters = QueryParameters::parse("k=1&other=x&k=2&K=3&%6b=4");
    const std::vector<std::string_view> expected = {"1", "2", "4"};
    QVERIFY(parameters.values("k") == expected);
    QVERIFY(parameters.first("k") == "1");
    QVERIFY(parameters.first("other") == "x");
    QVERIFY(parameters.first("absent").empty());
    QVERIFY(parameters.values("absent").empty());
}

void TestQueryParameters::keepsManyRepeatedValues()
{
    constexpr int count = 100000; // would take minutes if the work grew with the square
    const QByteArray query = QByteArray("k=v&").repeated(count);
    const QueryParameters parameters = QueryParameters::parse(viewOf(query));
    QCOMPARE(parameters.values("k").size(), std::size_t(count));
}

QTEST_APPLESS_MAIN(TestQueryParameters)
#include "tst_queryparameters.moc"
