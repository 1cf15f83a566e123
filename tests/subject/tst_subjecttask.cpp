// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/tasksubject.h"

#include "core/base/process.h"
#include "tests/subject/pipes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::subject;
using namespace Qt::StringLiterals;

class TestSubjectTask : public QObject
{
    Q_OBJECT

private:
    site::SiteConfig config() const
    {
        site::SiteConfig config;
        config.root = m_root.path();
        config.workers = 1;
        return config;
    }

    /// Waits for the end of the task; without a proof where it failed.
    TaskReport run(SubjectTask &task, const site::SiteConfig &config, std::uint64_t count)
    {
        TaskReport report;
        bool ended = false;
        connect(&task, &SubjectTask::done, this, [&](const TaskReport &seen) {
            report = seen;
            ended = true;
        });
        connect(&task, &SubjectTask::failed, this, [&](const base::Error &) { ended = true; });
        task.start(config, count);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(ended, 60'000); }();
        return report;
    }

    QTemporaryDir m_root;

private Q_SLOTS:
    void everyNameHasItsTask()
    {
        QCOMPARE(subjectTaskNames().size(), 5);
        for (const QString &name : subjectTaskNames())
            QVERIFY2(makeSubjectTask(name), qPrintable(name));
    }

    void anUnknownNameIsToldTheKnownOnes()
    {
        const auto task = makeSubjectTask(u"dance"_s);
        QVERIFY(!task);
        for (const QString &name : subjectTaskNames() + QStringList{u"dance"_s})
            QVERIFY2(task.error().toString().contains(name), qPrintable(name));
    }

    void provesWhatItDid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("copied");
        QTest::addColumn<QString>("proof");
        QTest::addColumn<bool>("keeps");
        const QString checksum = u"checksum=13104 different=0"_s; // 8080 + 5000 + "text/html; charset=utf-8"
        for (const bool copied : {false, true}) {
            const auto row = [copied](const char *name) -> QTestData & {
                return QTest::addRow("%s, %s", name, copied ? "copied" : "shared");
            };
            row("construct") << u"config-construct"_s << copied << checksum << false;
            row("retained") << u"config-retained"_s << copied << u"changed=text/x-changed others=0"_s << true;
            row("overlay") << u"config-overlay"_s << copied
                           << u"lacking=0 restored=text/html; charset=utf-8"_s << true;
            row("materialized") << u"config-materialized"_s << copied << u"different=0"_s << true;
        }
    }

    void provesWhatItDid()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, copied);
        QFETCH(const QString, proof);
        QFETCH(const bool, keeps);
        site::SiteConfig chosen = config();
        chosen.techniques.mediaTypes
            = copied ? site::MediaTypesTechnique::Copied : site::MediaTypesTechnique::Shared;
        const auto task = makeSubjectTask(name);
        const TaskReport report = run(**task, chosen, 50);
        QCOMPARE(report.proof, proof);
        QCOMPARE(report.operations, std::uint64_t(50));
        QCOMPARE(report.kept, std::uint64_t(keeps ? 50 : 0));
        QVERIFY(report.elapsed.count() > 0);
    }

    void whatIsKeptIsInMemory()
    {
        const auto before = base::memoryUse(QCoreApplication::applicationPid());
        site::SiteConfig copied = config();
        copied.techniques.mediaTypes = site::MediaTypesTechnique::Copied;
        const auto task = makeSubjectTask(u"config-retained"_s);
        run(**task, copied, 2'000);
        const auto after = base::memoryUse(QCoreApplication::applicationPid());
        QVERIFY(before && after);
        // A copy of the table has more than a hundred entries of two texts each.
        QVERIFY(after->privateDirtyBytes - before->privateDirtyBytes > 2'000LL * 100 * 2 * 16);
    }

    void leavesNoListener()
    {
        const int before = base::listenerCount().value();
        const auto task = makeSubjectTask(u"deploy-close"_s);
        const TaskReport report = run(**task, config(), 20);
        QCOMPARE(report.proof, u"ready=1 listeners=%1"_s.arg(before));
        QCOMPARE(report.each.size(), std::size_t(20));
        QCOMPARE(base::listenerCount().value(), before);
    }

    void seesAListenerThatIsLeft()
    {
        QTcpServer left;
        QVERIFY(left.listen(QHostAddress::LocalHost));
        const auto task = makeSubjectTask(u"deploy-close"_s);
        QCOMPARE(run(**task, config(), 2).proof, u"ready=1 listeners=1"_s);
    }

    void failsWhereItCannotDeploy()
    {
        site::SiteConfig broken = config();
        broken.root = m_root.filePath(u"nowhere"_s);
        const auto task = makeSubjectTask(u"deploy-close"_s);
        QCOMPARE(run(**task, broken, 2).proof, QString());
    }

    void speaksInLines()
    {
        Pipe input;
        Pipe output;
        TaskSubject subject(makeSubjectTask(u"config-retained"_s).value(), config(),
            Channels{input.reader.get(), output.writer.get()});
        QSignalSpy ended(&subject, &TaskSubject::ended);
        subject.start();
        input.write("run 0\nrun 30\nrun 30\ndance\ntrim\nquit\n");
        QTRY_COMPARE(ended.size(), 1);
        QByteArray written;
        QTRY_COMPARE((output.readInto(written), written.count('\n')), 6);
        QHash<QString, QList<QJsonObject>> events;
        for (const QByteArray &line : written.split('\n')) {
            const QJsonObject event = QJsonDocument::fromJson(line).object();
            events[event.value("event"_L1).toString()].append(event);
        }
        QCOMPARE(events.value(u"ready"_s).size(), 1);
        QCOMPARE(events.value(u"done"_s).size(), 1);
        QCOMPARE(events.value(u"done"_s).first().value("kept"_L1).toInteger(), 30);
        QCOMPARE(events.value(u"memory"_s).size(), 1);
        QCOMPARE(events.value(u"error"_s).size(), 3); // no count, a second time, no command
    }
};

QTEST_GUILESS_MAIN(TestSubjectTask)
#include "tst_subjecttask.moc"
