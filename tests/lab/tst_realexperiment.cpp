// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way once with the real program: servers, load, and what comes of it.
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

} // namespace

class TestRealExperiment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void measuresTwoVariants()
    {
        const QString program = qEnvironmentVariable("SERVELAB_CLI");
        if (!QFileInfo(program).isExecutable())
            QSKIP("SERVELAB_CLI does not name the program");
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

        ExperimentRunner runner(program);
        QSignalSpy finished(&runner, &ExperimentRunner::finished);
        QCOMPARE(runner.start(experiment), QList<base::Error>{});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        const auto document = finished.first().first().value<ResultDocument>();
        qInfo().noquote() << toTextTable(document);

        QCOMPARE(document.samples.size(), 8); // two rounds of two variants and their copies
        for (const Sample &sample : document.samples) {
            QVERIFY2(!sample.failure, qPrintable(sample.failure ? sample.failure->message : QString()));
            QVERIFY(sample.load.responses > 0);
            QCOMPARE(sample.load.requests, sample.load.responses + sample.load.inFlight);
            QVERIFY(sample.serverCpu > 0ns);
            QVERIFY(sample.wireBytesPerResponse() < static_cast<double>(records().size()) / 2);
        }
        const QList<Summary> summaries = document.summaries();
        QVERIFY(
            summaries[0].cpuMicrosecondsPerRequest.lowest > summaries[1].cpuMicrosecondsPerRequest.highest);
    }
};

QTEST_GUILESS_MAIN(TestRealExperiment)
#include "tst_realexperiment.moc"
