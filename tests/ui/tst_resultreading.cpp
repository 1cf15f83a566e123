// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resultreading.h"

#include "tests/ui/sampledata.h"

#include <QLocale>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestResultReading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void namesTheFastestTheSlowestAndTheSmallest()
    {
        const QString text = readingOf(testing::sampleResult());
        QVERIFY2(text.contains(u"“Brotli 11, cached” answered most"_s), qPrintable(text));
        QVERIFY2(text.contains(u"“Brotli 11, each request” with 0.9"_s), qPrintable(text));
        QVERIFY2(text.contains(u"times as many as"_s), qPrintable(text));
        QVERIFY2(text.contains(u"44 % less than “Brotli 1"_s), qPrintable(text));
    }

    void namesNoDifferenceWhereSamplesOverlap()
    {
        const QString text = readingOf(
            testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 1005, 500, 900, 1'000'000}}, 3));
        QVERIFY2(text.contains(u"No difference"_s), qPrintable(text));
        QVERIFY2(!text.contains(u"answered most"_s), qPrintable(text));
        QVERIFY2(!text.contains(u"smallest"_s), qPrintable(text));
    }

    void givesPercentBelowTwice()
    {
        const QString text = readingOf(
            testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 1300, 500, 900, 1'000'000}}, 3));
        QVERIFY2(text.contains(u"30 % more than “a”"_s), qPrintable(text));
    }

    void warnsOfASingleRound()
    {
        const QString text = readingOf(testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}}, 1));
        QVERIFY2(text.contains(u"more rounds"_s), qPrintable(text));
    }

    void countsSamplesThatFailed()
    {
        lab::ResultDocument document = testing::sampleResult();
        document.samples.first().failure = base::Error{u"The server did not answer."_s, {}, {}};
        const QString text = readingOf(document);
        QVERIFY2(
            text.contains(u"do not count: 1. The first one: The server did not answer."_s), qPrintable(text));
    }

    void saysWhenNothingWasMeasured() { QCOMPARE(readingOf({}), u"Nothing was measured."_s); }
};

QTEST_APPLESS_MAIN(TestResultReading)
#include "tst_resultreading.moc"
