// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultdocument.h"

#include "tests/lab/samples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;

using Change = void (*)(QJsonObject &);
Q_DECLARE_METATYPE(Change)

namespace {

void changeSample(QJsonObject &document, const QString &key, const QJsonValue &value)
{
    QJsonArray samples = document.value("samples"_L1).toArray();
    QJsonObject sample = samples.first().toObject();
    sample.insert(key, value);
    samples[0] = sample;
    document.insert("samples"_L1, samples);
}

} // namespace

class TestResultDocument : public QObject
{
    Q_OBJECT

private:
    ResultDocument full() const
    {
        ResultDocument document
            = makeDocument({{.variant = u"a"_s}, {.variant = u"b"_s, .round = 1, .failed = true}});
        document.environment.machine.onBattery = false;
        document.environment.programHash = u"abc"_s;
        document.cancelled = true;
        document.samples[0].load.errors[load::LoadErrorKind::Reset] = {2, 104, u"in the head"_s};
        return document;
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void keepsEverySampleThroughAFile()
    {
        const QString path = m_folder.filePath(u"result.json"_s);
        QVERIFY(full().save(path));
        const auto read = ResultDocument::load(path);
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().toString()));
        QCOMPARE(read->toJson(), full().toJson());
        QCOMPARE(read->startedAt, full().startedAt);
        QVERIFY(read->cancelled);
        QCOMPARE(read->environment.serverCores, QList<int>{0});
        QCOMPARE(read->samples[0].load.latencyMicroseconds, full().samples[0].load.latencyMicroseconds);
        QCOMPARE(read->samples[0].memoryAtPeak.peakResidentBytes, 3 << 20);
        QCOMPARE(read->samples[1].failure, full().samples[1].failure);
        QVERIFY(!read->samples[0].failure);
    }

    void keepsWhatVersionTwoAdded()
    {
        ResultDocument document = full();
        document.experiment.fixture = {{u"a.txt"_s, FixtureContent::Records, 12}};
        document.experiment.published = u"12 req/s"_s;
        document.experiment.workloads[0].hook = u"request"_s;
        document.experiment.workloads[0].proof = {{{"ETag", ""}}, u"text"_s, u"a.txt"_s, 3, 4};
        document.experiment.variants[1].contender = Contender();
        document.experiment.variants[1].contender->name = u"nginx"_s;
        document.experiment.variants[1].keepAlive = false;
        document.samples[0].copy = 1;
        document.samples[0].otherCpu = std::chrono::milliseconds(3);
        document.samples[0].observerCpu = std::chrono::milliseconds(5);
        document.samples[0].memoryIdle = base::MemoryUse{1, 2, 3, 4};
        document.samples[0].idleConnections = 1000;
        document.samples[0].kept = 77;
        document.environment.revision = u"abc-dirty"_s;
        document.environment.busyShare = 0.25;
        document.environment.contenders = {{u"nginx"_s, u"nginx"_s, u"def"_s}};
        const auto read = ResultDocument::fromJson(document.toJson());
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().toString()));
        QCOMPARE(read->toJson(), document.toJson());
        QCOMPARE(read->samples[0].copy, 1);
        QCOMPARE(read->samples[0].otherCpu, std::chrono::nanoseconds(3'000'000));
        QCOMPARE(read->samples[0].observerCpu, std::chrono::nanoseconds(5'000'000));
        QVERIFY(!read->samples[1].observerCpu); // documents of before do not tell
        QCOMPARE(read->samples[0].memoryIdle->residentBytes, 3);
        QCOMPARE(read->experiment.workloads[0].proof, document.experiment.workloads[0].proof);
        QCOMPARE(read->experiment.variants[1].contender, document.experiment.variants[1].contender);
        QCOMPARE(read->experiment.fixture, document.experiment.fixture);
    }

    void opensADocumentOfVersionOne()
    {
        const auto read = ResultDocument::load(QFINDTESTDATA("data/result-version-1.json"));
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().toString()));
        QCOMPARE(read->experiment.id, u"first-version"_s);
        QCOMPARE(read->experiment.rounds, 3);
        QCOMPARE(read->experiment.runsPerRound, 1);
        QCOMPARE(read->experiment.workloads[0].fields.first().value, "page.test");
        QCOMPARE(read->samples.size(), 12);
        QVERIFY(read->samples[2].failure.has_value());
        const Sample &first = read->samples[0];
        QVERIFY(first.load.responses > 0);
        QCOMPARE(first.load.latencyMicroseconds.totalCount(), first.load.responses);
        QVERIFY(first.memoryRetained.privateDirtyBytes > 0);
        QVERIFY(!read->environment.compiler.isEmpty());
        const auto again = ResultDocument::fromJson(read->toJson()); // now of this version
        QVERIFY(again.has_value());
        QCOMPARE(again->toJson(), read->toJson());
    }

    void publishesItsSchema()
    {
        QFile published(
            qEnvironmentVariable("SERVELAB_SOURCE_DIR") + u"/resources/schema/result.schema.json"_s);
        if (qEnvironmentVariableIsSet("SERVELAB_PUBLISH_SCHEMA")) { // after a change of the fields
            QVERIFY(published.open(QIODevice::WriteOnly) && published.write(resultSchema()) > 0);
            published.close();
        }
        QVERIFY(published.open(QIODevice::ReadOnly));
        QCOMPARE(published.readAll(), resultSchema());
    }

    void refusesAFileThatIsHuge()
    {
        QFile file(m_folder.filePath(u"huge.json"_s)); // a hole: it takes no room
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(600LL * 1024 * 1024));
        file.close();
        const auto read = ResultDocument::load(file.fileName());
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(u"larger than"_s), qPrintable(read.error().message));
    }

    void refusesADocumentThatIsNotGood_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("message");
        QTest::newRow("of a later version")
            << Change([](QJsonObject &o) { o["version"_L1] = 3; }) << u"of version 3"_s;
        QTest::newRow("without a version")
            << Change([](QJsonObject &o) { o.remove("version"_L1); }) << u"no version"_s;
        QTest::newRow("of something else")
            << Change([](QJsonObject &o) { o.remove("format"_L1); }) << u"not a result"_s;
        QTest::newRow("without its experiment")
            << Change([](QJsonObject &o) { o.remove("experiment"_L1); }) << u"experiment is missing"_s;
        QTest::newRow("without its samples")
            << Change([](QJsonObject &o) { o.remove("samples"_L1); }) << u"samples is missing"_s;
        QTest::newRow("without its start")
            << Change([](QJsonObject &o) { o.remove("startedAt"_L1); }) << u"startedAt is missing"_s;
        QTest::newRow("with another text for a time")
            << Change([](QJsonObject &o) { o["finishedAt"_L1] = u"noon"_s; })
            << u"finishedAt is not a time"_s;
        QTest::newRow("with a damaged load") << Change([](QJsonObject &o) {
            changeSample(o, u"load"_s, QJsonObject{{u"requests"_s, u"x"_s}});
        }) << u"This result is damaged"_s;
        QTest::newRow("with a damaged memory reading")
            << Change([](QJsonObject &o) { changeSample(o, u"memoryAtStart"_s, QJsonObject{}); })
            << u"samples[0].memoryAtStart is not a memory reading"_s;
        QTest::newRow("with a sample of an unknown variant")
            << Change([](QJsonObject &o) { changeSample(o, u"variant"_s, u"z"_s); })
            << u"samples[0] belongs to no variant"_s;
    }

    void refusesADocumentThatIsNotGood()
    {
        QFETCH(const Change, change);
        QFETCH(const QString, message);
        QJsonObject object = full().toJson();
        change(object);
        const auto read = ResultDocument::fromJson(object);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(message), qPrintable(read.error().message));
    }

    void refusesAFileCutAnywhere()
    {
        const QByteArray whole = QJsonDocument(full().toJson()).toJson(QJsonDocument::Compact);
        QFile file(m_folder.filePath(u"cut.json"_s));
        for (qsizetype size = 0; size < whole.size(); size += 97) {
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(whole.first(size));
            file.close();
            const auto read = ResultDocument::load(file.fileName());
            QVERIFY(!read);
            QVERIFY(read.error().message.contains(u"cut.json"_s));
        }
    }

    void tellsThatAFileCannotBeWritten()
    {
        const auto saved = full().save(m_folder.filePath(u"nowhere/result.json"_s));
        QVERIFY(!saved);
        QVERIFY(saved.error().message.contains(u"result.json"_s));
    }

    void summarisesTheSamplesThatCount()
    {
        const ResultDocument document = makeDocument({
            {.variant = u"a"_s, .round = 0, .requestsPerSecond = 300},
            {.variant = u"a"_s, .round = 1, .requestsPerSecond = 100},
            {.variant = u"a"_s, .round = 2, .requestsPerSecond = 200},
            {.variant = u"b"_s, .round = 0, .requestsPerSecond = 10},
            {.variant = u"b"_s, .round = 1, .requestsPerSecond = 20},
            {.variant = u"b"_s, .round = 2, .requestsPerSecond = 9000, .failed = true},
        });
        const QList<Summary> summaries = document.summaries();
        QCOMPARE(summaries.size(), 2);
        QCOMPARE(summaries[0].requestsPerSecond.median, 200);
        QCOMPARE(summaries[0].requestsPerSecond.lowest, 100);
        QCOMPARE(summaries[0].requestsPerSecond.highest, 300);
        QCOMPARE(summaries[0].requestsPerSecond.samples, 3);
        QCOMPARE(summaries[0].failedSamples, 0);
        QCOMPARE(summaries[0].p99Microseconds.median, 500);
        QCOMPARE(summaries[0].wireBytesPerResponse.median, 300);
        QCOMPARE(summaries[1].requestsPerSecond.median, 15);
        QCOMPARE(summaries[1].requestsPerSecond.samples, 2);
        QCOMPARE(summaries[1].failedSamples, 1);
    }

    void sharesCpuTimeAmongRequests()
    {
        Sample sample = makeSample({.variant = u"a"_s, .requestsPerSecond = 98});
        sample.load.inFlight = 4; // two requests' worth
        sample.serverCpu = std::chrono::milliseconds(1);
        QCOMPARE(sample.cpuMicrosecondsPerRequest(), 10.0);
    }

    void hasNoFiguresWithoutRequests()
    {
        const Sample sample;
        QCOMPARE(sample.cpuMicrosecondsPerRequest(), 0.0);
        QCOMPARE(sample.wireBytesPerResponse(), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestResultDocument)
#include "tst_resultdocument.moc"
