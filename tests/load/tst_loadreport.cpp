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
    void textShowsWhatCounts();
    void textOfNothing();
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
        QStringLiteral("bodyBytes"),
        QStringLiteral("bytesReceived"),
        QStringLiteral("bytesSent"),
        QStringLiteral("elapsedSeconds"),
        QStringLiteral("errorCount"),
        QStringLiteral("errorSamples"),
        QStringLiteral("errors"),
        QStringLiteral("generatorCpuSeconds"),
        QStringLiteral("inFlight"),
        QStringLiteral("latencyMicroseconds"),
        QStringLiteral("requests"),
        QStringLiteral("requestsPerSecond"),
        QStringLiteral("responses"),
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
    QTest::addColumn<bool>("empty");
    QTest::newRow("of nothing") << true;
    QTest::newRow("of a run with errors") << false;
}

void TestLoadReport::jsonLosesNothing()
{
    QFETCH(bool, empty);
    const LoadReport report = empty ? LoadReport() : sampleReport();
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

QTEST_GUILESS_MAIN(TestLoadReport)
#include "tst_loadreport.moc"
