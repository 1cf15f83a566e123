// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labprotocol.h"
#include "core/load/loadreport.h"
#include "tests/app/program.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>
#include <QUrl>

#include <memory>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Outcome;
using test::RunningProgram;
using test::runProgram;

class tst_LoadCommand : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void reportsAsJson();
    void reportsAsText();
    void countsRequestsUnderEveryOption_data();
    void countsRequestsUnderEveryOption();
    void refusesContradictions_data();
    void refusesContradictions();
    void makesLoadAtARate();
    void makesARamp();
    void sendsTheRequestsOfAFile();
    void replaysAHarFile();
    void namesTheFaultOfARequestFile();
    void writesReportFiles();
    void reportsAsCsv();
    void refusesAReportFileBeforeTheRun();
    void refusesOtherMachinesUnlessConfirmed();
    void endsWithOneForAnUnknownName();
    void drawsABar();
    void endsWithOneWhenAnswersAreWrong();
    void endsWithOneWhenNobodyAnswers();
    void showsProgressAsJson();
    void reportsSoFarWhenInterrupted();

private:
    QStringList loadOf(const QString &path) const;

    test::Folder m_folder;
    std::unique_ptr<RunningProgram> m_server;
    QUrl m_url;
};

void tst_LoadCommand::init()
{
    m_folder.write(u"page.txt"_s, "a page of 20 bytes..");
    m_server
        = std::make_unique<RunningProgram>(QStringList{u"serve"_s, u"--port"_s, u"0"_s, m_folder.path()});
    m_url = QUrl(m_server->readLine());
    QVERIFY(m_url.isValid());
}

void tst_LoadCommand::cleanup()
{
    m_server.reset();
}

QStringList tst_LoadCommand::loadOf(const QString &path) const
{
    return {u"load"_s, m_url.resolved(QUrl(path)).toString(), u"--format"_s, u"json"_s, u"-c"_s, u"4"_s};
}

void tst_LoadCommand::reportsAsJson()
{
    const Outcome outcome = runProgram(loadOf(u"/page.txt"_s) + QStringList{u"-n"_s, u"200"_s});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QCOMPARE(outcome.errors, QString());
    const QJsonObject report = outcome.json();
    QCOMPARE(report.value(u"responses"_s), 200);
    QVERIFY(report.value(u"requestsPerSecond"_s).toDouble() > 0);
    QVERIFY(report.value(u"latencyMicroseconds"_s).toObject().value(u"p99"_s).toDouble() > 0);
    const auto parsed = load::LoadReport::fromJson(report);
    QVERIFY(parsed.has_value());
    QCOMPARE(parsed->bodyBytes, 200U * 20U);
}

void tst_LoadCommand::reportsAsText()
{
    const Outcome outcome
        = runProgram({u"load"_s, m_url.toString() + u"page.txt"_s, u"-n"_s, u"50"_s, u"-c"_s, u"2"_s});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(
        outcome.output.contains("50"_L1) && outcome.output.contains("p99"_L1), qPrintable(outcome.output));
}

void tst_LoadCommand::countsRequestsUnderEveryOption_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("two threads") << QStringList{u"--threads"_s, u"2"_s};
    QTest::newRow("a connection for each request") << QStringList{u"--no-keepalive"_s};
    QTest::newRow("HEAD") << QStringList{u"-X"_s, u"HEAD"_s};
    QTest::newRow("a field") << QStringList{u"-H"_s, u"Accept-Encoding: br"_s};
    QTest::newRow("what is expected comes") << QStringList{u"--expect-status=200"_s, u"--expect-bytes=20"_s};
    QTest::newRow("a limit for each answer") << QStringList{u"--timeout=10s"_s};
    QTest::newRow("a limit for each connection") << QStringList{u"--connect-timeout=10s"_s};
    QTest::newRow("eight at a time") << QStringList{u"--pipeline=8"_s};
    QTest::newRow("a rate") << QStringList{u"--rate=2000"_s};
    QTest::newRow("a ramp") << QStringList{u"--ramp=10:2000:100ms"_s};
    QTest::newRow("the right hash") << QStringList{
        u"--expect-sha256"_s, u"0c58e19bdd3a01c617a176fe82733161e1e4da16d0c1b8dc12bbc5530b3c1e8e"_s};
    QTest::newRow("a core") << QStringList{u"--cores=0"_s};
}

void tst_LoadCommand::countsRequestsUnderEveryOption()
{
    QFETCH(QStringList, options);
    const Outcome outcome = runProgram(loadOf(u"/page.txt"_s) + QStringList{u"-n"_s, u"100"_s} + options);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors + outcome.output.left(500)));
    QCOMPARE(outcome.json().value(u"responses"_s), 100);
}

