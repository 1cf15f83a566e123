// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way once with the real program: servers, load, and what comes of it.
#include "core/certificates/credentials.h"
#include "core/lab/catalogue.h"
#include "core/lab/experimentrunner.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// JSON lines that compress well, long enough for the kernel to need more than one write.
QByteArray records()
{
    QByteArray text;
    for (int i = 0; i < 4000; ++i)
        text += "{\"id\":" + QByteArray::number(i) + ",\"name\":\"record\",\"state\":\"open\"}\n";
    return text;
}

Experiment lessonOf(const QString &id)
{
    const QList<Experiment> all = lessonExperiments();
    return *std::ranges::find(all, id, &Experiment::id);
}

/// One sample of each variant, in little time.
Experiment shortened(Experiment experiment)
{
    experiment.plan.warmUp = 50ms;
    experiment.plan.settle = 0ms;
    experiment.rounds = 1;
    experiment.runsPerRound = 1;
    return experiment;
}

const Sample &sampleOf(const ResultDocument &document, const QString &variant)
{
    return *std::ranges::find(document.samples, variant, &Sample::variant);
}

double milliseconds(std::int64_t microseconds)
{
    return static_cast<double>(microseconds) / 1000;
}

} // namespace

class TestRealExperiment : public QObject
{
    Q_OBJECT

private:
    /// No sample of it failed, or the test has.
    ResultDocument run(const Experiment &experiment)
    {
        ExperimentRunner runner(m_program);
        QSignalSpy finished(&runner, &ExperimentRunner::finished);
        [&] { QCOMPARE(runner.start(experiment), QList<base::Error>{}); }();
        [&] { QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000); }();
        if (finished.isEmpty())
            return {};
        const auto document = finished.first().first().value<ResultDocument>();
        for (const Sample &sample : document.samples)
            [&] { QCOMPARE(sample.failure.value_or(base::Error()).toString(), base::Error().toString()); }();
        return document;
    }

    QString m_program;

