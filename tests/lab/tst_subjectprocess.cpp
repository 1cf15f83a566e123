// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/subjectprocess.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

#include <signal.h>

using namespace servelab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

bool isAlive(qint64 pid)
{
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

} // namespace

class TestSubjectProcess : public QObject
{
    Q_OBJECT

private:
    /// The name of the configuration tells the program how to misbehave.
    void make(const QString &name, std::chrono::milliseconds patience = 10s)
    {
        site::SiteConfig config;
        config.name = name;
        m_subject = std::make_unique<lab::SubjectProcess>(
            QStringLiteral(FAKE_PROGRAM), config, QString(), QList<int>{});
        m_subject->setPatience(patience);
        m_listening = std::make_unique<QSignalSpy>(m_subject.get(), &lab::SubjectProcess::listening);
        m_failed = std::make_unique<QSignalSpy>(m_subject.get(), &lab::SubjectProcess::failed);
        m_ended = std::make_unique<QSignalSpy>(m_subject.get(), &lab::SubjectProcess::ended);
    }

    QString failure() const { return m_failed->first().first().value<base::Error>().message; }

    std::unique_ptr<lab::SubjectProcess> m_subject;
    std::unique_ptr<QSignalSpy> m_listening;
    std::unique_ptr<QSignalSpy> m_failed;
    std::unique_ptr<QSignalSpy> m_ended;

private Q_SLOTS:
    void cleanup() { m_subject.reset(); }

    void goesFromStartToEnd()
    {
        make(u"good"_s);
        QSignalSpy trimmed(m_subject.get(), &lab::SubjectProcess::trimmed);
        m_subject->start();
        QTRY_COMPARE(m_listening->size(), 1);
        QVERIFY(isAlive(m_subject->pid()));
        m_subject->trim();
        QTRY_COMPARE(trimmed.size(), 1);
        QVERIFY(trimmed.first().first().value<base::MemoryUse>().privateDirtyBytes > 0);
        m_subject->quit();
        QTRY_COMPARE(m_ended->size(), 1);
        QVERIFY(!isAlive(m_subject->pid()));
        QVERIFY(m_failed->isEmpty());
    }

    void failsWithTheReason_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        QTest::newRow("when it ends at once")
            << u"dead"_s << u"ended with code 3. Its last words: This folder is not there."_s;
        QTest::newRow("when it says something else") << u"babbling"_s << u"dancing"_s;
        QTest::newRow("when it says nothing") << u"silent"_s << u"did not begin to listen"_s;
    }

    void failsWithTheReason()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, reason);
        make(name, name == "silent"_L1 ? 300ms : 10'000ms);
        m_subject->start();
        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY2(failure().contains(reason), qPrintable(failure()));
        QVERIFY(m_listening->isEmpty());
        m_subject->kill();
        QTRY_VERIFY(!m_subject->isRunning());
        QCOMPARE(m_failed->size(), 1);
    }

    void failsWhenTheProgramIsNotThere()
    {
        lab::SubjectProcess subject(u"/nowhere/servelab-cli"_s, {}, {}, {});
        QSignalSpy failed(&subject, &lab::SubjectProcess::failed);
        QSignalSpy ended(&subject, &lab::SubjectProcess::ended);
        subject.start();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().value<base::Error>().message.contains("could not be started"_L1));
    }

    void failsWhenItForgetsToAnswer()
    {
        make(u"forgetful"_s, 2s);
        m_subject->start();
        QTRY_COMPARE(m_listening->size(), 1);
        m_subject->trim();
        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY(failure().contains("tell its memory"_L1));
    }

    void endsOneThatDoesNotWantTo()
    {
        make(u"deaf"_s);
        m_subject->start();
        QTRY_COMPARE(m_listening->size(), 1);
        m_subject->quit();
        QTRY_COMPARE(m_ended->size(), 1);
        QVERIFY(!isAlive(m_subject->pid()));
    }

    void leavesNoProcessBehind_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("one that obeys") << u"good"_s;
        QTest::newRow("one that ignores being asked to end") << u"deaf"_s;
    }

    void leavesNoProcessBehind()
    {
        QFETCH(const QString, name);
        make(name);
        m_subject->start();
        QTRY_COMPARE(m_listening->size(), 1);
        const qint64 pid = m_subject->pid();
        m_subject.reset();
        QVERIFY(!isAlive(pid));
    }
};

QTEST_GUILESS_MAIN(TestSubjectProcess)
#include "tst_subjectprocess.moc"
