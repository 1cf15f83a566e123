// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filestate.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <functional>
#include <thread>

using servelab::base::FileState;

class FileStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatIsAddedAtTheEndDoesNotCount_data();
    void onlyWhatIsAddedAtTheEndDoesNotCount();
    void whatWasAddedCountsFromThenOn();

private:
    QTemporaryDir m_folder;
};

using Change = std::function<void(QFile &)>;
Q_DECLARE_METATYPE(Change)

static void write(QFile &file, qint64 offset, const QByteArray &bytes)
{
    QVERIFY(file.seek(offset) && file.write(bytes) == bytes.size() && file.flush());
}

/// Of a file written long ago, so that each write shows in its time.
static void age(QFile &file)
{
    QVERIFY(file.flush()
        && file.setFileTime(QDateTime::fromSecsSinceEpoch(1'700'000'000), QFile::FileModificationTime));
}

void FileStateTest::onlyWhatIsAddedAtTheEndDoesNotCount_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("holds");
    for (const int size : {0, 10, 1000}) {
        const auto row = [size](const char *name, const Change &change, bool holds) {
            QTest::newRow(QByteArray(name) + ", " + QByteArray::number(size) + " bytes")
                << size << change << holds;
        };
        row("untouched", [](QFile &) { }, true);
        row("added to", [size](QFile &file) { write(file, size, "more"); }, true);
        if (size == 0)
            continue;
        row("written over", [](QFile &file) { write(file, 0, "other"); }, false);
        row("shorter", [size](QFile &file) { QVERIFY(file.resize(size - 1)); }, false);
        row("anew and longer", [size](QFile &file) { write(file, 0, QByteArray(size + 5, 'y')); }, false);
    }
}

void FileStateTest::onlyWhatIsAddedAtTheEndDoesNotCount()
{
    QFETCH(int, size);
    QFETCH(Change, change);
    QFETCH(bool, holds);
    QFile file(m_folder.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Truncate));
    write(file, 0, QByteArray(size, 'x'));
    age(file);
    FileState state(file.handle());
    change(file);
    QCOMPARE(state.stillHolds(file.handle()), holds);
}

void FileStateTest::whatWasAddedCountsFromThenOn()
{
    QFile file(m_folder.filePath(QStringLiteral("log")));
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Truncate));
    write(file, 0, QByteArray(100, 'x'));
    FileState state(file.handle());
    for (int i = 1; i <= 3; ++i) {
        write(file, 100 * i, QByteArray(100, 'x'));
        QVERIFY(state.stillHolds(file.handle()));
    }
    QVERIFY(file.resize(350));
    QVERIFY(!state.stillHolds(file.handle()));
}

QTEST_APPLESS_MAIN(FileStateTest)
#include "tst_filestate.moc"
