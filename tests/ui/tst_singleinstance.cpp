// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/singleinstance.h"

#include "ui/sessions/background.h"

#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// Handing over waits, so that here it does on another thread, as it does in another process.
class TestSingleInstance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstOneFindsNobody()
    {
        const SingleInstance first(m_folder.filePath(u"nobody"_s));
        QVERIFY(!first.handOver({}));
    }

    void aLaterOneHandsOverWhatItWasStartedWith()
    {
        const QString key = m_folder.filePath(u"one"_s);
        SingleInstance first(key);
        QVERIFY(first.listen());
        QSignalSpy requested(&first, &SingleInstance::requested);
        const SingleInstance::Request request{{u"/srv/a b"_s, u"/srv/ü"_s}, true, false};
        const auto taken
            = inBackground<bool>([key, request] { return SingleInstance(key).handOver(request); });
        QTRY_COMPARE(requested.size(), 1);
        QCOMPARE(requested.first().first().value<SingleInstance::Request>(), request);
        QTRY_VERIFY(taken.isFinished());
        QVERIFY(taken.result());
    }

    void configurationsDoNotMeet()
    {
        SingleInstance first(m_folder.filePath(u"one"_s));
        QVERIFY(first.listen());
        QVERIFY(!SingleInstance(m_folder.filePath(u"other"_s)).handOver({}));
    }

    void takesThePlaceOfOneThatEnded()
    {
        const QString key = m_folder.filePath(u"again"_s);
        {
            SingleInstance first(key);
            QVERIFY(first.listen());
        }
        SingleInstance second(key);
        QVERIFY(!second.handOver({}));
        QVERIFY(second.listen());
    }

    void oneThatHangsIsNotWaitedForLong()
    {
        const QString key = m_folder.filePath(u"hangs"_s);
        SingleInstance hangs(key); // its event loop does not run meanwhile
        QVERIFY(hangs.listen());
        QVERIFY(!SingleInstance(key).handOver({}));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSingleInstance)
#include "tst_singleinstance.moc"
