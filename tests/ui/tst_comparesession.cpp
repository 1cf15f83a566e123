// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/comparesession.h"

#include "tests/ui/sampledata.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// With a real, short experiment: servers and load generators are child processes.
class TestCompareSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_choice.site.root = testing::writeSite(m_folder.path(), u"site"_s);
        m_choice.file = u"data/words.txt"_s;
        m_choice.comparison = {{1, 4}, false, true};
        m_choice.rounds = 1;
        m_choice.duration = 100ms;
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QList<int>>("qualities");
        QTest::addColumn<bool>("cached");
        QTest::addColumn<QStringList>("where");
        QTest::newRow("nothing") << u"index.html"_s << QList{4} << true << QStringList();
        QTest::newRow("the file") << QString() << QList{4} << true << QStringList{u"file"_s};
        QTest::newRow("the qualities")
            << u"index.html"_s << QList<int>() << true << QStringList{u"qualities"_s};
        QTest::newRow("when to compress") << u"index.html"_s << QList{4} << false << QStringList{u"coding"_s};
        QTest::newRow("everything") << QString() << QList<int>() << false
                                    << QStringList{u"file"_s, u"qualities"_s, u"coding"_s};
    }

    void saysWhatIsMissing()
    {
        QFETCH(QString, file);
        QFETCH(QList<int>, qualities);
        QFETCH(bool, cached);
        QFETCH(QStringList, where);
        CompareChoice choice = m_choice;
        choice.file = file;
        choice.comparison = {qualities, false, cached};
        QStringList found;
        for (const base::Error &problem : problemsOf(choice))
            found.append(problem.where);
        QCOMPARE(found, where);
    }

    void makesAnExperimentOfAChoice()
    {
        CompareChoice choice = m_choice;
        choice.comparison.eachRequest = true;
        choice.rounds = 4;
        choice.connections = 7;
        const lab::Experiment experiment = experimentOf(choice);
        QCOMPARE(experiment.variants.size(), 4);
        QCOMPARE(experiment.rounds, 4);
        QCOMPARE(experiment.plan.connections, 7);
        QCOMPARE(experiment.workloads.first().path, u"/data/words.txt"_s);
        QVERIFY(lab::validate(experiment).isEmpty());
    }

    void runsAnExperimentAndSavesIt()
    {
        CompareSession session(program());
        QSignalSpy finished(&session, &CompareSession::finished);
        QSignalSpy progressed(&session, &CompareSession::progressed);
        session.start(experimentOf(m_choice));
        QVERIFY(session.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QVERIFY(!session.isRunning());
        QVERIFY(!progressed.isEmpty());
        QCOMPARE(session.document()->samples.size(), 4); // each variant and its copy
        for (const lab::Summary &summary : session.document()->summaries())
            QVERIFY(summary.requestsPerSecond.median > 0);

        const QString path = m_folder.filePath(u"result.json"_s);
        QSignalSpy saved(&session, &CompareSession::saved);
        session.save(path);
        QTRY_COMPARE(saved.size(), 1);
        const auto again = lab::ResultDocument::load(path);
        QVERIFY(again);
        QCOMPARE(again->samples.size(), 4);
    }

    void saysWhenItCannotSave()
    {
        CompareSession session(program());
        session.show(testing::sampleResult());
        QSignalSpy failed(&session, &CompareSession::failed);
        session.save(m_folder.filePath(u"no such folder/result.json"_s));
        QTRY_COMPARE(failed.size(), 1);
    }

    void saysWhyItDoesNotStart()
    {
        CompareChoice choice = m_choice;
        choice.rounds = 0;
        CompareSession session(program());
        session.start(experimentOf(choice));
        QVERIFY(!session.isRunning());
        QVERIFY(!session.problems().isEmpty());
    }

    void canBeCancelled()
    {
        CompareChoice choice = m_choice;
        choice.rounds = 50;
        CompareSession session(program());
        QSignalSpy finished(&session, &CompareSession::finished);
        QSignalSpy progressed(&session, &CompareSession::progressed);
        session.start(experimentOf(choice));
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 30'000);
        session.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 30'000);
        QVERIFY(session.document()->cancelled);
        QVERIFY(session.document()->samples.size() < 100);
    }

    void endsItsProcessesWhenItGoes()
    {
        CompareChoice choice = m_choice;
        choice.rounds = 50;
        auto session = std::make_unique<CompareSession>(program());
        QSignalSpy progressed(session.get(), &CompareSession::progressed);
        session->start(experimentOf(choice));
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 30'000);
        session.reset();
    }

private:
    static QString program() { return qEnvironmentVariable("SERVELAB_CLI"); }

    QTemporaryDir m_folder;
    CompareChoice m_choice;
};

QTEST_GUILESS_MAIN(TestCompareSession)
#include "tst_comparesession.moc"
