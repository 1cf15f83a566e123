// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/student.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace servelab::stats;

namespace {

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-9 * std::max(1.0, std::abs(expected));
}

} // namespace

/// The expected numbers are from printed tables, and from mpmath with thirty digits.
class TestStudent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheIncompleteBeta_data()
    {
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("expected");
        QTest::newRow("a polynomial") << 2.0 << 3.0 << 0.4 << 0.5248;
        QTest::newRow("an arc sine") << 0.5 << 0.5 << 0.25 << 1.0 / 3;
        QTest::newRow("large parameters") << 50.0 << 60.0 << 0.45 << 0.464235291430603629;
        QTest::newRow("near nothing") << 0.1 << 8.0 << 0.001 << 0.644479831098554247;
        QTest::newRow("near everything") << 300.0 << 2.0 << 0.99 << 0.196163576285143026;
        QTest::newRow("nothing") << 2.0 << 3.0 << 0.0 << 0.0;
        QTest::newRow("everything") << 2.0 << 3.0 << 1.0 << 1.0;
    }

    void knowsTheIncompleteBeta()
    {
        QFETCH(const double, a);
        QFETCH(const double, b);
        QFETCH(const double, x);
        QFETCH(const double, expected);
        QVERIFY2(isNear(incompleteBeta(a, b, x), expected),
            qPrintable(QString::number(incompleteBeta(a, b, x), 'g', 17)));
    }

    void knowsProbabilities_data()
    {
        QTest::addColumn<double>("t");
        QTest::addColumn<double>("freedom");
        QTest::addColumn<double>("expected");
        QTest::newRow("one degree") << 1.0 << 1.0 << 0.5;
        QTest::newRow("the table's 2.228 of ten degrees") << 2.2281388519649385 << 10.0 << 0.05;
        QTest::newRow("broken degrees") << 2.5 << 3.7 << 0.0718220229118267728;
        QTest::newRow("no difference") << 0.0 << 7.0 << 1.0;
        QTest::newRow("a small t of many degrees") << 0.1 << 250.25 << 0.920424389272712265;
        QTest::newRow("a large t") << 12.0 << 4.0 << 0.000276428548502972955;
        QTest::newRow("on the other side") << -2.5 << 3.7 << 0.0718220229118267728;
        QTest::newRow("without any scatter") << std::numeric_limits<double>::infinity() << 4.0 << 0.0;
    }

    void knowsProbabilities()
    {
        QFETCH(const double, t);
        QFETCH(const double, freedom);
        QFETCH(const double, expected);
        QVERIFY2(isNear(twoSidedProbability(t, freedom), expected),
            qPrintable(QString::number(twoSidedProbability(t, freedom), 'g', 17)));
    }

    void knowsCriticalValues_data()
    {
        QTest::addColumn<double>("probability");
        QTest::addColumn<double>("freedom");
        QTest::addColumn<double>("expected");
        QTest::newRow("5 % of one degree") << 0.05 << 1.0 << 12.7062047361747040;
        QTest::newRow("5 % of five") << 0.05 << 5.0 << 2.57058183563631547;
        QTest::newRow("5 % of ten") << 0.05 << 10.0 << 2.22813885198627472;
        QTest::newRow("1 % of thirty") << 0.01 << 30.0 << 2.74999565356722532;
        QTest::newRow("5 % of broken degrees") << 0.05 << 17.776473516178 << 2.10281724156980660;
        QTest::newRow("10 % of a thousand") << 0.1 << 1000.0 << 1.64637881728546465;
    }

    void knowsCriticalValues()
    {
        QFETCH(const double, probability);
        QFETCH(const double, freedom);
        QFETCH(const double, expected);
        QVERIFY2(isNear(criticalT(probability, freedom), expected),
            qPrintable(QString::number(criticalT(probability, freedom), 'g', 17)));
    }
};

QTEST_GUILESS_MAIN(TestStudent)
#include "tst_student.moc"
