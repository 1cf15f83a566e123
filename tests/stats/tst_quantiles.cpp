// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/quantiles.h"

#include <QTest>

using namespace servelab::stats;

class TestQuantiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void liesBetweenNeighbours_data()
    {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("expected");
        const QList<double> five{15, 20, 35, 40, 50};
        QTest::newRow("the least") << five << 0.0 << 15.0;
        QTest::newRow("the greatest") << five << 1.0 << 50.0;
        QTest::newRow("two fifths of five") << five << 0.4 << 29.0;
        QTest::newRow("the middle of an odd count") << five << 0.5 << 35.0;
        QTest::newRow("the middle of an even count") << QList<double>{1, 2, 4, 8} << 0.5 << 3.0;
        QTest::newRow("a quarter") << QList<double>{1, 2, 4, 8} << 0.25 << 1.75;
        QTest::newRow("of one") << QList<double>{7} << 0.9 << 7.0;
        QTest::newRow("beyond the ends") << five << 1.5 << 50.0;
    }

    void liesBetweenNeighbours()
    {
        QFETCH(const QList<double>, values);
        QFETCH(const double, p);
        QFETCH(const double, expected);
        QCOMPARE(quantile(values, p), expected);
    }

    void sortsByItself()
    {
        QCOMPARE(median({3, 1, 2}), 2.0);
        QCOMPARE(median({}), 0.0);
        const Quartiles all = quartiles({9, 1, 5, 3, 7});
        QCOMPARE(all.lowest, 1.0);
        QCOMPARE(all.lower, 3.0);
        QCOMPARE(all.median, 5.0);
        QCOMPARE(all.upper, 7.0);
        QCOMPARE(all.highest, 9.0);
        QCOMPARE(quartiles({}).median, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestQuantiles)
#include "tst_quantiles.moc"