void tst_LoadCommand::refusesContradictions_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("part");
    QTest::newRow("two arrivals") << QStringList{u"--rate=5"_s, u"--ramp=1:2"_s} << u"--rate and --ramp"_s;
    QTest::newRow("two bodies") << QStringList{u"--body=a"_s, u"--body-file=/dev/null"_s}
                                << u"--body and --body-file"_s;
    QTest::newRow("all of no archive") << QStringList{u"--har-all"_s} << u"--har FILE"_s;
    QTest::newRow("a rate that is none") << QStringList{u"--rate=fast"_s} << u"\"fast\" is not a rate"_s;
    QTest::newRow("no rate") << QStringList{u"--rate=0"_s} << u"A rate of 0"_s;
    QTest::newRow("half a ramp") << QStringList{u"--ramp=5"_s} << u"\"5\" is not a ramp"_s;
    QTest::newRow("a ramp without a time in a run by number")
        << QStringList{u"--ramp=5:6"_s, u"-n"_s, u"9"_s} << u"ramp takes no time"_s;
    QTest::newRow("half a hash") << QStringList{u"--expect-sha256=abc"_s} << u"SHA-256"_s;
    QTest::newRow("another format") << QStringList{u"--format=xml"_s} << u"text, json or csv"_s;
}

void tst_LoadCommand::refusesContradictions()
{
    QFETCH(QStringList, options);
    QFETCH(QString, part);
    const Outcome outcome = runProgram(QStringList{u"load"_s, m_url.toString()} + options);
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.errors.contains(part), qPrintable(outcome.errors));
}

void tst_LoadCommand::makesLoadAtARate()
{
    const Outcome outcome = runProgram(
        loadOf(u"/page.txt"_s) + QStringList{u"--rate"_s, u"200"_s, u"-d"_s, u"500ms"_s, u"--threads=2"_s});
    const QJsonObject report = outcome.json();
    QCOMPARE(report.value(u"requests"_s), 100);
    const auto parsed = load::LoadReport::fromJson(report);
    QVERIFY(parsed.has_value());
    QCOMPARE(parsed->uncorrectedMicroseconds.totalCount(), parsed->responses);
    QVERIFY(parsed->series.bins().size() >= 5);
}

void tst_LoadCommand::makesARamp()
{
    const Outcome outcome
        = runProgram(loadOf(u"/page.txt"_s) + QStringList{u"--ramp"_s, u"100:300"_s, u"-d"_s, u"500ms"_s});
    QCOMPARE(outcome.json().value(u"requests"_s), 100);
}

void tst_LoadCommand::sendsTheRequestsOfAFile()
{
    m_folder.write(u"other.txt"_s, "other");
    const QString file = m_folder.write(u"requests.json"_s,
        R"({"path": "/page.txt", "weight": 3, "name": "page", "expect": {"bytes": 20}}
           {"path": "/other.txt", "headers": {"Accept": "text/plain"}, "expect": {"bytes": 5}}
           {"path": "/none", "expect": {"status": 404}})");
    const Outcome outcome
        = runProgram(loadOf(u"/"_s) + QStringList{u"-n"_s, u"100"_s, u"--request-file"_s, file});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors + outcome.output.left(500)));
    const auto report = load::LoadReport::fromJson(outcome.json());
    QVERIFY(report.has_value());
    QCOMPARE(report->byName.size(), 3U);
    QCOMPARE(report->byName[0].name, u"page"_s);
    QCOMPARE(report->byName[0].responses, 60U);
    QCOMPARE(report->byName[1].responses, 20U);
    QCOMPARE(report->answersByClass[4], 20U);
}

void tst_LoadCommand::replaysAHarFile()
{
    const QByteArray har
        = R"({"log": {"entries": [{"request": {"method": "GET", "url": "https://x.test/page.txt"}},
        {"request": {"method": "HEAD", "url": "https://x.test/page.txt?v=2"}}]}})";
    const QString file = m_folder.write(u"page.har"_s, har);
    const QStringList arguments = loadOf(u"/"_s) + QStringList{u"-n"_s, u"10"_s, u"--har"_s, file};
    const Outcome refused = runProgram(arguments);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.errors.contains(u"https://x.test:443"_s), qPrintable(refused.errors));
    const Outcome outcome = runProgram(arguments + QStringList{u"--har-all"_s});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const auto report = load::LoadReport::fromJson(outcome.json());
    QCOMPARE(report->byName.size(), 2U);
    QCOMPARE(report->byName[0].responses, 5U);
    QCOMPARE(report->bodyBytes, 5U * 20U);
}

void tst_LoadCommand::namesTheFaultOfARequestFile()
{
    const QString file = m_folder.write(u"requests.json"_s, "{\"path\": \"/\"}\n{\"pth\": \"/\"}\n");
    const Outcome outcome = runProgram(loadOf(u"/"_s) + QStringList{u"--request-file"_s, file});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.errors.contains(u"Line 2: \"pth\" is not known"_s), qPrintable(outcome.errors));
    QVERIFY(outcome.errors.contains(u"--request-file"_s));
}

