// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labprotocol.h"

#include <QTest>

using namespace servelab;
using namespace servelab::lab;

class TestLabProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsAProgress()
    {
        load::LoadProgress progress;
        progress.elapsed = std::chrono::nanoseconds(1'234'567'891);
        progress.warmingUp = true;
        progress.responses = 12;
        progress.errors = 3;
        progress.requestsPerSecond = 99.5;
        progress.p99Microseconds = 1840;
        progress.connectionsOpen = 7;
        const auto read = loadProgressFromJson(toJson(progress));
        QVERIFY(read.has_value());
        QCOMPARE(read->elapsed, progress.elapsed);
        QCOMPARE(read->warmingUp, progress.warmingUp);
        QCOMPARE(read->responses, progress.responses);
        QCOMPARE(read->errors, progress.errors);
        QCOMPARE(read->requestsPerSecond, progress.requestsPerSecond);
        QCOMPARE(read->p99Microseconds, progress.p99Microseconds);
        QCOMPARE(read->connectionsOpen, progress.connectionsOpen);
    }

    void refusesWhatIsNoProgress()
    {
        QVERIFY(!loadProgressFromJson({}));
        QVERIFY(!loadProgressFromJson({{QStringLiteral("event"), QStringLiteral("listening")}}));
    }

    void keepsAMemoryReading()
    {
        const base::MemoryUse memory{1, 2, 3, 4};
        const auto read = memoryUseFromJson(toJson(memory));
        QVERIFY(read.has_value());
        QCOMPARE(read->proportionalBytes, 1);
        QCOMPARE(read->privateDirtyBytes, 2);
        QCOMPARE(read->residentBytes, 3);
        QCOMPARE(read->peakResidentBytes, 4);
    }

    void readsWhereASubjectListens()
    {
        const auto event
            = parseSubjectLine("{\"event\":\"listening\",\"url\":\"http://127.0.0.1:41234/\",\"pid\":4242}");
        QVERIFY(event.has_value());
        QCOMPARE(event->kind, SubjectEvent::Kind::Listening);
        QCOMPARE(event->url.port(), 41234);
        QCOMPARE(event->pid, 4242);
    }

    void readsWhatATaskDid()
    {
        const auto ready = parseSubjectLine("{\"event\":\"ready\",\"pid\":4242}");
        QVERIFY(ready.has_value());
        QCOMPARE(ready->kind, SubjectEvent::Kind::Ready);
        QCOMPARE(ready->pid, 4242);
        const auto done
            = parseSubjectLine("{\"event\":\"done\",\"operations\":7,\"elapsedNanoseconds\":900,\"kept\":3,"
                               "\"proof\":\"a=1\",\"eachNanoseconds\":[400,500]}");
        QVERIFY(done.has_value());
        QCOMPARE(done->kind, SubjectEvent::Kind::Done);
        QCOMPARE(done->task.operations, std::uint64_t(7));
        QCOMPARE(done->task.elapsed, std::chrono::nanoseconds(900));
        QCOMPARE(done->task.kept, std::uint64_t(3));
        QCOMPARE(done->task.proof, QStringLiteral("a=1"));
        QCOMPARE(done->task.each.size(), 2);
        QCOMPARE(done->task.each.last(), std::chrono::nanoseconds(500));
    }

    void handsOnASubjectsOwnError()
    {
        const auto event = parseSubjectLine("{\"event\":\"error\",\"message\":\"The port is taken.\"}");
        QVERIFY(!event);
        QCOMPARE(event.error().message, QStringLiteral("The port is taken."));
    }

    void refusesOtherLines_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("an empty line") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("Segmentation fault");
        QTest::newRow("a list") << QByteArray("[1]");
        QTest::newRow("another event") << QByteArray("{\"event\":\"dancing\"}");
        QTest::newRow("no port") << QByteArray(
            "{\"event\":\"listening\",\"url\":\"http://127.0.0.1/\",\"pid\":1}");
        QTest::newRow("no pid") << QByteArray("{\"event\":\"listening\",\"url\":\"http://127.0.0.1:1/\"}");
        QTest::newRow("no URL") << QByteArray("{\"event\":\"listening\",\"url\":\"::\",\"pid\":1}");
        QTest::newRow("ready without a pid") << QByteArray("{\"event\":\"ready\"}");
        QTest::newRow("nothing done")
            << QByteArray("{\"event\":\"done\",\"operations\":0,\"elapsedNanoseconds\":9}");
        QTest::newRow("memory without figures") << QByteArray("{\"event\":\"memory\",\"residentBytes\":1}");
    }

    void refusesOtherLines()
    {
        QFETCH(const QByteArray, line);
        const auto event = parseSubjectLine(line);
        QVERIFY(!event);
        QVERIFY(event.error().message.contains(QString::fromUtf8(line)));
    }
};

QTEST_GUILESS_MAIN(TestLabProtocol)
#include "tst_labprotocol.moc"
