// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/resultlibrary.h"

#include "core/lab/resultset.h"
#include "tests/ui/sampledata.h"
#include "ui/sessions/resultfolder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestResultLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_undo = std::make_unique<QUndoStack>();
        open();
    }

    void cleanup() { m_library.reset(); }

    void keepsWhatIsAddedFromOneStartToTheNext()
    {
        const QString id = m_library->add(small());
        QCOMPARE(m_library->count(), 1);
        QCOMPARE(m_library->at(0).title(), u"Brotli qualities"_s);
        QCOMPARE(m_library->at(0).variants, (QStringList{u"a"_s, u"b"_s}));
        reopen();
        QCOMPARE(m_library->count(), 1);
        QCOMPARE(m_library->at(0).id, id);
        const auto read = readNow(id);
        QVERIFY(read.has_value());
        QCOMPARE((*read)->samples.size(), 12);
        QCOMPARE((*read)->experiment.title, u"Brotli qualities"_s);
    }

    void readsWithoutTheDiskWhatIsInUse()
    {
        const QString id = m_library->add(small());
        m_library->flush();
        QTRY_VERIFY(m_library->at(0).bytes > 0);
        const auto first = readNow(id);
        QVERIFY(QFile::remove(m_library->pathOf(id)));
        const auto second = readNow(id);
        QVERIFY(first && second);
        QCOMPARE(first->get(), second->get());
    }

    void listsNewestFirst()
    {
        m_library->add(small(1));
        m_library->add(small(3));
        m_library->add(small(2));
        QCOMPARE(m_library->at(0).startedAt, small(3).startedAt);
        QCOMPARE(m_library->at(1).startedAt, small(2).startedAt);
        QCOMPARE(m_library->at(2).startedAt, small(1).startedAt);
        reopen();
        QCOMPARE(m_library->at(0).startedAt, small(3).startedAt);
        QCOMPARE(m_library->at(2).startedAt, small(1).startedAt);
    }

    void renamesAndNotesWithAWayBack()
    {
        const QString id = m_library->add(small());
        m_library->rename(id, u"For the talk"_s);
        m_library->setNote(id, u"wal"_s);
        m_library->setNote(id, u"wall plug"_s);
        QCOMPARE(m_undo->count(), 2); // a note that is typed on is one change
        m_undo->undo();
        QCOMPARE(m_library->at(0).note, QString());
        m_undo->redo();
        reopen();
        QCOMPARE(m_library->at(0).title(), u"For the talk"_s);
        QCOMPARE(m_library->at(0).note, u"wall plug"_s);
        m_library->rename(id, QString());
        QCOMPARE(m_library->at(0).title(), u"Brotli qualities"_s);
    }

    void leavesTheDocumentsAloneWhereTitlesChange()
    {
        const QString id = m_library->add(small());
        m_library->flush();
        const QByteArray before = contentOf(m_library->pathOf(id));
        m_library->rename(id, u"Another"_s);
        m_library->flush();
        QVERIFY(!before.isEmpty());
        QCOMPARE(contentOf(m_library->pathOf(id)), before);
    }

    void removesAndBringsBack()
    {
        const QString first = m_library->add(small(1));
        const QString second = m_library->add(small(2));
        m_library->rename(second, u"Kept"_s);
        m_library->remove({first, second});
        QCOMPARE(m_library->count(), 0);
        m_library->flush();
        QVERIFY(!QFile::exists(m_library->pathOf(second)));
        m_undo->undo();
        QCOMPARE(m_library->count(), 2);
        QCOMPARE(m_library->at(0).title(), u"Kept"_s);
        QVERIFY(readNow(second).has_value()); // waits for the file to be back
        QTRY_VERIFY(QFile::exists(m_library->pathOf(first)));
    }

    void staysRemovedAfterTheEnd()
    {
        const QString id = m_library->add(small());
        m_library->remove({id});
        reopen();
        QCOMPARE(m_library->count(), 0);
        QVERIFY(!QDir(folder() + u"/removed"_s).exists());
    }

    void tellsOfADamagedDocumentAndGoesOn_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        const QByteArray whole = QJsonDocument(small().toJson()).toJson();
        QTest::newRow("cut in the middle") << whole.first(whole.size() / 2) << u"broken"_s;
        QTest::newRow("of a later version")
            << QByteArray(whole).replace("\"version\": 2", "\"version\": 99") << u"newer Servelab"_s;
        QTest::newRow("something else") << QByteArray("{\"a\": 1}") << u"not a result"_s;
        QTest::newRow("empty") << QByteArray() << u"broken"_s;
    }

    void tellsOfADamagedDocumentAndGoesOn()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, words);
        m_library->add(small());
        const QString path = folder() + u"/broken.json"_s;
        m_library->flush();
        write(path, content);
        reopen();
        QCOMPARE(m_library->count(), 2);
        const int row = m_library->rowOf(u"broken"_s);
        QVERIFY(m_library->at(row).damage.has_value());
        const QString text = m_library->at(row).damage->toString();
        QVERIFY2(text.contains(words, Qt::CaseInsensitive), qPrintable(text));
        QVERIFY(!readNow(u"broken"_s).has_value());
        QVERIFY(!m_library->at(1 - row).damage.has_value());
        QCOMPARE(contentOf(path), content); // nothing is lost
    }

    void makesTheListAnewWhereItsIndexIsDamaged()
    {
        m_library->add(small());
        m_library->flush();
        m_library.reset();
        write(folder() + u"/index.json"_s, "{\"results\": [");
        m_library = std::make_unique<ResultLibrary>(folder(), *m_undo);
        QSignalSpy failed(m_library.get(), &ResultLibrary::failed);
        restore();
        QCOMPARE(m_library->count(), 1);
        QCOMPARE(m_library->at(0).title(), u"Brotli qualities"_s);
        QCOMPARE(failed.size(), 1);
        const auto error = failed.first().first().value<base::Error>();
        QVERIFY2(error.toString().contains(u"index.unreadable-"_s), qPrintable(error.toString()));
        QCOMPARE(QDir(folder()).entryList({u"index.unreadable-*"_s}).size(), 1);
    }

    void followsWhatOthersDoInItsFolder()
    {
        const QString id = m_library->add(small(1));
        m_library->flush();
        QVERIFY(small(2).save(folder() + u"/from-a-terminal.json"_s));
        QTRY_COMPARE_WITH_TIMEOUT(m_library->count(), 2, 10'000);
        QVERIFY(m_library->rowOf(u"from-a-terminal"_s) == 0);
        QVERIFY(QFile::remove(m_library->pathOf(id)));
        QTRY_COMPARE_WITH_TIMEOUT(m_library->count(), 1, 10'000);
    }

    void opensFilesAsCopiesAndOnlyOnce()
    {
        const QString path = m_folder->filePath(u"two.json"_s);
        QVERIFY(lab::saveResults({small(1), small(2)}, path));
        QSignalSpy opened(m_library.get(), &ResultLibrary::opened);
        QSignalSpy failed(m_library.get(), &ResultLibrary::failed);
        m_library->openFiles({path, m_folder->filePath(u"missing.json"_s)});
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(m_library->count(), 2);
        QCOMPARE(failed.size(), 1);
        m_library->openFiles({path});
        QTRY_COMPARE(opened.size(), 2);
        QCOMPARE(m_library->count(), 2);
        QCOMPARE(opened.at(1), opened.at(0));
    }

    void keepsInMemoryWhatCannotBeWritten()
    {
        m_library.reset();
        write(m_folder->filePath(u"file"_s), "a file where a folder should be");
        m_library = std::make_unique<ResultLibrary>(m_folder->filePath(u"file/results"_s), *m_undo);
        QSignalSpy failed(m_library.get(), &ResultLibrary::failed);
        const QString id = m_library->add(small());
        QTRY_VERIFY(failed.size() >= 1);
        QCOMPARE(m_library->count(), 1);
        QVERIFY(readNow(id).has_value());
    }

    void takesResultsBeforeTheListIsRead()
    {
        m_library->add(small(1));
        m_library.reset();
        m_library = std::make_unique<ResultLibrary>(folder(), *m_undo);
        QSignalSpy restored(m_library.get(), &ResultLibrary::restored);
        m_library->restore();
        m_library->add(small(2));
        QTRY_COMPARE(restored.size(), 1);
        QTRY_COMPARE(m_library->count(), 2);
        reopen();
        QCOMPARE(m_library->count(), 2);
    }

    /// The documents are not opened for it: the index tells all.
    void opensAThousandFast()
    {
        m_library.reset();
        QList<ResultEntry> entries;
        const lab::ResultDocument document = small();
        for (int number = 0; number < 1000; ++number) {
            ResultEntry entry = entryOf(u"result-%1"_s.arg(number), document);
            write(resultPath(folder(), entry.id), "not opened, or this would be told of as damaged");
            stamp(folder(), entry);
            entries.append(entry);
        }
        QVERIFY(writeResultIndex(folder(), entries));
        m_library = std::make_unique<ResultLibrary>(folder(), *m_undo);
        QElapsedTimer timer;
        timer.start();
        restore();
        const qint64 took = timer.elapsed();
        QCOMPARE(m_library->count(), 1000);
        QVERIFY(!m_library->at(500).damage);
        QVERIFY2(took < 1'000, qPrintable(u"%1 ms"_s.arg(took)));
        qInfo("a thousand results: %lld ms", static_cast<long long>(took));
    }

private:
    /// Three rounds of two variants, begun on that day.
    static lab::ResultDocument small(int day = 0)
    {
        lab::ResultDocument document = testing::resultOf(
            {{u"a"_s, 1000, 500, 900, 1'000'000}, {u"b"_s, 1300, 400, 900, 1'000'000}}, 3);
        document.startedAt = document.startedAt.addDays(day);
        return document;
    }

    QString folder() const { return m_folder->filePath(u"results"_s); }

    void open()
    {
        QDir().mkpath(folder());
        m_library = std::make_unique<ResultLibrary>(folder(), *m_undo);
        restore();
    }

    void restore()
    {
        QSignalSpy restored(m_library.get(), &ResultLibrary::restored);
        m_library->restore();
        QTRY_COMPARE(restored.size(), 1);
    }

    void reopen()
    {
        m_library.reset();
        open();
    }

    base::Expected<ResultLibrary::Document> readNow(const QString &id)
    {
        std::optional<base::Expected<ResultLibrary::Document>> read;
        m_library->read(id).then(
            this, [&read](const base::Expected<ResultLibrary::Document> &done) { read = done; });
        [&read] { QTRY_VERIFY(read.has_value()); }();
        return read ? *read : base::fail(u"nothing was read"_s);
    }

    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QUndoStack> m_undo;
    std::unique_ptr<ResultLibrary> m_library;
};

QTEST_GUILESS_MAIN(TestResultLibrary)
#include "tst_resultlibrary.moc"