void tst_LoadCommand::writesReportFiles()
{
    const QDir folder(m_folder.path());
    const Outcome outcome = runProgram(loadOf(u"/page.txt"_s)
        + QStringList{u"-n"_s, u"50"_s, u"--rate=1000"_s, u"--hgrm"_s, folder.filePath(u"a.hgrm"_s),
            u"--hgrm-uncorrected"_s, folder.filePath(u"b.hgrm"_s), u"--series"_s,
            folder.filePath(u"c.csv"_s)});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    for (const auto &[name, part] : {std::pair{u"a.hgrm"_s, "Total count    =           50]"},
             {u"b.hgrm"_s, "Total count    =           50]"}, {u"c.csv"_s, "seconds,requests,"}}) {
        QFile file(folder.filePath(name));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
        QVERIFY2(file.readAll().contains(part), qPrintable(name));
    }
}

void tst_LoadCommand::reportsAsCsv()
{
    const Outcome outcome = runProgram(
        {u"load"_s, m_url.toString() + u"page.txt"_s, u"-n"_s, u"50"_s, u"-c"_s, u"2"_s, u"--format=csv"_s});
    QCOMPARE(outcome.exitCode, 0);
    const QStringList lines = outcome.output.split(u"\r\n"_s, Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    const auto column = lines[0].split(u',').indexOf(u"responses"_s);
    QCOMPARE(lines[1].split(u',').value(column), u"50"_s);
}

void tst_LoadCommand::refusesAReportFileBeforeTheRun()
{
    const Outcome outcome = runProgram(
        loadOf(u"/page.txt"_s) + QStringList{u"-d"_s, u"1h"_s, u"--hgrm"_s, u"/no/such/folder/a.hgrm"_s});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(u"/no/such/folder/a.hgrm"_s), qPrintable(outcome.errors));
}

void tst_LoadCommand::refusesOtherMachinesUnlessConfirmed()
{
    const QStringList arguments{
        u"load"_s, u"http://192.0.2.1/"_s, u"-n1"_s, u"--connect-timeout=50ms"_s, u"--format=json"_s};
    const Outcome refused = runProgram(arguments);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.errors.contains(u"not this machine"_s), qPrintable(refused.errors));
    QCOMPARE(runProgram(arguments + QStringList{u"--confirm-host=192.0.2.2"_s}).exitCode, 2);
}

void tst_LoadCommand::endsWithOneForAnUnknownName()
{
    const Outcome outcome = runProgram({u"load"_s, u"http://no-such-host.invalid/"_s});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(u"no-such-host.invalid"_s), qPrintable(outcome.errors));
}

void tst_LoadCommand::drawsABar()
{
    const Outcome outcome = runProgram({u"load"_s, m_url.toString() + u"page.txt"_s, u"-c2"_s, u"-d"_s,
        u"600ms"_s, u"--rate=100"_s, u"--progress=text"_s});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.errors.contains(u"over 2 connections for 600 ms, 100 requests/s"_s),
        qPrintable(outcome.errors));
    QVERIFY2(
        outcome.errors.contains(QRegularExpression(u"\\[=*> *\\] +\\d+ % "_s)), qPrintable(outcome.errors));
}

void tst_LoadCommand::endsWithOneWhenAnswersAreWrong()
{
    const Outcome outcome = runProgram(loadOf(u"/missing.txt"_s) + QStringList{u"-n"_s, u"20"_s});
    QCOMPARE(outcome.exitCode, 1);
    const auto report = load::LoadReport::fromJson(outcome.json());
    QVERIFY(report.has_value());
    QCOMPARE(report->responses, 0U);
    QCOMPARE(report->errors.at(load::LoadErrorKind::UnexpectedStatus).count, 20U);
}

void tst_LoadCommand::endsWithOneWhenNobodyAnswers()
{
    m_server->terminate();
    QCOMPARE(m_server->finish().exitCode, 0);
    const Outcome outcome = runProgram(loadOf(u"/"_s) + QStringList{u"-n"_s, u"4"_s, u"-d"_s, u"5s"_s});
    QCOMPARE(outcome.exitCode, 1);
    const auto report = load::LoadReport::fromJson(outcome.json());
    QVERIFY(report.has_value());
    QVERIFY(report->errors.contains(load::LoadErrorKind::Connect));
}

void tst_LoadCommand::showsProgressAsJson()
{
    const Outcome outcome
        = runProgram(loadOf(u"/page.txt"_s) + QStringList{u"-d"_s, u"500ms"_s, u"--progress"_s, u"json"_s});
    QCOMPARE(outcome.exitCode, 0);
    const QStringList lines = outcome.errors.split(u'\n', Qt::SkipEmptyParts);
    QVERIFY(!lines.isEmpty());
    for (const QString &line : lines) {
        const QJsonObject object = QJsonDocument::fromJson(line.toUtf8()).object();
        QVERIFY2(lab::loadProgressFromJson(object).has_value(), qPrintable(line));
    }
}

void tst_LoadCommand::reportsSoFarWhenInterrupted()
{
    RunningProgram program(
        loadOf(u"/page.txt"_s) + QStringList{u"-d"_s, u"10m"_s, u"--progress"_s, u"json"_s});
    QVERIFY(!program.readErrorLine().isEmpty());
    program.interrupt();
    const Outcome outcome = program.finish();
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.json().value(u"responses"_s).toInteger() > 0);
}

QTEST_GUILESS_MAIN(tst_LoadCommand)
#include "tst_loadcommand.moc"
