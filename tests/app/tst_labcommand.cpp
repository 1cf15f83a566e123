// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labprotocol.h"
#include "core/lab/resultdocument.h"
#include "tests/app/program.h"

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
    void subjectServesUntilItIsTold();
    void subjectEndsWithItsInput();
};

namespace {

/// Two variants of a small site, measured for a moment.
QByteArray smallExperiment(const QString &root, std::chrono::milliseconds duration)
{
    lab::Experiment experiment;
    experiment.id = u"small"_s;
    experiment.title = u"A small experiment"_s;
    experiment.base.root = root;
    lab::Workload workload;
    workload.id = u"page"_s;
    workload.title = u"A page"_s;
    workload.path = u"/page.txt"_s;
    experiment.workloads = {workload};
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
