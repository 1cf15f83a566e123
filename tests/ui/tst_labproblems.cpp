// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labproblems.h"

#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestLabProblems : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void belongSomewhere_data()
    {
        QTest::addColumn<QString>("where");
        QTest::addColumn<LabPart>("part");
        QTest::addColumn<int>("variant");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("planField");
        const QString none;
        QTest::newRow("the program") << u"program"_s << LabPart::Load << -1 << none << none;
        QTest::newRow("the root") << u"base.root"_s << LabPart::Load << -1 << none << none;
        QTest::newRow("a file of the fixture") << u"fixture[0].path"_s << LabPart::Load << -1 << none << none;
        QTest::newRow("a path") << u"workloads[0].path"_s << LabPart::Workloads << -1 << none << none;
        QTest::newRow("no workload") << u"workloads"_s << LabPart::Workloads << -1 << none << none;
        QTest::newRow("a server") << u"variants[3].contender"_s << LabPart::Variants << 3 << none << none;
        QTest::newRow("a setting") << u"variants[12].patch.compression.gzipLevel"_s << LabPart::Variants << 12
                                   << u"compression.gzipLevel"_s << none;
        QTest::newRow("a time") << u"plan.durationMilliseconds"_s << LabPart::Plan << -1 << none
                                << u"duration"_s;
        QTest::newRow("a number") << u"plan.connections"_s << LabPart::Plan << -1 << none << u"connections"_s;
        QTest::newRow("rounds") << u"rounds"_s << LabPart::Plan << -1 << none << u"rounds"_s;
    }

    void belongSomewhere()
    {
        QFETCH(QString, where);
        const base::Error problem{u"Wrong."_s, {}, where};
        QTEST(partOf(problem), "part");
        QTEST(variantOf(problem), "variant");
        QTEST(settingOf(problem), "setting");
        QTEST(planFieldOf(problem), "planField");
        QCOMPARE(problemsOf(partOf(problem), {problem}).size(), 1);
    }

    void callSettingsAsPeopleKnowThem()
    {
        const base::Error problem{
            u"compression.gzipLevel is 99."_s, u"Give less."_s, u"variants[1].patch.compression.gzipLevel"_s};
        QCOMPARE(textOf(problem), u"gzip level is 99. Give less."_s);
        QCOMPARE(textOf({u"Wrong."_s, {}, u"rounds"_s}), u"Wrong."_s);
    }

    void areSaidOnce()
    {
        const QList<base::Error> problems{{u"A"_s, {}, u"variants[0].patch.workers"_s},
            {u"A"_s, {}, u"variants[1].patch.workers"_s}, {u"B"_s, {}, u"variants[1].patch.workers"_s},
            {u"A"_s, {}, u"variants[1].patch.index"_s}};
        QCOMPARE(withoutRepetitions(problems).size(), 3);
    }

    void areCountedInALine()
    {
        const base::Error one{u"The folder is gone."_s, u"Bring it back."_s, {}};
        QCOMPARE(reasonText({}), QString());
        QCOMPARE(reasonText({one}), u"The folder is gone. Bring it back."_s);
        QVERIFY(reasonText({one, one, one}).contains(u"2 more"_s));
    }
};

QTEST_GUILESS_MAIN(TestLabProblems)
#include "tst_labproblems.moc"
