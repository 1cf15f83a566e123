// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sampleorder.h"

#include <QSet>
#include <QTest>

#include <algorithm>

using servelab::lab::balancedOrders;

class TestSampleOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isBalanced_data()
    {
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("rounds");
        QTest::newRow("as many rounds as items") << 4 << 4;
        QTest::newRow("fewer rounds than items") << 6 << 3;
        QTest::newRow("more rounds than items") << 3 << 7;
        QTest::newRow("one item") << 1 << 5;
        QTest::newRow("one round") << 5 << 1;
    }

    void isBalanced()
    {
        QFETCH(const int, items);
        QFETCH(const int, rounds);
        for (quint64 seed = 0; seed < 50; ++seed) {
            const QList<QList<int>> orders = balancedOrders(items, rounds, seed);
            QCOMPARE(orders.size(), rounds);
            QList<QList<int>> timesAt(items, QList<int>(items, 0));
            for (const QList<int> &order : orders) {
                QCOMPARE(order.size(), items);
                for (int position = 0; position < items; ++position)
                    ++timesAt[order[position]][position];
            }
            const int fewest = rounds / items;
            for (const QList<int> &times : std::as_const(timesAt)) {
                QVERIFY(*std::min_element(times.begin(), times.end()) >= fewest);
                QVERIFY(*std::max_element(times.begin(), times.end()) <= fewest + 1);
            }
        }
    }

    void hasEveryItemOnceInEachRound()
    {
        const QList<QList<int>> orders = balancedOrders(6, 20, 7);
        for (const QList<int> &order : orders)
            QCOMPARE(QSet<int>(order.begin(), order.end()).size(), 6);
    }

    void isTheSameForTheSameSeed() { QCOMPARE(balancedOrders(5, 9, 42), balancedOrders(5, 9, 42)); }

    void differsBetweenSeeds()
    {
        QSet<QString> seen;
        for (quint64 seed = 0; seed < 100; ++seed) {
            QString text;
            const QList<QList<int>> orders = balancedOrders(4, 1, seed);
            for (const int item : orders.first())
                text += QString::number(item);
            seen.insert(text);
        }
        QVERIFY(seen.size() >= 20); // of the 24 there are
    }
};

QTEST_GUILESS_MAIN(TestSampleOrder)
#include "tst_sampleorder.moc"
