// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/labcheck.h"

#include "tests/ui/sampledata.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// What keeps an experiment from running is found before it runs.
class TestLabCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        lab::Experiment experiment;
        experiment.id = u"site"_s;
        experiment.base.root = testing::writeSite(m_folder.path(), u"site"_s);
        experiment.workloads = {lab::Workload()};
        experiment.workloads.first().id = u"file"_s;
        experiment.workloads.first().path = u"/index.html"_s;
        experiment.variants = {{.id = u"a"_s, .label = u"A"_s}};
        m_question = {experiment, qEnvironmentVariable("SERVELAB_CLI"), {}, u"index.html"_s};
    }

    void findsProblems_data()
    {
        QTest::addColumn<std::function<void(LabQuestion &)>>("change");
        QTest::addColumn<QStringList>("where");
        using Change = std::function<void(LabQuestion &)>;
        QTest::newRow("none") << Change([](LabQuestion &) { }) << QStringList();
        QTest::newRow("no file chosen")
            << Change([](LabQuestion &q) { q.file = QString(); }) << QStringList{u"workloads[0].path"_s};
        QTest::newRow("a file that is not there")
            << Change([](LabQuestion &q) { q.file = u"gone.html"_s; }) << QStringList{u"workloads[0].path"_s};
        QTest::newRow("a folder for a file")
            << Change([](LabQuestion &q) { q.file = u"data"_s; }) << QStringList{u"workloads[0].path"_s};
        QTest::newRow("a lost folder is said once") << Change([](LabQuestion &q) {
            q.experiment.base.root = u"/no/such/folder"_s;
            q.experiment.variants.append({.id = u"b"_s, .label = u"B"_s});
        }) << QStringList{u"base.root"_s};
        QTest::newRow("a server that is not installed") << Change([](LabQuestion &q) {
            q.experiment.variants.append({.id = u"b"_s, .label = u"B"_s});
            q.experiment.variants[1].contender = lab::Contender();
            q.experiment.variants[1].contender->program = {u"no-such-program-at-all"_s};
        }) << QStringList{u"variants[1].contender"_s};
        QTest::newRow("a setting out of range") << Change([](LabQuestion &q) {
            q.experiment.variants[0].patch = {{u"compression"_s, QJsonObject{{u"brotliQuality"_s, 99}}}};
        }) << QStringList{u"variants[0].patch.compression.brotliQuality"_s};
        QTest::newRow("no workload") << Change([](LabQuestion &q) { q.experiment.workloads.clear(); })
                                     << QStringList{u"workloads"_s};
        QTest::newRow("no rounds") << Change([](LabQuestion &q) { q.experiment.rounds = 0; })
                                   << QStringList{u"rounds"_s};
        QTest::newRow("no program to measure with")
            << Change([](LabQuestion &q) { q.program.clear(); }) << QStringList{u"program"_s};
    }

    void findsProblems()
    {
        QFETCH(std::function<void(LabQuestion &)>, change);
        LabQuestion question = m_question;
        change(question);
        QStringList where;
        for (const base::Error &problem : labProblems(question)) {
            where.append(problem.where);
            QVERIFY(!problem.message.isEmpty());
        }
        QTEST(where, "where");
    }

    void saysHowToGetAMissingServer()
    {
        LabQuestion question = m_question;
        question.experiment.variants[0].contender = lab::Contender();
        question.experiment.variants[0].contender->title = u"nginx"_s;
        question.experiment.variants[0].contender->obtain = u"apt-get install nginx-light"_s;
        QVERIFY(labProblems(question).first().toString().contains(u"apt-get install nginx-light"_s));
    }

    void answersTheLastQuestionOnly()
    {
        LabCheck check;
        QSignalSpy answered(&check, &LabCheck::answered);
        LabQuestion wrong = m_question;
        wrong.program.clear();
        check.ask(wrong);
        check.ask(wrong);
        check.ask(m_question);
        QVERIFY(!check.isAnswered());
        QTRY_VERIFY(check.isAnswered());
        QVERIFY(check.problems().isEmpty());
        QCOMPARE(answered.size(), 1);
    }

private:
    QTemporaryDir m_folder;
    LabQuestion m_question;
};

QTEST_GUILESS_MAIN(TestLabCheck)
#include "tst_labcheck.moc"