private Q_SLOTS:
    void initTestCase()
    {
        m_program = qEnvironmentVariable("SERVELAB_CLI");
        if (!QFileInfo(m_program).isExecutable())
            QSKIP("SERVELAB_CLI does not name the program");
    }

    void measuresTwoVariants()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"records.jsonl"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(records()) > 0);
        file.close();

        site::SiteConfig base;
        base.root = folder.path();
        base.domain = u"records.test"_s;
        Experiment experiment = brotliExperiment(base, u"/records.jsonl"_s, {.qualities = {4}});
        experiment.plan.warmUp = 50ms;
        experiment.plan.duration = 200ms;
        experiment.plan.settle = 50ms;
        experiment.rounds = 2;

        const ResultDocument document = run(experiment);
        qInfo().noquote() << toTextTable(document);

        QCOMPARE(document.samples.size(), 8); // two rounds of two variants and their copies
        for (const Sample &sample : document.samples) {
            QVERIFY(sample.load.responses > 0);
            QCOMPARE(sample.load.requests, sample.load.responses + sample.load.inFlight);
            QVERIFY(sample.serverCpu > 0ns);
            QVERIFY(sample.wireBytesPerResponse() < static_cast<double>(records().size()) / 2);
        }
        const QList<Summary> summaries = document.summaries();
        QVERIFY(
            summaries[0].cpuMicrosecondsPerRequest.lowest > summaries[1].cpuMicrosecondsPerRequest.highest);
    }

    /// Of the D s at a steady rate, requests due within the freeze of F s wait from F down to nothing.
    void showsAFreezeAtASteadyRateOnly()
    {
        Experiment experiment = shortened(lessonOf(u"arrival"_s));
        experiment.plan.duration = 3s;
        experiment.plan.freeze = 800ms;
        const ResultDocument document = run(experiment);
        QCOMPARE(document.samples.size(), 2);
        const double predicted = 800 - 3'000 / 100;
        const load::LoadReport &open = sampleOf(document, u"open"_s).load;
        const double corrected = milliseconds(open.latencyMicroseconds.percentile(99));
        QVERIFY2(corrected > predicted * 0.8 && corrected < predicted * 1.3,
            qPrintable(QString::number(corrected)));
        const double uncorrected = milliseconds(open.uncorrectedMicroseconds.percentile(99));
        QVERIFY2(uncorrected < predicted / 4, qPrintable(QString::number(uncorrected)));
        const load::LoadReport &closed = sampleOf(document, u"closed"_s).load;
        QVERIFY(milliseconds(closed.latencyMicroseconds.percentile(99)) < predicted / 4);
        QVERIFY(milliseconds(closed.latencyMicroseconds.maximum()) > predicted); // the one it met
    }

    void servesHttpsWithACertificateMadeForIt()
    {
        if (!certificates::areSupported())
            QSKIP("a build without HTTPS");
        Experiment experiment = shortened(lessonOf(u"https"_s));
        experiment.plan.duration = 200ms;
        const ResultDocument document = run(experiment);
        QCOMPARE(document.samples.size(), 4);
        QCOMPARE(sampleOf(document, u"http"_s).load.handshakeMicroseconds.totalCount(), std::uint64_t(0));
        const Sample &each = sampleOf(document, u"https-each"_s);
        QVERIFY(each.load.handshakeMicroseconds.totalCount() >= each.load.responses);
        QVERIFY(
            each.cpuMicrosecondsPerRequest() > sampleOf(document, u"https"_s).cpuMicrosecondsPerRequest());
    }

    void countsWhatEachKeptOneHolds()
    {
        const QList<Experiment> all = taskExperiments();
        Experiment experiment = shortened(*std::ranges::find(all, u"config-retained"_s, &Experiment::id));
        experiment.plan.requests = 2'000;
        const ResultDocument document = run(experiment);
        QCOMPARE(document.samples.size(), 2);
        const double shared = sampleOf(document, u"shared"_s).bytesOfEachKept();
        const double copied = sampleOf(document, u"copied"_s).bytesOfEachKept();
        QVERIFY2(shared > 500 && shared < 5'000, qPrintable(QString::number(shared)));
        QVERIFY2(copied > shared + 5'000, qPrintable(QString::number(copied)));
    }

    void aTaskWithAnotherResultDoesNotCount()
    {
        const QList<Experiment> all = taskExperiments();
        Experiment experiment = shortened(*std::ranges::find(all, u"deploy-close"_s, &Experiment::id));
        experiment.workloads.first().proof.text = u"ready=1 listeners=3"_s;
        ExperimentRunner runner(m_program);
        QSignalSpy finished(&runner, &ExperimentRunner::finished);
        QCOMPARE(runner.start(experiment), QList<base::Error>{});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        const auto document = finished.first().first().value<ResultDocument>();
        QVERIFY(document.samples.first().failure);
        QVERIFY(document.samples.first().failure->message.contains(u"\"ready=1 listeners=0\""_s));
    }

    void readsAsSlowlyAsItsLine()
    {
        Experiment experiment = shortened(lessonOf(u"slow-line"_s));
        experiment.plan.requests = 4;
        const ResultDocument document = run(experiment);
        QCOMPARE(document.samples.size(), 3);
        const auto median = [&document](const QString &variant) {
            return milliseconds(sampleOf(document, variant).load.latencyMicroseconds.percentile(50));
        };
        const double wholeFile = 256.0 * 1024 / 250'000 * 1000;
        QVERIFY2(median(u"off"_s) > wholeFile * 0.95, qPrintable(QString::number(median(u"off"_s))));
        QVERIFY(median(u"off"_s) < wholeFile * 1.3);
        QVERIFY(median(u"gzip-6"_s) < wholeFile / 2);
    }
};

QTEST_GUILESS_MAIN(TestRealExperiment)
#include "tst_realexperiment.moc"
