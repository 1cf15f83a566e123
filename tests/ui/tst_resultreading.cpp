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

    void saysWhatOneVariantCostsAndSaves()
    {
        QCOMPARE(readingOf(testing::pairResult()),
            u"Beside “Quality 4”, “Quality 6” costs 18\u00a0% of the requests per second, saves 4.0\u00a0% "
            u"of "
            "the bytes and has 22\u00a0% more p99 latency; outside noise in 9 of 9 rounds."_s);
    }

    void namesTheBestAndTheWorstOfMany()
    {
        const QString text = readingOf(testing::sampleResult());
        QVERIFY2(
            text.startsWith(u"Beside “Brotli 1, each request”: “Brotli 11, cached” is best: it answers"_s),
            qPrintable(text));
        QVERIFY2(text.contains(u"times the requests per second"_s), qPrintable(text));
        QVERIFY2(
            text.contains(u"“Brotli 11, each request” is worst: it costs 99.0\u00a0%"_s), qPrintable(text));
        QVERIFY2(text.contains(u"outside noise in 3 of 3 rounds"_s), qPrintable(text));
    }

    void namesNoDifferenceWithinNoise()
    {
        const QString text = readingOf(
            testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 1002, 500, 900, 1'000'000}}, 5));
        QVERIFY2(
            text.startsWith(u"Beside “a”, “b” shows no difference in requests per second beyond noise (±"_s),
            qPrintable(text));
        QVERIFY2(!text.contains(u"costs"_s) && !text.contains(u"but"_s), qPrintable(text));
    }

    void saysWhatDiffersWhereTheRateDoesNot()
    {
        const QString text = readingOf(testing::resultOf(
            {{u"a"_s, 1000, 500, 1000, 1'000'000}, {u"b"_s, 1002, 500, 800, 1'000'000}}, 5));
        QVERIFY2(text.contains(u", but saves 20\u00a0% of the bytes."_s), qPrintable(text));
    }

    void saysThatNoneIsBetter()
    {
        const QString text = readingOf(
            testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 700, 700, 900, 1'000'000},
                                  {u"c"_s, 1001, 500, 900, 1'000'000}},
                5));
        QVERIFY2(text.contains(u"“b” is worst: it costs 30\u00a0%"_s), qPrintable(text));
        QVERIFY2(text.contains(u". None of 2 is better."_s), qPrintable(text));
        QVERIFY2(text.contains(u"1 show no difference beyond noise."_s), qPrintable(text));
    }

    void saysWhyNothingCanBeSaid_data()
    {
        QTest::addColumn<lab::ResultDocument>("document");
        QTest::addColumn<QString>("reason");
        lab::ResultDocument unfit = testing::pairResult();
        unfit.environment.machine.onBattery = true;
        QTest::newRow("an unfit machine") << unfit << u"the machine ran on battery"_s;
        lab::ResultDocument single = testing::pairResult();
        single.experiment.runsPerRound = 1;
        QTest::newRow("no same-code pairs") << single << u"the noise is not known"_s;
        const lab::ResultDocument brief
            = testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 700, 500, 900, 1'000'000}}, 1);
        QTest::newRow("too few rounds") << brief << u"at least 3 are needed"_s;
        QTest::newRow("too few rounds, many variants") << [] {
            return testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 700, 500, 900, 1'000'000},
                                         {u"c"_s, 700, 500, 900, 1'000'000}},
                2);
        }() << u"at least 3 are needed"_s;
    }

    void saysWhyNothingCanBeSaid()
    {
        QFETCH(lab::ResultDocument, document);
        QFETCH(QString, reason);
        const QString text = readingOf(document);
        QVERIFY2(text.startsWith(u"Nothing can be said about the difference: "_s), qPrintable(text));
        QVERIFY2(text.contains(reason) && !text.contains(u"withheld"_s), qPrintable(text));
    }

    void saysThatTheGeneratorWasTheLimit()
    {
        lab::ResultDocument document = testing::pairResult();
        for (lab::Sample &sample : document.samples) {
            sample.load.busiestThread.busy = sample.load.elapsed;
            sample.serverCpu = sample.load.elapsed / 4;
        }
        const QString text = readingOf(document);
        QVERIFY2(text.contains(u"more CPU per request"_s), qPrintable(text));
        QVERIFY2(text.contains(u"The load generator was the limit"_s), qPrintable(text));
    }

    void readsAVariantThatIsAlone()
    {
        const QString text = readingOf(testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}}, 3));
        QVERIFY2(text.startsWith(u"“a” was measured alone: Requests "_s), qPrintable(text));
    }

    void countsSamplesThatFailed()
    {
        lab::ResultDocument document = testing::sampleResult();
        document.samples.first().failure = base::Error{u"The server did not answer."_s, {}, {}};
        const QString text = readingOf(document);
        QVERIFY2(
            text.contains(u"do not count: 1. The first one: The server did not answer."_s), qPrintable(text));
    }

    void saysThatTheRunWasCancelled()
    {
        lab::ResultDocument document = testing::pairResult();
        document.cancelled = true;
        QVERIFY(readingOf(document).endsWith(u"The run was cancelled; these are its finished rounds."_s));
    }

    void saysWhenNothingWasMeasured() { QCOMPARE(readingOf({}), u"Nothing was measured."_s); }
};

QTEST_APPLESS_MAIN(TestResultReading)
#include "tst_resultreading.moc"
