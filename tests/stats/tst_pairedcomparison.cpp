// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/pairedcomparison.h"

#include "tests/stats/simulatedrounds.h"

#include <QTest>

using namespace servelab::stats;

using Pairs = std::vector<SameCodePair>;

namespace {

Pairs scaled(Pairs pairs, double factor)
{
    for (SameCodePair &pair : pairs) {
        pair.first *= factor;
        pair.second *= factor;
    }
    return pairs;
}

const Pairs calm{{100, 101}, {102, 101}, {99, 100}, {100, 100}, {101, 100}};

} // namespace

class TestPairedComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsAClearDifference()
    {
        const PairedComparison slower = comparePairs(calm, scaled(calm, 0.82));
        QCOMPARE(slower.outcome, Outcome::Lower);
        QCOMPARE(slower.rounds, 5);
        QCOMPARE(slower.roundsOutside, 5);
        QVERIFY(std::abs(slower.ratio - 0.82) < 1e-12);
        QVERIFY(std::abs(slower.lowest - 0.82) < 1e-12 && std::abs(slower.highest - 0.82) < 1e-12);
        QVERIFY(slower.band > 0.004 && slower.band < 0.01);
        QVERIFY(std::abs(slower.welch->difference + 0.18) < 1e-12);
        QVERIFY(slower.welch->probability < 1e-6);
        QCOMPARE(comparePairs(calm, scaled(calm, 1.1)).outcome, Outcome::Higher);
    }

    void takesBandFromNineInTenSameCodePairs()
    {
        // Ten pairs that lie 1, 2, ... 10 % apart: with type 7, nine in ten lie within 9.1 %.
        Pairs baseline;
        Pairs candidate;
        for (int i = 0; i < 5; ++i) {
            baseline.push_back({1, std::exp(0.01 * (i + 1))});
            candidate.push_back({1, std::exp(-0.01 * (i + 6))});
        }
        const double expected = std::expm1(0.091 / std::sqrt(2.0));
        QVERIFY(std::abs(comparePairs(baseline, candidate).band - expected) < 1e-12);
    }

    void asksForTwoPerCent()
    {
        const Pairs still(5, {100, 100});
        QCOMPARE(comparePairs(still, scaled(still, 1.0199)).outcome, Outcome::NoDifference);
        QCOMPARE(comparePairs(still, scaled(still, 1.02)).outcome, Outcome::Higher);
        QCOMPARE(comparePairs(still, scaled(still, 0.9801)).outcome, Outcome::NoDifference);
        QCOMPARE(comparePairs(still, scaled(still, 0.98)).outcome, Outcome::Lower);
    }

    void asksForEveryRoundOnOneSide()
    {
        Pairs candidate = scaled(calm, 1.2);
        candidate[3] = {99, 99};
        const PairedComparison mixed = comparePairs(calm, candidate);
        QCOMPARE(mixed.outcome, Outcome::NoDifference);
        QCOMPARE(mixed.roundsOutside, 4);
    }

    void asksForMoreThanTheNoise()
    {
        const Pairs noisy{{100, 130}, {130, 100}, {100, 125}, {128, 100}, {100, 128}};
        QCOMPARE(comparePairs(noisy, scaled(noisy, 1.1)).outcome, Outcome::NoDifference);
        QCOMPARE(comparePairs(noisy, scaled(noisy, 1.4)).outcome, Outcome::Higher);
    }

    void needsThreeRounds()
    {
        const Pairs two(2, {100, 100});
        const PairedComparison few = comparePairs(two, scaled(two, 2));
        QCOMPARE(few.outcome, Outcome::NotComparable);
        QCOMPARE(few.ratio, 2.0);
        QCOMPARE(comparePairs({}, {}).outcome, Outcome::NotComparable);
    }

    void needsFiguresThatHaveARatio()
    {
        Pairs withNothing = calm;
        withNothing[2].second = 0;
        QCOMPARE(comparePairs(calm, withNothing).outcome, Outcome::NotComparable);
        QCOMPARE(comparePairs(withNothing, calm).outcome, Outcome::NotComparable);
    }

    void boundsWhatChanceGives()
    {
        QCOMPARE(expectedFalsePositives(8, 5), 8 * 0.05);
        QCOMPARE(expectedFalsePositives(8, 9), 8.0 / 256);
        QCOMPARE(expectedFalsePositives(0, 9), 0.0);
    }

    void isSeldomWrong_data()
    {
        QTest::addColumn<Disturbance>("how");
        QTest::addColumn<int>("rounds");
        QTest::newRow("scatter of 1 %, three rounds") << Disturbance{.scatter = 0.01} << 3;
        QTest::newRow("scatter of 3 %, three rounds") << Disturbance{.scatter = 0.03} << 3;
        QTest::newRow("scatter of 1 %") << Disturbance{.scatter = 0.01} << 5;
        QTest::newRow("scatter of 5 %") << Disturbance{.scatter = 0.05} << 5;
        QTest::newRow("drift") << Disturbance{.scatter = 0.01, .roundScatter = 0.03, .drift = 0.1} << 5;
        QTest::newRow("spikes") << Disturbance{.scatter = 0.01, .spikeShare = 0.2, .spikeSize = 0.2} << 5;
        QTest::newRow("nine rounds") << Disturbance{.scatter = 0.03} << 9;
    }

    void isSeldomWrong()
    {
        QFETCH(const Disturbance, how);
        QFETCH(const int, rounds);
        const double wrong = shareOfVerdicts(1, 2'000, rounds, how, 1).different;
        QVERIFY2(wrong <= 0.05, qPrintable(QString::number(wrong)));
    }

    void findsFivePerCent_data()
    {
        QTest::addColumn<Disturbance>("how");
        QTest::addColumn<int>("rounds");
        QTest::newRow("scatter of 1 %, three rounds") << Disturbance{.scatter = 0.01} << 3;
        QTest::newRow("scatter of 1.5 %") << Disturbance{.scatter = 0.015} << 5;
        QTest::newRow("drift") << Disturbance{.scatter = 0.01, .roundScatter = 0.03, .drift = 0.1} << 5;
        QTest::newRow("scatter of 1.5 %, nine rounds") << Disturbance{.scatter = 0.015} << 9;
    }

    void findsFivePerCent()
    {
        QFETCH(const Disturbance, how);
        QFETCH(const int, rounds);
        const double found = shareOfVerdicts(2, 2'000, rounds, how, 0.95).lower;
        QVERIFY2(found >= 0.9, qPrintable(QString::number(found)));
    }
};

QTEST_GUILESS_MAIN(TestPairedComparison)
#include "tst_pairedcomparison.moc"
