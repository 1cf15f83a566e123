// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadreport.h"

#include <QJsonDocument>
#include <QTest>

#include <cerrno>

using namespace servelab;
using namespace servelab::load;
using namespace std::chrono_literals;

namespace {

LoadReport sampleReport()
{
    LoadReport report;
    report.elapsed = 2'000'000'123ns;
    report.requests = 1'234'577;
    report.responses = 1'234'567;
    report.inFlight = 3;
    report.bytesReceived = 300'000'000;
    report.bytesSent = 40'000'000;
    report.bodyBytes = 1'234'567 * 13;
    report.answersByClass = {0, 0, 1'234'567, 0, 5, 0};
    report.errors[LoadErrorKind::Timeout]
        = {2, ETIMEDOUT, QStringLiteral("No whole answer within 30000 ms.")};
    report.errors[LoadErrorKind::UnexpectedStatus] = {5, 0, QStringLiteral("Status 404 instead of 200.")};
    report.latencyMicroseconds.record(250, 1'234'000);
    report.latencyMicroseconds.record(123'457, 567);
    report.generatorCpu = 1'500'000'001ns;
    return report;
}

/// Of an open loop over several requests.
LoadReport openLoopReport()
{
    LoadReport report = sampleReport();
    report.backlog = 2;
    report.lateSends = 40;
    report.lateByGenerator = 7;
    report.uncorrectedMicroseconds.record(240, 1'234'567);
    report.firstByteMicroseconds.record(230, 1'234'572);
    report.connectMicroseconds.record(90, 50);
    report.handshakeMicroseconds.record(700, 50);
    report.latencyByClass[2] = report.latencyMicroseconds;
    report.latencyByClass[4].record(500, 5);
    report.byName = {{QStringLiteral("page, \"home\""), 1'000'000, 0, report.latencyMicroseconds},
        {QStringLiteral("picture"), 234'567, 5, {}}};
    report.series.at(0ms) = {600'000, 590'000, 0, 150'000'000, 2'000};
    report.series.at(150ms) = {634'577, 644'567, 7, 228'000'000, 123'457};
    report.busiestThread = {900ms, 300ms};
    return report;
}

LoadReport throughText(const LoadReport &report)
{
    const QByteArray text = QJsonDocument(report.toJson()).toJson();
    return LoadReport::fromJson(QJsonDocument::fromJson(text).object()).value_or(LoadReport());
}

} // namespace

class TestLoadReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rateCountsRightResponses();
    void addSumsThreads();
    void jsonHasTheDocumentedKeys();
    void jsonCountsEveryKindOfError();
    void jsonLosesNothing_data();
    void jsonLosesNothing();
    void foreignJsonNamesTheFault_data();
    void foreignJsonNamesTheFault();
    void foreignThreadTimesNameTheFault();
    void textShowsWhatCounts();
    void textOfNothing();
    void textOfAnOpenLoop();
    void formerReportsStillOpen();
    void csvHasARowForEachName();
    void csvOfTheSeries();
    void limits_data();
    void limits();
};

void TestLoadReport::rateCountsRightResponses()
{
    LoadReport report;
    QCOMPARE(report.requestsPerSecond(), 0.0);
    report.responses = 100;
    QCOMPARE(report.requestsPerSecond(), 0.0);
    report.elapsed = 500ms;
    report.errors[LoadErrorKind::Reset].count = 50;
    QCOMPARE(report.requestsPerSecond(), 200.0);
    QCOMPARE(report.errorCount(), 50U);
    QCOMPARE(report.errorCount(LoadErrorKind::Reset), 50U);
    QCOMPARE(report.errorCount(LoadErrorKind::Timeout), 0U);
}

void TestLoadReport::addSumsThreads()
{
    LoadReport sum;
    sum.elapsed = 1s;
    sum.errors[LoadErrorKind::Reset] = {1, ECONNRESET, QStringLiteral("reset")};
    sum.errors[LoadErrorKind::Timeout] = {1, ETIMEDOUT, QStringLiteral("the first")};
    sum.add(sampleReport());
    sum.add(sampleReport());
    QCOMPARE(sum.elapsed, sampleReport().elapsed);
    QCOMPARE(sum.requests, 2U * 1'234'577);
    QCOMPARE(sum.answersByClass[4], 10U);
    QCOMPARE(sum.generatorCpu, 2 * sampleReport().generatorCpu);
    QCOMPARE(sum.latencyMicroseconds.totalCount(), 2U * 1'234'567);
    QCOMPARE(sum.errorCount(), 16U);
    QCOMPARE(sum.errors[LoadErrorKind::Timeout].count, 5U);
    QCOMPARE(sum.errors[LoadErrorKind::Timeout].sample, QStringLiteral("the first"));
}

void TestLoadReport::jsonHasTheDocumentedKeys()
{
    const QJsonObject object = sampleReport().toJson();
    QStringList keys = object.keys();
    keys.sort();
    const QStringList expected{
        QStringLiteral("answersByClass"),
        QStringLiteral("backlog"),
        QStringLiteral("bodyBytes"),
        QStringLiteral("busiestThread"),
        QStringLiteral("bytesReceived"),
        QStringLiteral("bytesSent"),
        QStringLiteral("connectMicroseconds"),
        QStringLiteral("elapsedSeconds"),
        QStringLiteral("errorCount"),
        QStringLiteral("errorSamples"),
        QStringLiteral("errors"),
        QStringLiteral("firstByteMicroseconds"),
        QStringLiteral("generatorCpuSeconds"),
        QStringLiteral("generatorLimit"),
        QStringLiteral("handshakeMicroseconds"),
        QStringLiteral("inFlight"),
        QStringLiteral("lateByGenerator"),
        QStringLiteral("lateSends"),
        QStringLiteral("latencyByClass"),
        QStringLiteral("latencyMicroseconds"),
        QStringLiteral("requests"),
        QStringLiteral("requestsByName"),
        QStringLiteral("requestsPerSecond"),
        QStringLiteral("responses"),
        QStringLiteral("series"),
        QStringLiteral("uncorrectedMicroseconds"),
    };
    QCOMPARE(keys, expected);
    const QJsonObject latency = object[QStringLiteral("latencyMicroseconds")].toObject();
    QCOMPARE(latency[QStringLiteral("p50")].toInteger(), 250);
    QCOMPARE(latency[QStringLiteral("p99.9")].toInteger(), 250);
    QVERIFY(latency[QStringLiteral("p99.99")].toInteger() > 123'000);
    QCOMPARE(latency[QStringLiteral("max")].toInteger(), 123'457);
    QCOMPARE(latency[QStringLiteral("min")].toInteger(), 250);
    for (const char *key : {"mean", "standardDeviation", "p75", "p90", "p95", "p99", "p99.999", "histogram"})
        QVERIFY2(latency.contains(QLatin1StringView(key)), key);
}

void TestLoadReport::jsonCountsEveryKindOfError()
{
    const QJsonObject object = sampleReport().toJson();
    const QJsonObject errors = object[QStringLiteral("errors")].toObject();
    QCOMPARE(errors.size(), loadErrorKindCount);
    QCOMPARE(errors[QStringLiteral("timeout")].toInteger(), 2);
    QCOMPARE(errors[QStringLiteral("reset")].toInteger(-1), 0);
    const QJsonObject samples = object[QStringLiteral("errorSamples")].toObject();
    QCOMPARE(samples.size(), 2);
    QCOMPARE(samples[QStringLiteral("timeout")].toObject()[QStringLiteral("errno")].toInt(), ETIMEDOUT);
}

void TestLoadReport::jsonLosesNothing_data()
{
    QTest::addColumn<LoadReport>("report");
    QTest::newRow("of nothing") << LoadReport();
    QTest::newRow("of a run with errors") << sampleReport();
    QTest::newRow("of an open loop over several requests") << openLoopReport();
}

void TestLoadReport::jsonLosesNothing()
{
    QFETCH(LoadReport, report);
    const LoadReport read = throughText(report);
    QCOMPARE(read.elapsed, report.elapsed);
    QCOMPARE(read.generatorCpu, report.generatorCpu);
    QCOMPARE(read.latencyMicroseconds, report.latencyMicroseconds);
    QCOMPARE(read.toJson(), report.toJson());
}

void TestLoadReport::foreignJsonNamesTheFault_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("a missing time") << QStringLiteral("elapsedSeconds") << QJsonValue(QJsonValue::Undefined);
    QTest::newRow("a negative time") << QStringLiteral("elapsedSeconds") << QJsonValue(-1.0);
    QTest::newRow("a time of more than three years") << QStringLiteral("elapsedSeconds") << QJsonValue(1e9);
    QTest::newRow("a time beyond all bounds") << QStringLiteral("generatorCpuSeconds") << QJsonValue(1e300);
    QTest::newRow("a negative count") << QStringLiteral("responses") << QJsonValue(-4);
    QTest::newRow("a count that is text") << QStringLiteral("requests") << QJsonValue(QStringLiteral("7"));
    QTest::newRow("half a request") << QStringLiteral("inFlight") << QJsonValue(0.5);
    QTest::newRow("a series that is none")
        << QStringLiteral("series") << QJsonValue(QJsonObject{{QStringLiteral("binSeconds"), 0.15}});
    QTest::newRow("first bytes without a histogram")
        << QStringLiteral("firstByteMicroseconds") << QJsonValue(QJsonObject());
    QTest::newRow("no latency") << QStringLiteral("latencyMicroseconds") << QJsonValue(QJsonObject());
}

void TestLoadReport::foreignJsonNamesTheFault()
{
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    QJsonObject object = sampleReport().toJson();
    object.insert(key, value); // undefined removes it
    const auto read = LoadReport::fromJson(object);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().where, key);
    QVERIFY(read.error().message.contains(key));
}

void TestLoadReport::foreignThreadTimesNameTheFault()
{
    QJsonObject object = sampleReport().toJson();
    object.insert(QStringLiteral("busiestThread"), QJsonObject{{QStringLiteral("busySeconds"), 1}});
    const auto read = LoadReport::fromJson(object);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().where, QStringLiteral("waitingSeconds"));
}

void TestLoadReport::textShowsWhatCounts()
{
    const QString text = sampleReport().toText();
    const QString thinSpace(QChar(0x2009));
    for (const QString &part :
        {QStringLiteral("617_283"), QStringLiteral("1_234_577 in 2.00 s"),
            QStringLiteral("2xx 1_234_567, 4xx 5"), QStringLiteral("max 123.5 ms"), QStringLiteral("p99.999"),
            QStringLiteral("timeout 2 (errno %1): No whole answer").arg(ETIMEDOUT),
            QStringLiteral("unexpectedStatus 5: Status 404"),
            QStringLiteral("received 150.00 MB/s (300.00 MB)"),
            QStringLiteral("0.75 cores busy, 1.2 µs of CPU each response")})
        QVERIFY2(text.contains(QString(part).replace(u'_', thinSpace)), qPrintable(part + u'\n' + text));
    QVERIFY(text.endsWith(u'\n'));
}

void TestLoadReport::textOfNothing()
{
    const QString text = LoadReport().toText();
    QVERIFY(text.contains(QStringLiteral("0.0 responses/s")));
    QVERIFY(text.contains(QStringLiteral("no answers")));
}

void TestLoadReport::textOfAnOpenLoop()
{
    QString text = openLoopReport().toText();
    text.replace(QChar(0x2009), u'_');
    for (const QString &part :
        {QStringLiteral("40 sent more than 1 ms late (7 of them with a connection free)"),
            QStringLiteral("2 never sent"), QStringLiteral("from due     from sent"),
            QStringLiteral("First byte    mean 230 µs"), QStringLiteral("50 connections: mean 90 µs"),
            QStringLiteral("4xx         mean 500 µs"),
            QStringLiteral("picture: 234_567 right, 5 failed, p50 0.0 µs"),
            QStringLiteral("max 6_445_670 (in 100 ms)")})
        QVERIFY2(text.contains(part), qPrintable(part + u'\n' + text));
}

/// A report as the first version wrote it, without what came later.
void TestLoadReport::formerReportsStillOpen()
{
    QJsonObject object = sampleReport().toJson();
    for (const char *key : {"backlog", "busiestThread", "connectMicroseconds", "firstByteMicroseconds",
             "handshakeMicroseconds", "generatorLimit", "lateByGenerator", "lateSends", "latencyByClass",
             "requestsByName", "series", "uncorrectedMicroseconds"})
        object.remove(QLatin1StringView(key));
    QJsonObject errors = object[QStringLiteral("errors")].toObject();
    errors.remove(QStringLiteral("unexpectedBody"));
    errors.remove(QStringLiteral("tls"));
    object[QStringLiteral("errors")] = errors;
    const auto read = LoadReport::fromJson(object);
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QCOMPARE(read->toJson(), sampleReport().toJson());
}

void TestLoadReport::csvHasARowForEachName()
{
    const QByteArrayList lines = openLoopReport().toCsv().split('\n');
    QCOMPARE(lines.size(), 5); // names, the whole, two requests, and what follows the last line's end
    QVERIFY(lines.last().isEmpty());
    const qsizetype columns = lines[0].count(',');
    QVERIFY(lines[0].startsWith("request,elapsedSeconds,responses,errors,requestsPerSecond,"));
    QCOMPARE(lines[1].count(','), columns);
    QVERIFY2(lines[1].startsWith(",2.000,1234567,7,617283.462,"), lines[1]);
    QVERIFY2(lines[2].startsWith("\"page, \"\"home\"\"\",2.000,1000000,0,499999.969,"), lines[2]);
    QCOMPARE(lines[2].count(','), columns + 1); // the one in the name
    QVERIFY2(lines[3].startsWith("picture,2.000,234567,5,"), lines[3]);
    QCOMPARE(lines[3].count(','), columns);
}

void TestLoadReport::csvOfTheSeries()
{
    QCOMPARE(openLoopReport().seriesToCsv(),
        QByteArray("seconds,requests,responses,errors,meanLatencyMicroseconds,maximumLatencyMicroseconds\r\n"
                   "0.000,600000,590000,0,254.237,2000\r\n"
                   "0.100,634577,644567,7,353.726,123457\r\n"));
}

void TestLoadReport::limits_data()
{
    QTest::addColumn<int>("busy"); // ms of 1000
    QTest::addColumn<int>("waiting");
    QTest::addColumn<quint64>("late"); // of 1000 requests
    QTest::addColumn<QString>("limit");
    QTest::newRow("idle") << 300 << 100 << quint64(0) << QStringLiteral("none");
    QTest::newRow("always at work") << 950 << 10 << quint64(0) << QStringLiteral("busy");
    QTest::newRow("always ready, often without a core")
        << 500 << 450 << quint64(0) << QStringLiteral("noCore");
    QTest::newRow("behind its schedule") << 300 << 100 << quint64(60) << QStringLiteral("late");
    QTest::newRow("hardly behind its schedule") << 300 << 100 << quint64(6) << QStringLiteral("none");
}

void TestLoadReport::limits()
{
    QFETCH(int, busy);
    QFETCH(int, waiting);
    QFETCH(quint64, late);
    QFETCH(QString, limit);
    LoadReport report;
    report.elapsed = 1s;
    report.requests = 1000;
    report.lateByGenerator = late;
    report.busiestThread = {std::chrono::milliseconds(busy), std::chrono::milliseconds(waiting)};
    QCOMPARE(toKey(report.generatorLimit()), limit);
    const bool isTold = report.toText().contains(QStringLiteral("; it "));
    QCOMPARE(isTold, limit != u"none");
}

QTEST_GUILESS_MAIN(TestLoadReport)
#include "tst_loadreport.moc"
