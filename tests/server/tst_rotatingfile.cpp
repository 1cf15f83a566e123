// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/rotatingfile.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using server::RotatingFile;

/// Files that are set aside when they are full, and that no line gets lost or torn by that.
class RotatingFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theNextLineBeginsANewFileWhenOneIsFull();
    void exactlyFullIsNotTooFull();
    void aLineIsNeverTorn();
    void aLineLongerThanAFileIsAloneInOne();
    void oldestFilesAreRemoved();
    void withoutKeptFilesTheFullOneIsRemoved();
    void withoutLimitNothingIsSetAside();
    void whatIsThereAlreadyCounts();
    void aTornLastLineIsEnded();
    void whatCannotBeSetAsideGrowsOn();
    void aFileThatWasTakenAwayIsNoObstacle();
    void failuresSayWhy();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("log")); }
    QByteArray contents(int age = 0) const
    {
        QFile file(age == 0 ? path() : path() + QStringLiteral(".%1").arg(age));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
    }
    qsizetype fileCount() const { return QDir(m_folder->path()).entryList(QDir::Files).size(); }
    void put(const QByteArray &bytes) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RotatingFileTest::theNextLineBeginsANewFileWhenOneIsFull()
{
    RotatingFile file(path(), {.maximumBytes = 10, .filesKept = 5});
    QVERIFY(file.open());
    QVERIFY(file.write("one\ntwo\n"));
    QCOMPARE(fileCount(), 1);
    QVERIFY(file.write("three\n"));
    QCOMPARE(contents(1), "one\ntwo\n");
    QCOMPARE(contents(), "three\n");
}

void RotatingFileTest::exactlyFullIsNotTooFull()
{
    RotatingFile file(path(), {.maximumBytes = 8, .filesKept = 5});
    QVERIFY(file.open());
    QVERIFY(file.write("one\ntwo\n"));
    QCOMPARE(fileCount(), 1);
    QVERIFY(file.write("x\n"));
    QCOMPARE(contents(1), "one\ntwo\n");
    QCOMPARE(contents(), "x\n");
}

void RotatingFileTest::aLineIsNeverTorn()
{
    for (int maximum = 1; maximum < 40; ++maximum) {
        init();
        RotatingFile file(path(), {.maximumBytes = maximum, .filesKept = 20});
        QVERIFY(file.open());
        QVERIFY(file.write("a\nbb\nccc\ndddd\n"));
        QVERIFY(file.write("eeeee\n"));
        QByteArray all;
        for (qsizetype age = fileCount(); age-- > 0;) {
            const QByteArray part = contents(int(age));
            QVERIFY(part.endsWith('\n'));
            QVERIFY(part.size() <= maximum || part.count('\n') == 1);
            all += part;
        }
        QCOMPARE(all, "a\nbb\nccc\ndddd\neeeee\n");
    }
}

void RotatingFileTest::aLineLongerThanAFileIsAloneInOne()
{
    RotatingFile file(path(), {.maximumBytes = 6, .filesKept = 5});
    QVERIFY(file.open());
    QVERIFY(file.write("a\nlonger than it may be\nb\n"));
    QCOMPARE(contents(2), "a\n");
    QCOMPARE(contents(1), "longer than it may be\n");
    QCOMPARE(contents(), "b\n");
}

void RotatingFileTest::oldestFilesAreRemoved()
{
    RotatingFile file(path(), {.maximumBytes = 2, .filesKept = 2});
    QVERIFY(file.open());
    QVERIFY(file.write("a\nb\nc\nd\ne\n"));
    QCOMPARE(fileCount(), 3);
    QCOMPARE(contents(2) + contents(1) + contents(), "c\nd\ne\n");
}

void RotatingFileTest::withoutKeptFilesTheFullOneIsRemoved()
{
    RotatingFile file(path(), {.maximumBytes = 4, .filesKept = 0});
    QVERIFY(file.open());
    QVERIFY(file.write("a\nb\nc\n"));
    QCOMPARE(fileCount(), 1);
    QCOMPARE(contents(), "c\n");
}

void RotatingFileTest::withoutLimitNothingIsSetAside()
{
    RotatingFile file(path(), {.maximumBytes = 0, .filesKept = 5});
    QVERIFY(file.open());
    const QByteArray lines = QByteArray("line\n").repeated(10'000);
    QVERIFY(file.write(lines.toStdString()));
    QCOMPARE(fileCount(), 1);
    QCOMPARE(contents(), lines);
}

void RotatingFileTest::whatIsThereAlreadyCounts()
{
    put("old\n");
    RotatingFile file(path(), {.maximumBytes = 6, .filesKept = 1});
    QVERIFY(file.open());
    QVERIFY(file.write("a\nb\n"));
    QCOMPARE(contents(1), "old\na\n");
    QCOMPARE(contents(), "b\n");
}

void RotatingFileTest::aTornLastLineIsEnded()
{
    put("whole\nto");
    RotatingFile file(path(), {});
    QVERIFY(file.open());
    QVERIFY(file.write("new\n"));
    QCOMPARE(contents(), "whole\nto\nnew\n");
}

void RotatingFileTest::whatCannotBeSetAsideGrowsOn()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("log.1/x"))); // a folder where a file belongs
    RotatingFile file(path(), {.maximumBytes = 4, .filesKept = 1});
    QVERIFY(file.open());
    QVERIFY(!file.write("a\nb\nc\n"));
    QVERIFY(!file.errorString().isEmpty());
    QVERIFY(file.write("d\n")); // it is not tried again for each line
    QCOMPARE(contents(), "a\nb\nc\nd\n");
    QVERIFY(QDir(path() + QStringLiteral(".1")).removeRecursively());
    QVERIFY(file.write("e\n"));
    QCOMPARE(contents(1), "a\nb\nc\nd\n");
    QCOMPARE(contents(), "e\n");
}

void RotatingFileTest::aFileThatWasTakenAwayIsNoObstacle()
{
    RotatingFile file(path(), {.maximumBytes = 4, .filesKept = 1});
    QVERIFY(file.open());
    QVERIFY(file.write("a\nb\n"));
    QVERIFY(QFile::remove(path()));
    QVERIFY(file.write("c\n"));
    QCOMPARE(contents(), "c\n");
}

void RotatingFileTest::failuresSayWhy()
{
    RotatingFile missing(m_folder->filePath(QStringLiteral("no such folder/log")), {});
    QVERIFY(!missing.open());
    QVERIFY(!missing.errorString().isEmpty());
    QVERIFY(!missing.write("a\n"));
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("This system has no device that is always full.");
    RotatingFile full(QStringLiteral("/dev/full"), {.maximumBytes = 1, .filesKept = 1});
    QVERIFY(full.open());
    QVERIFY(!full.write("a\nb\n"));
    QVERIFY(!full.errorString().isEmpty());
    QVERIFY(QFile::exists(QStringLiteral("/dev/full"))); // it has not been set aside
}

QTEST_GUILESS_MAIN(RotatingFileTest)
#include "tst_rotatingfile.moc"
