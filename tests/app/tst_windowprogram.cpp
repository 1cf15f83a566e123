// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

/// The real program with the window, without a screen and with a configuration of its own.
class TestWindowProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_program = QFileInfo(qEnvironmentVariable("SERVELAB_CLI")).dir().filePath(u"servelab"_s);
        if (!QFile::exists(m_program))
            QSKIP("the window's program is not built");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath(u"blog"_s) && QDir(m_folder->path()).mkpath(u"shop"_s));
    }

    void endsCleanlyWhenItIsToldTo()
    {
        QProcess window;
        start(window, {folder(u"blog"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(stored().contains("blog"), 30'000);
        window.terminate();
        QVERIFY(window.waitForFinished(30'000));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
        QVERIFY(QFile::exists(config(u"window.ini"_s)));
    }

    void refusesALanguageItDoesNotSpeak()
    {
        QProcess window;
        start(window, {u"--language"_s, u"tlh"_s});
        QVERIFY(window.waitForFinished(30'000));
        QCOMPARE(window.exitCode(), 2);
    }

    void startsInAnotherLanguage()
    {
        QProcess window;
        start(window, {folder(u"blog"_s), u"--language"_s, u"de"_s});
        QTRY_VERIFY_WITH_TIMEOUT(stored().contains("blog"), 30'000);
        window.terminate();
        QVERIFY(window.waitForFinished(30'000));
        QCOMPARE(window.exitCode(), 0);
    }

    void aSecondStartHandsItsFolderToTheFirst()
    {
        QProcess window;
        start(window, {folder(u"blog"_s), u"--minimized"_s});
        QTRY_VERIFY_WITH_TIMEOUT(stored().contains("blog"), 30'000);
        QProcess second;
        second.setWorkingDirectory(m_folder->path());
        start(second, {u"shop"_s});
        QVERIFY(second.waitForFinished(30'000));
        QCOMPARE(second.exitCode(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(stored().contains("shop"), 30'000);
        QCOMPARE(window.state(), QProcess::Running);
        window.terminate();
        QVERIFY(window.waitForFinished(30'000));
    }

private:
    QString folder(const QString &name) const { return m_folder->filePath(name); }
    QString config(const QString &name) const { return m_folder->filePath(u"config/servelab/"_s + name); }

    QByteArray stored() const
    {
        QFile file(config(u"sites.json"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void start(QProcess &process, const QStringList &arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        environment.insert(u"XDG_CONFIG_HOME"_s, m_folder->filePath(u"config"_s));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(m_program, arguments);
        QVERIFY(process.waitForStarted());
    }

    QString m_program;
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestWindowProgram)
#include "tst_windowprogram.moc"
