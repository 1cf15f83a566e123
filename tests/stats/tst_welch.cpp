// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/welch.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace servelab::stats;

using Values = std::vector<double>;

class TestWelch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithPublishedExamples_data()
    {
        QTest::addColumn<Values>("first");
        QTest::addColumn<Values>("second");
        QTest::addColumn<Values>("expected"); // difference, t, degrees, probability, interval
        // "Student" (1908), the soporifics; R's manual prints t = 1.8608, df = 17.776, p-value = 0.07939 and
        // the interval -0.2054832, 3.3654832.
        QTest::newRow("sleep") << Values{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
                               << Values{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
                               << Values{1.58, 1.86081346748685310, 17.7764735161784901,
                                      0.0793941401873581383, -0.205483230711710971, 3.36548323071171097};
        QTest::newRow("equal sizes, unequal scatter")
            << Values{27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7,
                   21.4}
            << Values{27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5,
                   24.7}
            << Values{2.85333333333333333, 2.86941063648899838, 27.8967231564900842, 0.00775443005845384694,
                   0.816063627482855178, 4.89060303918381149};
        QTest::newRow("unequal sizes")
            << Values{17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8}
            << Values{21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5,
                   23.6, 21.5, 22.5, 23.5, 21.5, 21.8}
            << Values{1.525, 1.56543352359850521, 9.90474124865082887, 0.148841696605327985,
                   -0.648421325375165383, 3.69842132537516538};
    }

    void agreesWithPublishedExamples()
    {
        QFETCH(const Values, first);
        QFETCH(const Values, second);
        QFETCH(const Values, expected);
        const auto result = welch(first, second);
        QVERIFY(result.has_value());
        const Values found{result->difference, result->t, result->degreesOfFreedom, result->probability,
            result->lower, result->upper};
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY2(std::abs(found[i] - expected[i]) < 1e-9, qPrintable(QString::number(found[i], 'g', 17)));
    }

    void widensWithConfidence()
    {
        const Values first{1, 2, 3};
        const Values second{2, 3, 5};
        QVERIFY(welch(first, second, 0.99)->upper > welch(first, second, 0.95)->upper);
        QCOMPARE(welch(first, second, 0.99)->confidence, 0.99);
    }

    void needsTwoNumbersOnEachSide()
    {
        const Values one{1};
        const Values two{1, 2};
        QVERIFY(!welch(one, two));
        QVERIFY(!welch(two, one));
    }

    void takesNumbersThatDoNotScatter()
    {
        const Values ones{1, 1, 1};
        const Values twos{2, 2, 2};
        QCOMPARE(welch(ones, ones)->probability, 1.0);
        QCOMPARE(welch(ones, twos)->probability, 0.0);
        QCOMPARE(welch(ones, twos)->lower, 1.0);
        QCOMPARE(welch(ones, twos)->upper, 1.0);
    }
};

QTEST_GUILESS_MAIN(TestWelch)
#include "tst_welch.moc"
