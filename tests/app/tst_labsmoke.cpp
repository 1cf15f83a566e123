// SPDX-License-Identifier: GPL-3.0-or-later
// Every workload of the catalogue runs once, for a moment, with its proof.
#include "core/lab/catalogue.h"
#include "core/lab/resultset.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace Qt::StringLiterals;

class TestLabSmoke : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsEverything()
    {
        constexpr int limit = 120'000; // milliseconds, on a machine of two cores
        constexpr int patience = 280'000; // beside other work, or with sanitizers
        const QString program = qEnvironmentVariable("SERVELAB_CLI");
        if (!QFileInfo(program).isExecutable())
            QSKIP("SERVELAB_CLI does not name the program");
        const QTemporaryDir folder;
        const QString result = folder.filePath(u"result.json"_s);
        QElapsedTimer clock;
        clock.start();
        QProcess process;
        process.start(program, {u"lab"_s, u"run"_s, u"seeds"_s, u"own"_s, u"--smoke"_s, u"--out"_s, result});
        QVERIFY(process.waitForFinished(patience));
        if (clock.elapsed() > limit)
            qWarning("It took %lld s, which is more than the two minutes of a quiet machine.",
                clock.elapsed() / 1000);
        const QString errors = QString::fromUtf8(process.readAllStandardError());
        const auto documents = lab::loadResults(result);
        QVERIFY2(documents.has_value(), qPrintable(errors));
        QVERIFY(documents->size() >= lab::catalogue().size());
        for (const lab::ResultDocument &document : *documents) {
            for (const lab::Sample &sample : document.samples)
                QVERIFY2(!sample.failure,
                    qPrintable(u"%1, %2, %3: %4"_s.arg(document.experiment.id, sample.workload,
                        sample.variant, sample.failure ? sample.failure->toString() : QString())));
            QVERIFY(!document.samples.isEmpty());
        }
        QCOMPARE(process.exitCode(), 0);
        const QString output = QString::fromUtf8(process.readAllStandardOutput());
        for (const QString &title : {u"\nN: "_s, u"\nO: "_s, u"\nU: "_s, u"\nH: "_s, u"\nD: "_s})
            QVERIFY2(output.contains(title), qPrintable(title));
    }
};

QTEST_GUILESS_MAIN(TestLabSmoke)
#include "tst_labsmoke.moc"
