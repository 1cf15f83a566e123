// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/verdict.h"

#include "core/lab/fitness.h"

#include "tests/lab/samples.h"

#include <QTest>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Change = void (*)(ResultDocument &);
Q_DECLARE_METATYPE(Change)

class TestVerdict : public QObject
{
    Q_OBJECT

private:
    static Verdict onlyVerdict(const ResultDocument &document)
    {
        const QList<Verdict> verdicts = verdictsOf(document);
        return verdicts.size() == 1 ? verdicts.first() : Verdict();
    }

private Q_SLOTS:
    void saysWhatAPersonWouldSay_data()
    {
        QTest::addColumn<double>("candidate");
        QTest::addColumn<double>("scatter");
        QTest::addColumn<Verdict::Kind>("kind");
        QTest::addColumn<QString>("words");
        using enum Verdict::Kind;
        QTest::newRow("slower") << 82'000.0 << 0.005 << Worse
                                << u"18 % slower; outside noise in 9 of 9 rounds"_s;
        QTest::newRow("faster") << 107'500.0 << 0.005 << Better
                                << u"7.5 % faster; outside noise in 9 of 9 rounds"_s;
        QTest::newRow("many times faster")
            << 340'000.0 << 0.005 << Better << u"3.40 times: faster; outside noise in 9 of 9 rounds"_s;
        QTest::newRow("within noise")
            << 103'000.0 << 0.05 << NoDifference << u"no difference beyond noise (±3.5 %)"_s;
        QTest::newRow("outside noise, but small")
            << 101'500.0 << 0.001 << NoDifference << u"no difference beyond noise (±0.1 %)"_s;
    }

