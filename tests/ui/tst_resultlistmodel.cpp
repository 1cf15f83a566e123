// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resultlistmodel.h"

#include "tests/ui/sampledata.h"
#include "ui/sessions/resultlibrary.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestResultListModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_library = std::make_unique<ResultLibrary>(m_folder->path(), m_undo);
        m_model = std::make_unique<ResultListModel>(*m_library);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
        m_pair = m_library->add(testing::pairResult());
        m_sweep = m_library->add(testing::sweepResult());
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_undo.clear();
        m_library.reset();
    }

    void showsTitlesAndVariants()
    {
        QCOMPARE(m_model->rowCount(), 2);
        QCOMPARE(m_model->index(1).data().toString(), u"Brotli qualities"_s);
        QCOMPARE(m_model->index(1).data(ResultListModel::SecondLineRole).toString(),
            u"Quality 4 against Quality 6"_s);
        const QString many = m_model->index(0).data(ResultListModel::SecondLineRole).toString();
        QVERIFY2(many.startsWith(u"brotliQuality 0 and 11"_s), qPrintable(many));
        const QString spoken = m_model->index(1).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(u"Brotli qualities, 14 Mar"_s), qPrintable(spoken));
    }

    void renamesInPlaceWithAWayBack()
    {
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        QVERIFY(m_model->flags(m_model->index(0)).testFlag(Qt::ItemIsEditable));
        QVERIFY(m_model->setData(m_model->index(0), u"  Text pages "_s));
        QCOMPARE(m_model->index(0).data().toString(), u"Text pages"_s);
        QCOMPARE(changed.size(), 1);
        m_undo.undo();
        QCOMPARE(m_model->index(0).data().toString(), u"Brotli over compression.brotliQuality"_s);
    }

    void findsByTitleNoteIdAndVariant_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("rows");
        QTest::newRow("nothing typed") << QString() << 2;
        QTest::newRow("a word of the title") << u"OVER"_s << 1;
        QTest::newRow("a word of the note") << u"wall"_s << 1;
        QTest::newRow("words of title and note") << u"brotli wall"_s << 1;
        QTest::newRow("a variant") << u"quality 6"_s << 2;
        QTest::newRow("the experiment") << u"sweep-brotli"_s << 1;
        QTest::newRow("neither") << u"gzip"_s << 0;
    }

    void findsByTitleNoteIdAndVariant()
    {
        QFETCH(QString, words);
        QFETCH(int, rows);
        m_library->setNote(m_pair, u"measured at the wall plug"_s);
        ResultFilter filter;
        filter.setSourceModel(m_model.get());
        filter.setWords(words);
        QCOMPARE(filter.rowCount(), rows);
    }

    void marksTheBaseline()
    {
        m_model->setPinned(m_sweep);
        QVERIFY(m_model->index(0).data(ResultListModel::PinnedRole).toBool());
        QVERIFY(!m_model->index(1).data(ResultListModel::PinnedRole).toBool());
        m_model->setPinned(QString());
        QVERIFY(!m_model->index(0).data(ResultListModel::PinnedRole).toBool());
    }

    void keepsItsRowsThroughRemovalAndReturn()
    {
        const QPersistentModelIndex pair = m_model->index(1);
        m_library->remove({m_sweep});
        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(pair.row(), 0);
        m_undo.undo();
        QCOMPARE(pair.row(), 1);
    }

    void writesTimesShortly()
    {
        const QDateTime now(QDate(2026, 3, 14), QTime(18, 0), Qt::LocalTime);
        QCOMPARE(resultTimeText(now.addSecs(-3600), now), u"Today, 17:00"_s);
        QCOMPARE(resultTimeText(now.addDays(-1), now), u"13 Mar, 18:00"_s);
        QCOMPARE(resultTimeText(now.addYears(-1), now), u"14 Mar 2025, 18:00"_s);
        QCOMPARE(resultTimeText({}, now), QString());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QUndoStack m_undo;
    std::unique_ptr<ResultLibrary> m_library;
    std::unique_ptr<ResultListModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    QString m_pair;
    QString m_sweep;
};

QTEST_GUILESS_MAIN(TestResultListModel)
#include "tst_resultlistmodel.moc"
