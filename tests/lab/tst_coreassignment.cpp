// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/coreassignment.h"

#include <QTest>

using namespace servelab::lab;

class TestCoreAssignment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dividesTheCores_data()
    {
        using Cores = QList<int>;
        QTest::addColumn<Cores>("available");
        QTest::addColumn<Cores>("workers");
        QTest::addColumn<Cores>("server");
        QTest::addColumn<Cores>("load");
        QTest::newRow("one core is shared") << Cores{0} << Cores{0} << Cores{} << Cores{};
        QTest::newRow("none known are shared") << Cores{} << Cores{0} << Cores{} << Cores{};
        QTest::newRow("two: one for each side") << Cores{0, 1} << Cores{0, 0} << Cores{0} << Cores{1};
        QTest::newRow("five: half, rounded down")
            << Cores{0, 1, 2, 3, 4} << Cores{0} << Cores{0, 1} << Cores{2, 3, 4};
        QTest::newRow("the variant with the most workers decides")
            << Cores{0, 1, 2, 3} << Cores{1, 3} << Cores{0, 1, 2} << Cores{3};
        QTest::newRow("one core stays for load") << Cores{0, 1} << Cores{1, 8} << Cores{0} << Cores{1};
        QTest::newRow("numbers with gaps") << Cores{2, 5, 7} << Cores{1} << Cores{2} << Cores{5, 7};
    }

    void dividesTheCores()
    {
        QFETCH(const QList<int>, available);
        QFETCH(const QList<int>, workers);
        QFETCH(const QList<int>, server);
        QFETCH(const QList<int>, load);
        Experiment experiment;
        for (const int count : workers) {
            Variant variant;
            if (count > 0)
                variant.patch.insert(QStringLiteral("workers"), count);
            experiment.variants.append(variant);
        }
        const CoreAssignment cores = assignCores(experiment, available);
        QCOMPARE(cores.server, server);
        QCOMPARE(cores.load, load);
    }
};

QTEST_GUILESS_MAIN(TestCoreAssignment)
#include "tst_coreassignment.moc"
