// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/processtree.h"
#include "core/lab/experimentrunner.h"

#include "core/lab/fitness.h"

#include <QFile>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int longWait = 60'000;

/// One that has ended and that nobody has waited for yet, as an orphan may be, does not live.
bool isAlive(qint64 pid)
{
    return !base::processTree(pid).isEmpty();
}

} // namespace

class TestExperimentRunner : public QObject
{
    Q_OBJECT

private:
    Experiment experiment(const QString &path = u"/page"_s, const QString &behaviour = u"good"_s) const
    {
        Experiment experiment;
        experiment.id = u"test"_s;
        experiment.base.root = m_folder->path();
        experiment.base.name = behaviour;
        experiment.workloads = {Workload()};
        experiment.workloads.first().id = u"page"_s;
        experiment.workloads.first().path = path;
        experiment.variants = {{u"a"_s, u"First"_s, {}, {}}, {u"b"_s, u"Second"_s, {}, {}}};
        experiment.plan.warmUp = 10ms;
        experiment.plan.duration = 100ms;
        experiment.plan.settle = 1ms;
        experiment.rounds = 2;
        experiment.runsPerRound = 1;
        return experiment;
    }

    void start(const Experiment &experiment)
    {
        m_runner = std::make_unique<ExperimentRunner>(QStringLiteral(FAKE_PROGRAM));
        m_finished = std::make_unique<QSignalSpy>(m_runner.get(), &ExperimentRunner::finished);
        m_samples = std::make_unique<QSignalSpy>(m_runner.get(), &ExperimentRunner::sampleTaken);
        m_progress = std::make_unique<QSignalSpy>(m_runner.get(), &ExperimentRunner::progressed);
        QCOMPARE(m_runner->start(experiment), QList<base::Error>{});
    }

    ResultDocument run(const Experiment &experiment)
    {
        start(experiment);
        if (!QTest::qWaitFor([this] { return !m_finished->isEmpty(); }, longWait))
            return {};
        return m_finished->first().first().value<ResultDocument>();
    }

    /// "pid arguments..." of every process that was started.
    QStringList processes() const
    {
        QFile log(logPath());
        return log.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(log.readAll()).split(u'\n', Qt::SkipEmptyParts)
            : QStringList();
    }

    bool anyProcessLives() const
    {
        for (const QString &line : processes()) {
            if (isAlive(line.section(u' ', 0, 0).toLongLong()))
                return true;
        }
        return false;
    }

    QStringList phases() const
    {
        QStringList phases;
        for (const auto &arguments : *m_progress) {
            const QString phase = arguments.first().value<ExperimentProgress>().phase;
            if (phases.isEmpty() || phases.last() != phase)
                phases.append(phase);
        }
        return phases;
    }

