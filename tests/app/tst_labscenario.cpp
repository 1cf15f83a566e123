// SPDX-License-Identifier: GPL-3.0-or-later
// An exported scenario runs with the engine it was made for, and its result comes back.
#include "core/lab/resultdocument.h"
#include "tests/app/experiments.h"
#include "tests/app/program.h"

#include <QDir>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Folder;
using test::Outcome;
using test::RunningProgram;
using test::runProgram;

namespace {

constexpr int patience = 180'000; // of Tsung: it starts a node and waits for its last statistics

QByteArray experimentFor(const QString &root)
{
    lab::Experiment experiment = test::onePageExperiment(u"page"_s, root);
    experiment.workloads.first().expectation.status = 200;
    lab::Variant variant;
    variant.id = u"plain"_s;
    experiment.variants = {variant};
    experiment.plan.connections = 3;
    experiment.plan.duration = std::chrono::seconds(2);
    return QJsonDocument(experiment.toJson()).toJson();
}

/// Erlang leaves a daemon behind that knows its nodes: this one is ours, on a port of its own, and ends with
/// us.
class OwnPortMapper
{
public:
    OwnPortMapper()
    {
        QTcpServer free;
        free.listen(QHostAddress::LocalHost);
        qputenv("ERL_EPMD_PORT", QByteArray::number(free.serverPort()));
        qputenv("ERL_EPMD_ADDRESS", "127.0.0.1");
    }
    ~OwnPortMapper() { QProcess::execute(u"epmd"_s, {u"-kill"_s}); }
};

} // namespace

class TestLabScenario : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsWithTsung()
    {
        if (QStandardPaths::findExecutable(u"tsung"_s).isEmpty())
            QSKIP("tsung is not installed (apt-get install tsung)");
        const OwnPortMapper mapper;
        const Folder folder;
        folder.write(u"page.txt"_s, "hello");
        const QString experiment = folder.write(u"experiment.json"_s, experimentFor(folder.path()));
        RunningProgram server({u"serve"_s, folder.path(), u"--port"_s, u"0"_s});
        const QString url = server.readLine();
        const QString scenario = folder.path() + u"/scenario.xml"_s;
        const Outcome exported = runProgram({u"lab"_s, u"export"_s, experiment, u"--format"_s, u"tsung"_s,
            u"--url"_s, url, u"--out"_s, scenario});
        QVERIFY2(exported.exitCode == 0, qPrintable(exported.errors));

        QProcess tsung;
        tsung.setProcessChannelMode(QProcess::MergedChannels);
        tsung.start(u"tsung"_s, {u"-f"_s, scenario, u"-l"_s, folder.path() + u"/log"_s, u"start"_s});
        QVERIFY2(tsung.waitForFinished(patience), "tsung did not end");
        const QStringList runs = QDir(folder.path() + u"/log"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY2(runs.size() == 1, tsung.readAll().constData());
        const QString log = folder.path() + u"/log/"_s + runs.first();
        if (!QFileInfo::exists(log + u"/tsung.log"_s))
            QSKIP("tsung could not start its Erlang node here");

        const QString result = folder.path() + u"/result.json"_s;
        const Outcome imported = runProgram({u"lab"_s, u"import"_s, log, u"--format"_s, u"tsung"_s,
            u"--experiment"_s, experiment, u"--out"_s, result});
        QVERIFY2(imported.exitCode == 0, qPrintable(imported.errors));
        const auto document = lab::ResultDocument::load(result);
        QVERIFY2(document.has_value(), document ? "" : qPrintable(document.error().toString()));
        QCOMPARE(document->samples.size(), 1);
        const load::LoadReport &report = document->samples.first().load;
        QVERIFY2(report.responses > 10, qPrintable(QString::number(report.responses)));
        QCOMPARE(report.errorCount(), 0u);
        QVERIFY(report.bytesReceived > report.responses * 5);
        QCOMPARE(report.latencyMicroseconds.totalCount(), report.responses);
        QVERIFY(report.latencyMicroseconds.percentile(50) > 0);
    }

    void asksForWhatIsMissing()
    {
        QCOMPARE(runProgram({u"lab"_s, u"export"_s, u"cache"_s}).exitCode, 2);
        QCOMPARE(runProgram({u"lab"_s, u"import"_s}).exitCode, 2);
        const Outcome script = runProgram({u"lab"_s, u"export"_s, u"cache"_s, u"--format"_s, u"k6"_s,
            u"--url"_s, u"http://127.0.0.1:1/"_s});
        QCOMPARE(script.exitCode, 0);
        QVERIFY(script.output.contains("http://127.0.0.1:1/index.html"_L1));
    }
};

QTEST_GUILESS_MAIN(TestLabScenario)
#include "tst_labscenario.moc"
