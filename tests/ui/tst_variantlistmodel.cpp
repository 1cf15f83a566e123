// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/variantlistmodel.h"

#include "ui/models/labdraft.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestVariantListModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_history = std::make_unique<QUndoStack>();
        m_draft = std::make_unique<LabDraft>(*m_history);
        m_model = std::make_unique<VariantListModel>(*m_draft);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
        m_draft->load(siteChoice({LabOrigin::Kind::Site, u"1"_s}, {}, u"index.html"_s));
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_draft.reset();
    }

    void pinsTheBaselineFirst()
    {
        QCOMPARE(m_model->rowCount(), 1);
        QVERIFY(m_model->index(0, 0).data(VariantListModel::IsBaselineRole).toBool());
        QCOMPARE(text(0, 1), u"Baseline: the settings as they are"_s);
    }

    void showsDifferencesInWords()
    {
        const int row = m_draft->addVariant();
        QCOMPARE(text(row, 1), u"No difference yet: the same as the baseline"_s);
        m_draft->setDifference(row, u"compression.brotliQuality"_s, 9);
        QCOMPARE(text(row, 1), u"Brotli quality: 4 → 9"_s);
    }

    void takesBackAddingDuplicatingAndRemoving()
    {
        const int row = m_draft->addVariant();
        m_draft->setDifference(row, u"workers"_s, 2);
        const int copy = m_draft->duplicateVariant(row);
        QCOMPARE(m_model->rowCount(), 3);
        QCOMPARE(text(copy, 1), text(row, 1));
        m_draft->removeVariant(row);
        QCOMPARE(m_model->rowCount(), 2);
        m_history->undo();
        QCOMPARE(m_model->rowCount(), 3);
        QCOMPARE(text(row, 0), u"Variant 2"_s);
        for (int step = 0; step < 3; ++step)
            m_history->undo();
        QCOMPARE(m_model->rowCount(), 1);
        QVERIFY(!m_history->canUndo());
        while (m_history->canRedo())
            m_history->redo();
        QCOMPARE(m_model->rowCount(), 2);
    }

    void renamesInPlace()
    {
        const int row = m_draft->addVariant();
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        QVERIFY(m_model->setData(m_model->index(row, 0), u" Fast "_s));
        QCOMPARE(text(row, 0), u"Fast"_s);
        m_model->setData(m_model->index(row, 0), u"  "_s); // no name is no name
        QCOMPARE(text(row, 0), u"Fast"_s);
        QVERIFY(!m_model->setData(m_model->index(row, 1), u"anything"_s));
        QCOMPARE(reset.size(), 0); // rows that stay keep their selection
    }

    void makesAnotherOneTheBaseline()
    {
        const int row = m_draft->addVariant();
        m_draft->setDifference(row, u"workers"_s, 2);
        m_draft->makeBaseline(row);
        QCOMPARE(text(0, 1), u"Baseline. Worker threads: 0 → 2"_s);
        QCOMPARE(text(1, 1), u"Worker threads: 2 → 0"_s);
        m_history->undo();
        QCOMPARE(text(0, 1), u"Baseline: the settings as they are"_s);
    }

private:
    QString text(int row, int column) const { return m_model->index(row, column).data().toString(); }

    std::unique_ptr<QUndoStack> m_history;
    std::unique_ptr<LabDraft> m_draft;
    std::unique_ptr<VariantListModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_GUILESS_MAIN(TestVariantListModel)
#include "tst_variantlistmodel.moc"