    QString logPath() const { return m_folder->filePath(u"processes.log"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ExperimentRunner> m_runner;
    std::unique_ptr<QSignalSpy> m_finished;
    std::unique_ptr<QSignalSpy> m_samples;
    std::unique_ptr<QSignalSpy> m_progress;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("FAKE_LOG", logPath().toUtf8());
    }

    void cleanup()
    {
        m_runner.reset();
        QVERIFY(!anyProcessLives());
    }

    void measuresEveryVariantInEveryRound()
    {
        const ResultDocument document = run(experiment());
        QCOMPARE(document.samples.size(), 4);
        QCOMPARE(m_samples->size(), 4);
        QVERIFY(!document.cancelled);
        QSet<QString> cells;
        for (const Sample &sample : document.samples) {
            QVERIFY2(!sample.failure, qPrintable(sample.failure ? sample.failure->message : QString()));
            QCOMPARE(sample.load.responses, 100u);
            QVERIFY(sample.memoryAtStart.privateDirtyBytes > 0);
            QVERIFY(sample.memoryAtPeak.peakResidentBytes >= sample.memoryAtStart.residentBytes);
            QVERIFY(sample.memoryRetained.privateDirtyBytes > 0);
            cells.insert(u"%1 %2"_s.arg(sample.round).arg(sample.variant));
        }
        QCOMPARE(cells.size(), 4);
        QVERIFY(document.samples[0].variant != document.samples[1].variant);
        QCOMPARE(document.samples[1].position, 1);
    }

    void measuresEveryVariantAndItsCopy()
    {
        Experiment paired = experiment();
        paired.runsPerRound = 2;
        const ResultDocument document = run(paired);
        QCOMPARE(document.samples.size(), 8);
        QSet<QString> cells;
        for (const Sample &sample : document.samples)
            cells.insert(u"%1 %2 %3"_s.arg(sample.round).arg(sample.variant).arg(sample.copy));
        QCOMPARE(cells.size(), 8);
        QCOMPARE(document.samples[3].position, 3);
    }

    void looksAtWhatElseTheMachineDoes()
    {
        const ResultDocument document = run(experiment());
        QVERIFY(document.environment.busyShare.has_value());
        QVERIFY(*document.environment.busyShare >= 0 && *document.environment.busyShare <= 1);
        for (const Sample &sample : document.samples) {
            QVERIFY(sample.otherCpu.has_value() && *sample.otherCpu >= 0ns);
            QVERIFY(sample.observerCpu.has_value() && *sample.observerCpu >= 0ns);
        }
        QVERIFY(observerShare(document).has_value());
    }

    void makesTheFixtureAndServesIt()
    {
        Experiment made = experiment();
        made.rounds = 1;
        made.variants.removeLast();
        made.fixture = {{u"data/page.txt"_s, FixtureContent::Text, 100}};
        made.workloads.first().proof.file = u"data/page.txt"_s;
        const ResultDocument document = run(made); // the server says "hello" to everything
        QCOMPARE(document.samples.size(), 1);
        QVERIFY(document.samples.first().failure.has_value());
        QVERIFY2(document.samples.first().failure->message.contains(u"not what data/page.txt holds"_s),
            qPrintable(document.samples.first().failure->message));
    }

    void tellsAServerItsHook()
    {
        Experiment hooked = experiment();
        hooked.workloads.first().hook = u"repeated-query"_s;
        run(hooked);
        QCOMPARE(processes().filter(u"--hooks repeated-query"_s).size(), 4);
    }

    void readsTheMemoryOfIdleConnections()
    {
        Experiment idle = experiment();
        idle.rounds = 1;
        idle.plan.idleConnections = 30;
        const ResultDocument document = run(idle);
        QCOMPARE(document.samples.size(), 2);
        for (const Sample &sample : document.samples) {
            QVERIFY2(!sample.failure, qPrintable(sample.failure ? sample.failure->message : QString()));
            QCOMPARE(sample.idleConnections, 30);
            QVERIFY(sample.memoryIdle.has_value() && sample.memoryIdle->residentBytes > 0);
        }
    }

    void measuresAContenderAndEndsAllOfIt()
    {
        Experiment two = experiment();
        two.rounds = 1;
        Contender contender;
        contender.name = u"other"_s;
        contender.title = u"Other"_s;
        contender.program = {QStringLiteral(FAKE_PROGRAM)};
        contender.command = {u"{program}"_s, u"contender"_s, u"{port}"_s, u"{configuration}"_s};
        contender.configuration = {u"root {root}"_s};
        two.variants[1].contender = contender;
        const ResultDocument document = run(two);
        QCOMPARE(document.samples.size(), 2);
        for (const Sample &sample : document.samples) {
            QVERIFY2(!sample.failure, qPrintable(sample.failure ? sample.failure->message : QString()));
            QVERIFY(sample.memoryRetained.residentBytes > 0);
        }
        QCOMPARE(processes().filter(u" contender "_s).size(), 2); // itself and a worker of its own
        QCOMPARE(document.environment.contenders.size(), 1);
        QCOMPARE(document.environment.contenders.first().hash.size(), 64);
    }

    void startsAFreshServerForEachSample()
    {
        run(experiment());
        QCOMPARE(processes().filter(u" subject --config "_s).size(), 4);
        QCOMPARE(processes().filter(u" load "_s).size(), 8); // warm-up and measured part
    }

    void describesWhereItRan()
    {
        const ResultDocument document = run(experiment());
        QCOMPARE(document.environment.programHash.size(), 64);
        QVERIFY(!document.environment.compiler.isEmpty());
        QVERIFY(document.startedAt.isValid() && document.startedAt <= document.finishedAt);
        QCOMPARE(document.environment.serverCores.isEmpty(), base::availableCores().size() < 2);
        QCOMPARE(document.experiment.toJson(), experiment().toJson());
    }

    void tellsHowFarItIs()
    {
        Experiment one = experiment();
        one.rounds = 1;
        one.variants.removeLast();
        run(one);
        const QStringList expected{
            u"starting"_s, u"checking"_s, u"warming up"_s, u"measuring"_s, u"settling"_s};
        QCOMPARE(phases(), expected);
        const auto last = m_progress->last().first().value<ExperimentProgress>();
        QCOMPARE(last.samplesTotal, 1);
        QCOMPARE(last.variant, u"First"_s);
        bool sawLoad = false;
        for (const auto &arguments : *m_progress)
            sawLoad |= arguments.first().value<ExperimentProgress>().load.has_value();
        QVERIFY(sawLoad);
    }

    void checksEveryAnswerAgainstTheFirstOne()
    {
        run(experiment());
        QCOMPARE(processes().filter(u"--expect-status 200 --expect-bytes 5"_s).size(), 8);
    }

    void measuresASlowVariantByCount()
    {
        Experiment slow = experiment(u"/slow"_s);
        slow.plan.minimumRequests = 3;
        const ResultDocument document = run(slow);
        QCOMPARE(document.samples.size(), 4);
        for (const Sample &sample : document.samples) {
            QVERIFY(!sample.failure);
            QCOMPARE(sample.load.responses, 3u);
        }
        QCOMPARE(processes().filter(u" -n 3 "_s).filter(u" -c 3 "_s).size(), 4);
    }

    void failsASample_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("behaviour");
        QTest::addColumn<QString>("reason");
        QTest::newRow("when the answer is wrong") << u"/missing"_s << u"good"_s << u"status is 404"_s;
        QTest::newRow("when load has errors")
            << u"/errors"_s << u"good"_s << u"3 of 103 requests failed (unexpectedStatus, the first: 500"_s;
        QTest::newRow("when the load generator dies")
            << u"/dying-load"_s << u"good"_s << u"No descriptor is left"_s;
        QTest::newRow("when the server does not start")
            << u"/page"_s << u"dead"_s << u"This folder is not there"_s;
        QTest::newRow("when the server dies at the end")
            << u"/page"_s << u"frail"_s << u"ended with code 7"_s;
    }

