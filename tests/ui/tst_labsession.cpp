// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/labsession.h"

#include "core/lab/fitness.h"
#include "tests/ui/sampledata.h"
#include "ui/models/labdraft.h"
#include "ui/sessions/experimentfiles.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// With a real, short experiment: servers and load generators are child processes.
class TestLabSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        site::SiteConfig config;
        config.root = testing::writeSite(m_folder.path(), u"site"_s);
        m_experiment = siteChoice({LabOrigin::Kind::Site, u"1"_s}, config, u"data/words.txt"_s).experiment;
        m_experiment.variants.append({.id = u"no-cache"_s, .label = u"Read each time"_s});
        m_experiment.variants[1].patch = {{u"techniques"_s, QJsonObject{{u"staticCache"_s, u"off"_s}}}};
        m_experiment.rounds = 1;
        m_experiment.plan.duration = 100ms;
        m_experiment.plan.warmUp = 20ms;
        m_experiment.plan.settle = 10ms;
    }

    void runsAnExperiment()
    {
        LabSession session(program());
        QSignalSpy ready(&session, &LabSession::resultReady);
        QSignalSpy sampled(&session, &LabSession::sampleTaken);
        QSignalSpy progressed(&session, &LabSession::progressed);
        session.start(m_experiment);
        QVERIFY(session.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 60'000);
        QVERIFY(!session.isRunning());
        QVERIFY(!progressed.isEmpty());
        QCOMPARE(sampled.size(), 4); // each variant and its copy
        const auto document = ready.first().first().value<lab::ResultDocument>();
        QCOMPARE(document.samples.size(), 4);
        QVERIFY(!document.cancelled);
        for (const lab::Summary &summary : document.summaries())
            QVERIFY(summary.requestsPerSecond.median > 0);
    }

    void recordsWhatThisProgramUsedMeanwhile()
    {
        LabSession session(program());
        QSignalSpy ready(&session, &LabSession::resultReady);
        session.start(m_experiment);
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 60'000);
        for (const lab::Sample &sample : session.document()->samples)
            QVERIFY(sample.observerCpu && *sample.observerCpu >= 0ns);
        const auto share = lab::observerShare(*session.document());
        QVERIFY(share && *share >= 0 && *share <= 1);
    }

    void tellsProgressNoMoreOftenThanAnyoneReads()
    {
        lab::Experiment experiment = m_experiment;
        experiment.variants.removeLast();
        experiment.runsPerRound = 1;
        experiment.plan.duration = 1500ms;
        LabSession session(program());
        QSignalSpy ready(&session, &LabSession::resultReady);
        int told = 0;
        connect(&session, &LabSession::progressed, this,
            [&] { told += session.progress()->phase == "measuring"_L1 ? 1 : 0; });
        session.start(experiment);
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 60'000);
        QVERIFY2(told >= 2 && told <= 10, qPrintable(QString::number(told)));
    }

    void saysWhyItDoesNotStart()
    {
        lab::Experiment experiment = m_experiment;
        experiment.rounds = 0;
        LabSession session(program());
        session.start(experiment);
        QVERIFY(!session.isRunning());
        QVERIFY(!session.problems().isEmpty());
    }

    void keepsFinishedRoundsWhenCancelled()
    {
        lab::Experiment experiment = m_experiment;
        experiment.rounds = 50;
        LabSession session(program());
        QSignalSpy ready(&session, &LabSession::resultReady);
        QSignalSpy sampled(&session, &LabSession::sampleTaken);
        session.start(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(sampled.size() >= 5, 60'000); // in its second round
        session.cancel();
        session.cancel(); // once is enough
        QVERIFY(session.isCancelling());
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 30'000);
        QVERIFY(session.document()->cancelled);
        QVERIFY(session.document()->samples.size() >= 4);
        QCOMPARE(session.document()->samples.size() % 4, 0); // whole rounds
        QVERIFY(!session.isCancelling());
    }

    void hasNoResultWhenCancelledInItsFirstRound()
    {
        lab::Experiment experiment = m_experiment;
        experiment.plan.duration = 2s;
        LabSession session(program());
        QSignalSpy finished(&session, &LabSession::finished);
        QSignalSpy ready(&session, &LabSession::resultReady);
        QSignalSpy progressed(&session, &LabSession::progressed);
        session.start(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 30'000);
        session.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 30'000);
        QCOMPARE(ready.size(), 0);
        QVERIFY(session.document()->samples.isEmpty());
    }

    void endsItsProcessesWhenItGoes()
    {
        lab::Experiment experiment = m_experiment;
        experiment.rounds = 50;
        auto session = std::make_unique<LabSession>(program());
        QSignalSpy progressed(session.get(), &LabSession::progressed);
        session->start(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), 30'000);
        session.reset();
    }

    void savesAndOpensExperiments()
    {
        ExperimentFiles files;
        QSignalSpy saved(&files, &ExperimentFiles::saved);
        QSignalSpy opened(&files, &ExperimentFiles::opened);
        QSignalSpy failed(&files, &ExperimentFiles::failed);
        const QString path = m_folder.filePath(u"experiment.json"_s);
        files.save(m_experiment, path);
        QTRY_COMPARE(saved.size(), 1);
        files.open(path);
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(opened.first().first().value<lab::Experiment>().toJson(), m_experiment.toJson());
        const auto forTheCommandLine = lab::readExperimentFile(path);
        QVERIFY(forTheCommandLine.has_value());
        files.open(m_folder.filePath(u"no such file.json"_s));
        QTRY_COMPARE(failed.size(), 1);
        files.save(m_experiment, m_folder.filePath(u"no such folder/experiment.json"_s));
        QTRY_COMPARE(failed.size(), 2);
    }

private:
    static QString program() { return qEnvironmentVariable("SERVELAB_CLI"); }

    QTemporaryDir m_folder;
    lab::Experiment m_experiment;
};

QTEST_GUILESS_MAIN(TestLabSession)
#include "tst_labsession.moc"
