// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labprotocol.h"
#include "core/lab/resultdocument.h"
#include "tests/app/experiments.h"
#include "tests/app/program.h"
#include "tests/lab/samples.h"

#include <QFileInfo>

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Folder;
using test::Outcome;
using test::RunningProgram;
using test::runProgram;

/// The commands of the lab, and the one it starts.
class tst_LabCommand : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void listsExperiments();
    void runsAnExperimentFile();
    void tellsTheFinishedRoundsWhenInterrupted();
    void showsAnExperimentThatCanBeRun();
    void namesWhatIsNearest();
    void makesReports_data();
    void makesReports();
    void tellsWhatGotWorse();
    void refusesWhatIsNoResult();
    void sweepsASetting();
    void subjectServesUntilItIsTold();
    void subjectEndsWithItsInput();
};

namespace {

/// Two variants of a small site, measured for a moment.
QByteArray smallExperiment(const QString &root, std::chrono::milliseconds duration)
{
    lab::Experiment experiment = test::onePageExperiment(u"small"_s, root);
    experiment.title = u"A small experiment"_s;
    lab::Variant on;
    on.id = u"on"_s;
    on.label = u"Cache on"_s;
    lab::Variant off = on;
    off.id = u"off"_s;
    off.label = u"Cache off"_s;
    off.patch = {{u"techniques"_s, QJsonObject{{u"staticCache"_s, u"off"_s}}}};
    experiment.variants = {on, off};
    experiment.plan.connections = 2;
    experiment.plan.warmUp = std::chrono::milliseconds(0);
    experiment.plan.duration = duration;
    experiment.plan.settle = std::chrono::milliseconds(10);
    experiment.rounds = 3;
    return QJsonDocument(experiment.toJson()).toJson();
}

} // namespace

void tst_LabCommand::listsExperiments()
{
    const Outcome outcome = runProgram({u"lab"_s, u"list"_s});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.errors, QString());
    for (const QString &text : {u"brotli-quality\n"_s, u"q4-cached"_s, u" rounds of "_s})
        QVERIFY2(outcome.output.contains(text), qPrintable(outcome.output));
}

void tst_LabCommand::runsAnExperimentFile()
{
    const Folder folder;
    folder.write(u"page.txt"_s, "page");
    const QString file
        = folder.write(u"small.json"_s, smallExperiment(folder.path(), std::chrono::milliseconds(100)));
    const QString result = folder.path() + u"/result.json"_s;
    const Outcome outcome = runProgram({u"lab"_s, u"run"_s, file, u"--rounds"_s, u"1"_s, u"--seed"_s, u"7"_s,
        u"--only"_s, u"off"_s, u"--out"_s, result});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QVERIFY2(outcome.output.contains("Cache off"_L1), qPrintable(outcome.output));
    QVERIFY2(!outcome.output.contains("Cache on"_L1), qPrintable(outcome.output));
    const auto document = lab::ResultDocument::load(result);
    QVERIFY2(document.has_value(), document ? "" : qPrintable(document.error().toString()));
    QCOMPARE(document->experiment.rounds, 1);
    QCOMPARE(document->experiment.seed, 7U);
    QVERIFY(!document->cancelled);
    for (const lab::Sample &sample : document->samples)
        QCOMPARE(sample.variant, u"off"_s);
    QVERIFY(!document->samples.isEmpty());
}

void tst_LabCommand::tellsTheFinishedRoundsWhenInterrupted()
{
    const Folder folder;
    folder.write(u"page.txt"_s, "page");
    const QString file
        = folder.write(u"small.json"_s, smallExperiment(folder.path(), std::chrono::milliseconds(100)));
    const QString result = folder.path() + u"/result.json"_s;
    RunningProgram program({u"lab"_s, u"run"_s, file, u"--rounds"_s, u"1000"_s, u"--out"_s, result});
    QVERIFY(program.readErrorLine().startsWith("A small experiment: about "_L1));
    QVERIFY(program.readErrorLine().startsWith("Round 1, page, "_L1));
    program.interrupt();
    QCOMPARE(program.finish().exitCode, 1);
    const auto document = lab::ResultDocument::load(result);
    QVERIFY(document.has_value());
    QVERIFY(document->cancelled);
}

void tst_LabCommand::showsAnExperimentThatCanBeRun()
{
    const Outcome outcome = runProgram({u"lab"_s, u"show"_s, u"host-hit"_s});
    QCOMPARE(outcome.exitCode, 0);
    const auto experiment = lab::Experiment::fromJson(outcome.json());
    QVERIFY(experiment.has_value());
    QCOMPARE(experiment->base.domains.size(), 1000);
    QCOMPARE(lab::validate(*experiment), QList<base::Error>{});
}

void tst_LabCommand::namesWhatIsNearest()
{
    const Outcome outcome = runProgram({u"lab"_s, u"run"_s, u"host-hot"_s});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.errors.contains("host-hit"_L1), qPrintable(outcome.errors));
    const Outcome variant = runProgram({u"lab"_s, u"run"_s, u"cache"_s, u"--only"_s, u"onn"_s});
    QCOMPARE(variant.exitCode, 2);
    QVERIFY2(variant.errors.contains("There are: cache, page, on, off."_L1), qPrintable(variant.errors));
}