    void failsASample()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, behaviour);
        QFETCH(const QString, reason);
        const ResultDocument document = run(experiment(path, behaviour));
        QCOMPARE(document.samples.size(), 4);
        for (const Sample &sample : document.samples) {
            QVERIFY(sample.failure);
            QVERIFY2(sample.failure->message.contains(reason), qPrintable(sample.failure->message));
        }
        QCOMPARE(document.summaries().first().requestsPerSecond.samples, 0);
        QCOMPARE(document.summaries().first().failedSamples, 2);
    }

    void goesOnAfterAServerThatDoesNotEnd()
    {
        Experiment deaf = experiment(u"/page"_s, u"deaf"_s);
        deaf.rounds = 1;
        deaf.variants.removeLast();
        const ResultDocument document = run(deaf);
        QCOMPARE(document.samples.size(), 1);
        QVERIFY(!document.samples.first().failure);
    }

    void keepsFinishedRoundsWhenCancelled()
    {
        start(experiment());
        QTRY_COMPARE_WITH_TIMEOUT(m_samples->size(), 3, longWait);
        m_runner->cancel();
        QTRY_COMPARE_WITH_TIMEOUT(m_finished->size(), 1, longWait);
        const auto document = m_finished->first().first().value<ResultDocument>();
        QVERIFY(document.cancelled);
        QCOMPARE(document.samples.size(), 2);
        QVERIFY(!anyProcessLives());
    }

    void cancelsWhileLoadRuns()
    {
        start(experiment(u"/endless-load"_s));
        QTRY_COMPARE_WITH_TIMEOUT(phases().value(phases().size() - 1), u"warming up"_s, longWait);
        m_runner->cancel();
        QTRY_COMPARE_WITH_TIMEOUT(m_finished->size(), 1, longWait);
        QVERIFY(m_finished->first().first().value<ResultDocument>().samples.isEmpty());
    }

    void cancelsBeforeAnythingRan()
    {
        start(experiment());
        m_runner->cancel();
        QTRY_COMPARE_WITH_TIMEOUT(m_finished->size(), 1, longWait);
        QCOMPARE(processes(), QStringList());
    }

    void endsEveryProcessWhenItGoes_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("behaviour");
        QTest::newRow("while load runs") << u"/endless-load"_s << u"good"_s;
        QTest::newRow("while it waits for an answer") << u"/silence"_s << u"good"_s;
        QTest::newRow("while a server ignores it") << u"/endless-load"_s << u"deaf"_s;
    }

    void endsEveryProcessWhenItGoes()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, behaviour);
        start(experiment(path, behaviour));
        const qsizetype started = path == "/silence"_L1 ? 1 : 2;
        QTRY_COMPARE_WITH_TIMEOUT(processes().size(), started, longWait);
        QVERIFY(anyProcessLives());
        m_runner.reset();
        QVERIFY(!anyProcessLives());
    }

    void refusesWhatCannotRun()
    {
        Experiment broken = experiment();
        broken.variants.clear();
        ExperimentRunner runner(QStringLiteral(FAKE_PROGRAM));
        QVERIFY(!runner.start(broken).isEmpty());
        QCOMPARE(processes(), QStringList());
    }

    void refusesAProgramThatIsNotThere()
    {
        ExperimentRunner runner(u"/nowhere/servelab-cli"_s);
        const QList<base::Error> problems = runner.start(experiment());
        QCOMPARE(problems.size(), 1);
        QVERIFY(problems.first().message.contains(u"/nowhere/servelab-cli"_s));
    }
};

QTEST_GUILESS_MAIN(TestExperimentRunner)
#include "tst_experimentrunner.moc"
