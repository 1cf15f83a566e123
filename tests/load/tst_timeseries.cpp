// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/timeseries.h"

#include <QJsonDocument>
#include <QTest>

using namespace servelab::load;
using namespace std::chrono_literals;

class TestTimeSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void binsAreTenthsOfASecond();
    void longRunsGetWiderBins();
    void addsBinByBin();
    void addsSeriesOfOtherWidths();
    void rateOfWholeBins();
    void jsonLosesNothing();
    void foreignJson_data();
    void foreignJson();
};

void TestTimeSeries::binsAreTenthsOfASecond()
{
    TimeSeries series;
    QVERIFY(series.bins().empty());
    ++series.at(-5ms).responses; // a clock read before the other
    ++series.at(99'999'999ns).responses;
    ++series.at(100ms).responses;
    ++series.at(350ms).responses;
    ++series.at(10ms).responses; // back in time
    QCOMPARE(series.bins().size(), 4U);
    QCOMPARE(series.bins()[0].responses, 3U);
    QCOMPARE(series.bins()[1].responses, 1U);
    QCOMPARE(series.bins()[2].responses, 0U);
    QCOMPARE(series.bins()[3].responses, 1U);
}

void TestTimeSeries::longRunsGetWiderBins()
{
    TimeSeries series;
    series.at(0ms) = {1, 2, 3, 4, 9};
    series.at(150ms) = {10, 20, 30, 40, 5};
    series.at(200ms).errors = 7;
    ++series.at(1h).responses;
    QCOMPARE(series.width(), 200ms);
    QCOMPARE(series.bins()[0], (TimeBin{11, 22, 33, 44, 9}));
    QCOMPARE(series.bins()[1].errors, 7U);
    QCOMPARE(series.bins()[18'000].responses, 1U);
    ++series.at(24h).responses;
    QVERIFY(series.bins().size() <= TimeSeries::maximumBins);
    std::uint64_t sum = 0;
    for (const TimeBin &bin : series.bins())
        sum += bin.responses;
    QCOMPARE(sum, 24U);
}

void TestTimeSeries::addsBinByBin()
{
    TimeSeries a;
    a.at(0ms) = {1, 1, 0, 100, 100};
    TimeSeries b;
    b.at(50ms) = {2, 2, 1, 10, 8};
    b.at(150ms).requests = 5;
    a.add(b);
    QCOMPARE(a.bins().size(), 2U);
    QCOMPARE(a.bins()[0], (TimeBin{3, 3, 1, 110, 100}));
    QCOMPARE(a.bins()[1].requests, 5U);
}

void TestTimeSeries::addsSeriesOfOtherWidths()
{
    TimeSeries fine;
    fine.at(100ms).responses = 3;
    TimeSeries wide;
    wide.at(0ms).responses = 1;
    wide.at(2h).responses = 1;
    TimeSeries one = fine;
    one.add(wide);
    TimeSeries other = wide;
    other.add(fine);
    QCOMPARE(one, other);
    QCOMPARE(one.bins()[0].responses, 4U);
}

void TestTimeSeries::rateOfWholeBins()
{
    TimeSeries series;
    series.at(0ms).responses = 100;
    series.at(100ms).responses = 300;
    series.at(200ms).responses = 1; // hardly begun
    const TimeSeries::Rate rate = series.responseRate(210ms);
    QCOMPARE(rate.mean, 2000.0);
    QCOMPARE(rate.standardDeviation, 1000.0);
    QCOMPARE(rate.maximum, 3000.0);
    QCOMPARE(series.responseRate(90ms).maximum, 0.0);
}

void TestTimeSeries::jsonLosesNothing()
{
    TimeSeries series;
    QCOMPARE(TimeSeries::fromJson(series.toJson()), std::optional(series));
    series.at(0ms) = {1, 2, 3, 4, 5};
    series.at(3h) = {6, 7, 8, 9, 10};
    QCOMPARE(TimeSeries::fromJson(series.toJson()), std::optional(series));
}

void TestTimeSeries::foreignJson_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray("{}");
    QTest::newRow("no width") << QByteArray(R"({"bins": []})");
    QTest::newRow("a width that cannot be") << QByteArray(R"({"binSeconds": 0.3, "bins": []})");
    QTest::newRow("a width of three years") << QByteArray(R"({"binSeconds": 107374182.4, "bins": []})");
    QTest::newRow("a width beyond all bounds") << QByteArray(R"({"binSeconds": 1e300, "bins": []})");
    QTest::newRow("a bin that is none") << QByteArray(R"({"binSeconds": 0.1, "bins": [7]})");
    QTest::newRow("a bin that is too short") << QByteArray(R"({"binSeconds": 0.1, "bins": [[1, 2]]})");
    QTest::newRow("a negative count") << QByteArray(R"({"binSeconds": 0.1, "bins": [[1, -2, 3, 4, 5]]})");
}

void TestTimeSeries::foreignJson()
{
    QFETCH(QByteArray, json);
    QVERIFY(!TimeSeries::fromJson(QJsonDocument::fromJson(json).object()));
}

QTEST_GUILESS_MAIN(TestTimeSeries)
#include "tst_timeseries.moc"