    void saysWhatAPersonWouldSay()
    {
        QFETCH(const double, candidate);
        QFETCH(const double, scatter);
        QFETCH(const Verdict::Kind, kind);
        QFETCH(const QString, words);
        const Verdict verdict = onlyVerdict(makePairedDocument(9, 100'000, candidate, scatter));
        QCOMPARE(verdict.words, words);
        QCOMPARE(verdict.kind, kind);
        QCOMPARE(verdict.variant, u"b"_s);
    }

    void knowsWhichDirectionIsBetter()
    {
        ResultDocument document
            = makePairedDocument(5, 100'000, 50'000); // the same CPU for half the requests
        document.experiment.workloads.first().metric = u"cpuMicrosecondsPerRequest"_s;
        const Verdict verdict = onlyVerdict(document);
        QCOMPARE(verdict.kind, Verdict::Kind::Worse);
        QVERIFY2(verdict.words.contains(u"more CPU per request"_s), qPrintable(verdict.words));
    }

    void withholdsAVerdict_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        QTest::newRow("on battery") << Change([](ResultDocument &d) {
            d.environment.machine.onBattery = true;
        }) << u"withheld: machine unfit: the machine ran on battery, where it may be slower"_s;
        QTest::newRow("beside other work") << Change([](ResultDocument &d) {
            for (Sample &sample : d.samples)
                sample.otherCpu = 1500ms; // of two seconds that two cores have
        }) << u"withheld: machine unfit: other programs used 75 % of the processor while it was measured"_s;
        QTest::newRow("of one run a round")
            << Change([](ResultDocument &d) { d.experiment.runsPerRound = 1; })
            << u"withheld: without same-code pairs the noise is not known"_s;
        QTest::newRow("of two rounds") << Change([](ResultDocument &d) {
            d.samples.removeIf([](const Sample &s) { return s.round > 1; });
        }) << u"withheld: 2 whole rounds, at least 3 are needed"_s;
        QTest::newRow("where failures leave two whole rounds") << Change([](ResultDocument &d) {
            for (Sample &sample : d.samples) {
                if (sample.round > 1 && sample.copy == 1)
                    sample.failure = base::Error{u"It fell over."_s, {}, {}};
            }
        }) << u"withheld: 2 whole rounds, at least 3 are needed"_s;
    }

    void withholdsAVerdict()
    {
        QFETCH(const Change, change);
        QFETCH(const QString, words);
        ResultDocument document = makePairedDocument(5, 100'000, 50'000);
        change(document);
        const Verdict verdict = onlyVerdict(document);
        QCOMPARE(verdict.words, words);
        QCOMPARE(verdict.kind, Verdict::Kind::Withheld);
    }

    void judgesCpuWhereTheGeneratorWasTheLimit()
    {
        ResultDocument document = makePairedDocument(5, 100'000, 100'000);
        for (Sample &sample : document.samples) {
            sample.load.busiestThread.busy = 980ms; // of one second
            sample.serverCpu = sample.variant == u"a"_s ? 500ms : 300ms;
        }
        const Verdict verdict = onlyVerdict(document);
        QVERIFY(verdict.generatorWasLimit);
        QCOMPARE(verdict.words,
            u"40 % less CPU per request; outside noise in 5 of 5 rounds (CPU per request: the load generator was the limit)"_s);
        QCOMPARE(verdict.kind, Verdict::Kind::Better);
    }

    void takesAServerWithoutTimeForTheLimit()
    {
        ResultDocument document = makePairedDocument(5, 100'000, 50'000);
        for (Sample &sample : document.samples) {
            sample.load.busiestThread.busy = 980ms;
            sample.serverCpu = 990ms;
        }
        QVERIFY(!onlyVerdict(document).generatorWasLimit);
    }

    void saysWhatTheProgramThatMeasuredUsedItself()
    {
        ResultDocument document = makePairedDocument(3, 100'000, 50'000);
        QVERIFY(!observerShare(document)); // one of before
        QVERIFY(!toTextTable(document).contains(u"The program that measured"_s));
        for (Sample &sample : document.samples)
            sample.observerCpu = 10ms; // of two seconds that two cores have
        QCOMPARE(*observerShare(document), 0.005);
        QCOMPARE(fitnessOf(document).level, FitnessLevel::Green);
        QVERIFY(toTextTable(document).contains(u"used 0.500 % of the processor itself"_s));
        for (Sample &sample : document.samples)
            sample.observerCpu = 200ms;
        QCOMPARE(fitnessOf(document).level, FitnessLevel::Amber);
        QVERIFY(fitnessOf(document).reasons.first().text.contains(u"10 %"_s));
    }

    void judgesAMachine_data()
    {
        using MachineChange = void (*)(Environment &);
        QTest::addColumn<MachineChange>("change");
        QTest::addColumn<FitnessLevel>("level");
        using enum FitnessLevel;
        QTest::newRow("quiet") << MachineChange([](Environment &) { }) << Green;
        QTest::newRow("of one core") << MachineChange([](Environment &e) { e.machine.cores = 1; }) << Red;
        QTest::newRow("a little busy") << MachineChange([](Environment &e) { e.busyShare = 0.1; }) << Amber;
        QTest::newRow("very busy") << MachineChange([](Environment &e) { e.busyShare = 0.5; }) << Red;
        QTest::newRow("busy before, quiet now") << MachineChange([](Environment &e) {
            e.machine.loadAverage = 2;
            e.busyShare = 0.01;
        }) << Green;
        QTest::newRow("busy as far as is known")
            << MachineChange([](Environment &e) { e.machine.loadAverage = 2; }) << Amber;
        QTest::newRow("at full speed")
            << MachineChange([](Environment &e) { e.machine.governor = u"performance"_s; }) << Green;
        QTest::newRow("at changing speed")
            << MachineChange([](Environment &e) { e.machine.governor = u"schedutil"_s; }) << Amber;
        QTest::newRow("at the lowest speed")
            << MachineChange([](Environment &e) { e.machine.governor = u"powersave"_s; }) << Red;
        QTest::newRow("at the speed that the processor chooses") << MachineChange([](Environment &e) {
            e.machine.governor = u"powersave"_s;
            e.machine.frequencyDriver = u"intel_pstate"_s;
        }) << Amber;
        QTest::newRow("with a debug build")
            << MachineChange([](Environment &e) { e.buildType = u"Debug"_s; }) << Amber;
    }

    void judgesAMachine()
    {
        using MachineChange = void (*)(Environment &);
        QFETCH(const MachineChange, change);
        QFETCH(const FitnessLevel, level);
        Environment environment = makeDocument({}).environment;
        change(environment);
        const Fitness fitness = fitnessOf(environment);
        QCOMPARE(fitness.level, level);
        QCOMPARE(fitness.reasons.isEmpty(), level == FitnessLevel::Green);
        QCOMPARE(fitness.unfitText().isEmpty(), level != FitnessLevel::Red);
    }
};

QTEST_GUILESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
