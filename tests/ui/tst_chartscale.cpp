// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartdata.h"
#include "ui/widgets/chartscale.h"

#include <QLocale>
#include <QTest>

#include <cmath>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestChartScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void roundsAxesUp_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("rounded");
        QTest::newRow("nothing still has an axis") << 0.0 << 1.0;
        QTest::newRow("a round number stays") << 200.0 << 200.0;
        QTest::newRow("just above a round number") << 201.0 << 400.0;
        QTest::newRow("close to the next power of ten") << 9.3 << 10.0;
        QTest::newRow("a small number") << 0.034 << 0.04;
    }

    void roundsAxesUp()
    {
        QFETCH(double, value);
        QFETCH(double, rounded);
        QCOMPARE(roundedUp(value), rounded);
    }

    void findsItsWayBack_data()
    {
        QTest::addColumn<AxisScale>("scale");
        QTest::addColumn<double>("value");
        QTest::newRow("linear") << AxisScale::Linear << -12.5;
        QTest::newRow("logarithmic") << AxisScale::Logarithmic << 1'250.0;
        QTest::newRow("the median") << AxisScale::Percentile << 50.0;
        QTest::newRow("a far percentile") << AxisScale::Percentile << 99.99;
    }

    void findsItsWayBack()
    {
        QFETCH(AxisScale, scale);
        QFETCH(double, value);
        QVERIFY(std::abs(toValue(scale, toPlace(scale, value)) - value) < 1e-6);
    }

    void ninesStandEquallyFarApart()
    {
        const auto place = [](double percent) { return toPlace(AxisScale::Percentile, percent); };
        QVERIFY(std::abs((place(99) - place(90)) - (place(99.9) - place(99))) < 1e-9);
        QVERIFY(std::isfinite(place(100)));
        QVERIFY(std::isfinite(toPlace(AxisScale::Logarithmic, 0)));
        QVERIFY(std::isnan(toPlace(AxisScale::Logarithmic, qQNaN())));
    }

    void marksRoundValues_data()
    {
        QTest::addColumn<AxisScale>("scale");
        QTest::addColumn<double>("lowest");
        QTest::addColumn<double>("highest");
        QTest::addColumn<QStringList>("texts");
        const QStringList minute{u"−60"_s, u"−50"_s, u"−40"_s, u"−30"_s, u"−20"_s, u"−10"_s, u"0"_s};
        QTest::newRow("the last minute") << AxisScale::Linear << -60.0 << 0.0 << minute;
        QTest::newRow("a part of it")
            << AxisScale::Linear << -12.3 << -8.1 << QStringList({u"−12"_s, u"−11"_s, u"−10"_s, u"−9"_s});
        QTest::newRow("three decades") << AxisScale::Logarithmic << 1.0 << 1000.0
                                       << QStringList({u"1"_s, u"10"_s, u"100"_s, u"1\u202f000"_s});
        QTest::newRow("one decade has more")
            << AxisScale::Logarithmic << 1.0 << 10.0 << QStringList({u"1"_s, u"2"_s, u"5"_s, u"10"_s});
        QTest::newRow("percentiles") << AxisScale::Percentile << 0.0 << 99.99
                                     << QStringList(
                                            {u"0"_s, u"50"_s, u"90"_s, u"99"_s, u"99.9"_s, u"99.99"_s});
        QTest::newRow("no span") << AxisScale::Linear << 3.0 << 3.0 << QStringList();
        QTest::newRow("no logarithm") << AxisScale::Logarithmic << 0.0 << 3.0 << QStringList();
    }

    void marksRoundValues()
    {
        QFETCH(AxisScale, scale);
        QFETCH(double, lowest);
        QFETCH(double, highest);
        QFETCH(QStringList, texts);
        QStringList found;
        for (const AxisMark &mark : axisMarks(scale, lowest, highest, 7))
            found.append(mark.text);
        QCOMPARE(found, texts);
    }

    void aPartOfAnAxisLiesWithinIt()
    {
        const ChartAxis axis{u"s"_s, -60, 0, AxisScale::Linear};
        QVERIFY(partOf(axis, {-20, -10}).hasMarksOf({{}, -20, -10}));
        QVERIFY(partOf(axis, {-90, -10}).hasMarksOf({{}, -60, -10}));
        QVERIFY(partOf(axis, {5, 9}).hasMarksOf(axis)); // nothing would be seen
        QCOMPARE(partOf(axis, {-20, -10}).title, u"s"_s);
    }

    void aStepIsTwoPixelsInPlaces()
    {
        QCOMPARE(stepOf({{}, -60, 0}, 120), 1.0);
        QCOMPARE(stepOf({{}, 1, 100, AxisScale::Logarithmic}, 400),
            2 * toPlace(AxisScale::Logarithmic, 100) / 400);
        QCOMPARE(stepOf({{}, -60, 0}, 0), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestChartScale)
#include "tst_chartscale.moc"
