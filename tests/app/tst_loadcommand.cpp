// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labprotocol.h"
#include "core/load/loadreport.h"
#include "tests/app/program.h"

#include <QJsonDocument>
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
    QTest::newRow("a core") << QStringList{u"--cores=0"_s};
}

void tst_LoadCommand::countsRequestsUnderEveryOption()
{
    QFETCH(QStringList, options);
    const Outcome outcome = runProgram(loadOf(u"/page.txt"_s) + QStringList{u"-n"_s, u"100"_s} + options);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors + outcome.output.left(500)));
    QCOMPARE(outcome.json().value(u"responses"_s), 100);
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