void tst_LabCommand::makesReports_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("beginning");
    QTest::newRow("text") << u"text"_s << u"Test of two\n"_s;
    QTest::newRow("markdown") << u"markdown"_s << u"# Test of two\n"_s;
    QTest::newRow("csv") << u"csv"_s << u"experiment,workload,variant,"_s;
    QTest::newRow("html") << u"html"_s << u"<!DOCTYPE html>\n"_s;
}

void tst_LabCommand::makesReports()
{
    QFETCH(const QString, format);
    QFETCH(const QString, beginning);
    const Folder folder;
    const QString result = folder.path() + u"/result.json"_s;
    QVERIFY(lab::makePairedDocument(5, 1000, 900).save(result));
    const Outcome outcome = runProgram({u"lab"_s, u"report"_s, result, u"--format"_s, format});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QVERIFY2(outcome.output.startsWith(beginning), qPrintable(outcome.output.left(100)));
    const QString file = folder.path() + u"/report"_s;
    const Outcome toFile
        = runProgram({u"lab"_s, u"report"_s, result, u"--format"_s, format, u"--out"_s, file});
    QVERIFY(toFile.exitCode == 0 && toFile.output.isEmpty());
    QVERIFY(QFileInfo(file).size() > 100);
}

void tst_LabCommand::tellsWhatGotWorse()
{
    const Folder folder;
    const QString before = folder.path() + u"/before.json"_s;
    const QString after = folder.path() + u"/after.json"_s;
    QVERIFY(lab::makePairedDocument(5, 10'000, 10'000).save(before));
    QVERIFY(lab::makePairedDocument(5, 10'000, 9'000).save(after));
    const auto compare = [](const QString &one, const QString &other, const QString &limit) {
        return runProgram({u"lab"_s, u"compare"_s, one, other, u"--fail-on-regression"_s, limit});
    };
    const Outcome worse = compare(before, after, u"5%"_s);
    QCOMPARE(worse.exitCode, 1);
    QVERIFY2(
        worse.output.contains("10 % slower; outside noise in 5 of 5 rounds"_L1), qPrintable(worse.output));
    QCOMPARE(compare(before, after, u"15%"_s).exitCode, 0);
    QCOMPARE(compare(before, before, u"0%"_s).exitCode, 0);
    QCOMPARE(compare(before, after, u"many"_s).exitCode, 2);
    QCOMPARE(runProgram({u"lab"_s, u"compare"_s, before, after}).exitCode, 0);
}

void tst_LabCommand::refusesWhatIsNoResult()
{
    const Folder folder;
    const QString file = folder.write(u"other.json"_s, R"({"a": 1})");
    const Outcome outcome = runProgram({u"lab"_s, u"report"_s, file});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("other.json: This is not a result of an experiment."_L1),
        qPrintable(outcome.errors));
}

void tst_LabCommand::sweepsASetting()
{
    const Folder folder;
    const QString result = folder.path() + u"/result.json"_s;
    const Outcome outcome = runProgram({u"lab"_s, u"sweep"_s, u"cache"_s, u"--set"_s, u"workers=1..2"_s,
        u"--set"_s, u"techniques.staticCache=on,off"_s, u"--smoke"_s, u"--out"_s, result});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const auto document = lab::ResultDocument::load(result);
    QVERIFY(document.has_value());
    QCOMPARE(document->samples.size(), 4);
    QCOMPARE(document->experiment.variants[3].id, u"workers=2,staticCache=off"_s);
}

void tst_LabCommand::subjectServesUntilItIsTold()
{
    const Folder folder;
    folder.write(u"index.html"_s, "subject");
    const QString file = folder.write(u"site.json"_s, R"({"root": ".", "port": 0})");
    RunningProgram program({u"subject"_s, u"--config"_s, file, u"--cores"_s, u"0"_s});
    const auto event = lab::parseSubjectLine(program.readLine().toUtf8());
    QVERIFY(event.has_value());
    QCOMPARE(test::get(event->url).body, "subject");
    program.interrupt(); // is the parent's business
    program.write("memory\n");
    const auto memory = lab::parseSubjectLine(program.readLine().toUtf8());
    QVERIFY(memory.has_value());
    QVERIFY(memory->memory.residentBytes > 0);
    program.write("quit\n");
    QCOMPARE(program.finish().exitCode, 0);
}

void tst_LabCommand::subjectEndsWithItsInput()
{
    const Folder folder;
    const QString file = folder.write(u"site.json"_s, R"({"port": 0})");
    const Outcome outcome = runProgram({u"subject"_s, u"--config"_s, file}, folder.path());
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.output.contains("listening"_L1));
}

QTEST_GUILESS_MAIN(tst_LabCommand)
#include "tst_labcommand.moc"
