// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/histogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

using servelab::stats::Histogram;

namespace {

using Values = std::vector<std::int64_t>;

Histogram histogramOf(const Values &values)
{
    Histogram histogram;
    for (const std::int64_t value : values)
        histogram.record(value);
    return histogram;
}

template <typename Draw>
Values draw(std::size_t count, Draw next)
{
    std::mt19937_64 random(20261130);
    Values values(count);
    for (std::int64_t &value : values)
        value = std::clamp<std::int64_t>(std::llround(next(random)), 1, Histogram::highestTrackable);
    return values;
}

Values uniformValues()
{
    return draw(100'000, std::uniform_real_distribution<>(1, 1e6));
}

Values logNormalValues()
{
    return draw(200'000, std::lognormal_distribution<>(6, 2));
}

Values twoPeaks()
{
    return draw(100'000, [](auto &random) {
        const bool slow = std::bernoulli_distribution(0.02)(random);
        return slow ? std::normal_distribution<>(2e6, 1e4)(random)
                    : std::normal_distribution<>(120, 9)(random);
    });
}

/// Value of that rank in the sorted list: the definition that percentile() must meet.
std::int64_t exactPercentile(const Values &sorted, std::size_t perHundredThousand)
{
    const std::size_t rank = (perHundredThousand * sorted.size() + 99'999) / 100'000;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

QJsonObject jsonOf(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

} // namespace

Q_DECLARE_METATYPE(Values)

class TestHistogram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyHasNothing();
    void keepsThreeDigits_data();
    void keepsThreeDigits();
    void percentilesAgreeWithSorting_data();
    void percentilesAgreeWithSorting();
    void momentsAgreeWithDefinition_data();
    void momentsAgreeWithDefinition();
    void rankIsNotRoundedAway_data();
    void rankIsNotRoundedAway();
    void countsAtOnce();
    void everyNumberIsInTheBucketThatNamesIt();
    void mergeEqualsRecordingAll();
    void mergeWithEmptyChangesNothing();
    void sinceGivesTheDifference();
    void sinceWithoutNewValuesIsEmpty();
    void resetForgetsAll();
    void jsonLosesNothing_data();
    void jsonLosesNothing();
    void foreignJsonIsRefused_data();
    void foreignJsonIsRefused();
};

void TestHistogram::emptyHasNothing()
{
    const Histogram empty;
    QCOMPARE(empty.totalCount(), 0U);
    QCOMPARE(empty.minimum(), 0);
    QCOMPARE(empty.maximum(), 0);
    QCOMPARE(empty.mean(), 0.0);
    QCOMPARE(empty.standardDeviation(), 0.0);
    QCOMPARE(empty.percentile(50), 0);
    QVERIFY(empty.buckets().empty());
}

void TestHistogram::keepsThreeDigits_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<qint64>("counted");
    QTest::newRow("one") << qint64(1) << qint64(1);
    QTest::newRow("zero counts as one") << qint64(0) << qint64(1);
    QTest::newRow("negative counts as one") << qint64(-5) << qint64(1);
    QTest::newRow("last value of the exact range") << qint64(2047) << qint64(2047);
    QTest::newRow("first value that shares a bucket") << qint64(2048) << qint64(2048);
    QTest::newRow("an hour") << qint64(3'600'000'000) << qint64(3'600'000'000);
    QTest::newRow("more than an hour counts as an hour") << qint64(3'600'000'001) << qint64(3'600'000'000);
    QTest::newRow("the largest number counts as an hour")
        << std::numeric_limits<qint64>::max() << qint64(3'600'000'000);
}

void TestHistogram::keepsThreeDigits()
{
    QFETCH(qint64, value);
    QFETCH(qint64, counted);
    const Histogram histogram = histogramOf({value});
    QCOMPARE(histogram.minimum(), counted);
    QCOMPARE(histogram.maximum(), counted);
    QCOMPARE(histogram.percentile(50), counted);
    QCOMPARE(histogram.totalCount(), 1U);
}

void TestHistogram::percentilesAgreeWithSorting_data()
{
    QTest::addColumn<Values>("values");
    QTest::newRow("uniform") << uniformValues();
    QTest::newRow("log-normal with a long tail") << logNormalValues();
    QTest::newRow("exponential") << draw(150'000, std::exponential_distribution<>(1e-5));
    QTest::newRow("two peaks far apart") << twoPeaks();
    QTest::newRow("small integers") << draw(10'000, std::uniform_int_distribution<>(1, 9));
    QTest::newRow("over the whole range") << draw(100'000, std::uniform_real_distribution<>(1, 3.6e9));
    QTest::newRow("all the same") << Values(1000, 123'457);
    QTest::newRow("one value") << Values{77'777};
    QTest::newRow("two values") << Values{10, 1'000'000};
}

void TestHistogram::percentilesAgreeWithSorting()
{
    QFETCH(Values, values);
    const Histogram histogram = histogramOf(values);
    std::ranges::sort(values);
    for (const std::size_t share : {0U, 1U, 1000U, 25'000U, 50'000U, 75'000U, 90'000U, 95'000U, 99'000U,
             99'900U, 99'990U, 99'999U, 100'000U}) {
        const std::int64_t exact = exactPercentile(values, share);
        const std::int64_t found = histogram.percentile(static_cast<double>(share) / 1000);
        const double deviation = std::abs(static_cast<double>(found - exact)) / static_cast<double>(exact);
        QVERIFY2(deviation <= 0.001,
            qPrintable(QStringLiteral("p%1: %2 instead of %3").arg(share / 1000.0).arg(found).arg(exact)));
    }
    QCOMPARE(histogram.minimum(), values.front());
    QCOMPARE(histogram.maximum(), values.back());
    QCOMPARE(histogram.percentile(100), values.back());
}

void TestHistogram::momentsAgreeWithDefinition_data()
{
    QTest::addColumn<Values>("values");
    QTest::newRow("uniform") << uniformValues();
    QTest::newRow("log-normal with a long tail") << logNormalValues();
    QTest::newRow("two peaks far apart") << twoPeaks();
    QTest::newRow("two small values") << Values{1, 3};
}

void TestHistogram::momentsAgreeWithDefinition()
{
    QFETCH(Values, values);
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const std::int64_t value : values)
        squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    const double deviation = std::sqrt(squares / count);

    const Histogram histogram = histogramOf(values);
    QVERIFY(std::abs(histogram.mean() - mean) <= mean * 0.0005);
    QVERIFY(std::abs(histogram.standardDeviation() - deviation) <= deviation * 0.001);
}

void TestHistogram::rankIsNotRoundedAway_data()
{
    QTest::addColumn<double>("percent");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("below 0 is the minimum") << -1.0 << qint64(1);
    QTest::newRow("0 is the minimum") << 0.0 << qint64(1);
    QTest::newRow("a share smaller than one value is the minimum") << 0.01 << qint64(1);
    QTest::newRow("exactly half") << 50.0 << qint64(500);
    QTest::newRow("a little over half needs the next value") << 50.01 << qint64(501);
    QTest::newRow("99.9") << 99.9 << qint64(999);
    QTest::newRow("99.99") << 99.99 << qint64(1000);
    QTest::newRow("over 100 is the maximum") << 250.0 << qint64(1000);
}

void TestHistogram::rankIsNotRoundedAway()
{
    QFETCH(double, percent);
    QFETCH(qint64, expected);
    Values values(1000);
    std::iota(values.begin(), values.end(), 1);
    QCOMPARE(histogramOf(values).percentile(percent), expected);
}

void TestHistogram::countsAtOnce()
{
    Histogram histogram;
    histogram.record(10, 99'999);
    histogram.record(5'000'000, 1);
    histogram.record(77, 0);
    QCOMPARE(histogram.totalCount(), 100'000U);
    QCOMPARE(histogram.percentile(99.999), 10);
    QCOMPARE(histogram.percentile(100), 5'000'000);
}

void TestHistogram::everyNumberIsInTheBucketThatNamesIt()
{
    std::int64_t previous = 0;
    for (std::int64_t value = 1; value < Histogram::highestTrackable; value += 1 + value / 500) {
        const std::vector<Histogram::Bucket> buckets = histogramOf({value}).buckets();
        QCOMPARE(buckets.size(), 1U);
        QVERIFY(buckets[0].highest >= value);
        QVERIFY(static_cast<double>(buckets[0].highest - value) <= static_cast<double>(value) * 0.001);
        QVERIFY(buckets[0].highest > previous);
        previous = buckets[0].highest;
    }
}

void TestHistogram::mergeEqualsRecordingAll()
{
    const Values low = draw(5'000, std::exponential_distribution<>(0.01));
    const Values high = draw(5'000, std::uniform_real_distribution<>(1e5, 1e9));
    Values all = low;
    all.insert(all.end(), high.begin(), high.end());

    Histogram merged = histogramOf(low);
    merged.add(histogramOf(high));
    QCOMPARE(merged, histogramOf(all));

    Histogram otherWay = histogramOf(high);
    otherWay.add(histogramOf(low));
    QCOMPARE(otherWay, merged);
}

void TestHistogram::mergeWithEmptyChangesNothing()
{
    Histogram histogram = histogramOf({3, 4'000'000});
    histogram.add(Histogram());
    QCOMPARE(histogram, histogramOf({3, 4'000'000}));

    Histogram empty;
    empty.add(histogram);
    QCOMPARE(empty, histogram);
}

void TestHistogram::sinceGivesTheDifference()
{
    const Values before = draw(3'000, std::uniform_real_distribution<>(1, 1e8));
    const Values after = draw(2'000, std::uniform_real_distribution<>(1000, 5e5));
    const Histogram earlier = histogramOf(before);
    Histogram later = earlier;
    for (const std::int64_t value : after)
        later.record(value);

    const Histogram difference = later.since(earlier);
    const Histogram alone = histogramOf(after);
    QCOMPARE(difference.totalCount(), alone.totalCount());
    QCOMPARE(difference.percentile(50), alone.percentile(50));
    QCOMPARE(difference.percentile(99), alone.percentile(99));
    QVERIFY(std::abs(static_cast<double>(difference.minimum() - alone.minimum())) <= alone.minimum() * 0.001);
    QVERIFY(std::abs(static_cast<double>(difference.maximum() - alone.maximum())) <= alone.maximum() * 0.001);
    QCOMPARE(later.since(Histogram()), later);
}

void TestHistogram::sinceWithoutNewValuesIsEmpty()
{
    const Histogram histogram = histogramOf({5, 6, 7});
    QCOMPARE(histogram.since(histogram), Histogram());
    QCOMPARE(Histogram().since(Histogram()), Histogram());
}

void TestHistogram::resetForgetsAll()
{
    Histogram histogram = histogramOf({1, 2, 3'000'000'000});
    histogram.reset();
    QCOMPARE(histogram, Histogram());
    histogram.record(9);
    QCOMPARE(histogram, histogramOf({9}));
}

void TestHistogram::jsonLosesNothing_data()
{
    QTest::addColumn<Values>("values");
    QTest::newRow("empty") << Values{};
    QTest::newRow("one value inside a wide bucket") << Values{1'234'567};
    QTest::newRow("the whole range") << Values{1, 2047, 2048, 2049, 3'599'999'999, 3'600'000'000};
    QTest::newRow("log-normal") << logNormalValues();
}

void TestHistogram::jsonLosesNothing()
{
    QFETCH(Values, values);
    const Histogram histogram = histogramOf(values);
    const QByteArray text = QJsonDocument(histogram.toJson()).toJson();
    const std::optional<Histogram> read = Histogram::fromJson(QJsonDocument::fromJson(text).object());
    QVERIFY(read.has_value());
    QCOMPARE(*read, histogram);
}

void TestHistogram::foreignJsonIsRefused_data()
{
    QTest::addColumn<QJsonObject>("object");
    QTest::newRow("an empty object") << QJsonObject();
    QTest::newRow("buckets that are no list") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":7})");
    QTest::newRow("a bucket that is no pair") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":[[1]]})");
    QTest::newRow("a count of zero") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":[[1,0]]})");
    QTest::newRow("a negative count") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":[[1,-3]]})");
    QTest::newRow("a count that is text") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":[[1,"3"]]})");
    QTest::newRow("a value of no bucket")
        << jsonOf(R"({"minimum":4096,"maximum":4096,"buckets":[[4097,1]]})");
    QTest::newRow("a value beyond an hour")
        << jsonOf(R"({"minimum":1,"maximum":3600000001,"buckets":[[1,1],[3600000001,1]]})");
    QTest::newRow("buckets out of order") << jsonOf(R"({"minimum":1,"maximum":2,"buckets":[[2,1],[1,1]]})");
    QTest::newRow("a bucket twice") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":[[1,1],[1,1]]})");
    QTest::newRow("counts beyond 64 bits") << jsonOf(
        R"({"minimum":1,"maximum":3,"buckets":[[1,9223372036854775807],[2,9223372036854775807],[3,2]]})");
    QTest::newRow("a minimum outside the first bucket")
        << jsonOf(R"({"minimum":1,"maximum":5,"buckets":[[2,1],[5,1]]})");
    QTest::newRow("no maximum") << jsonOf(R"({"minimum":1,"buckets":[[1,1]]})");
    QTest::newRow("a minimum of nothing") << jsonOf(R"({"minimum":1,"maximum":1,"buckets":[]})");
}

void TestHistogram::foreignJsonIsRefused()
{
    QFETCH(QJsonObject, object);
    QVERIFY(!Histogram::fromJson(object).has_value());
}

QTEST_GUILESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
