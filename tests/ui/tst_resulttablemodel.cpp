// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resulttablemodel.h"

#include "tests/ui/sampledata.h"
#include "ui/models/texttablemodel.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestResultTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void showsARowForEachVariant()
    {
        ResultTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setDocument(testing::sampleResult());
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(text(model, 0, ResultTableModel::Configuration), u"Brotli 1, each request"_s);
        QCOMPARE(text(model, 0, ResultTableModel::RequestRate), formatNumber(rateOf(0).median));
        QVERIFY(text(model, 0, ResultTableModel::RequestRate).startsWith(u"92."_s));
        QCOMPARE(text(model, 0, ResultTableModel::Errors), u"0"_s);
    }

    void keepsOneUnitInAColumn()
    {
        ResultTableModel model;
        model.setDocument(testing::sampleResult());
        QCOMPARE(model.headerData(ResultTableModel::P99, Qt::Horizontal).toString(), u"p99\n(ms)"_s);
        QVERIFY(text(model, 2, ResultTableModel::P99).startsWith(u"1\u202f"_s)); // 1.3 s, in the column's ms
        QVERIFY(text(model, 3, ResultTableModel::P99).startsWith(u"1.1"_s));
        QVERIFY(model.headerData(ResultTableModel::P99, Qt::Horizontal, Qt::ToolTipRole)
                .toString()
                .contains(u"99 of"_s));
    }

    void showsTheRangeOfACell()
    {
        ResultTableModel model;
        model.setDocument(testing::sampleResult());
        const QString tip = model.index(0, ResultTableModel::RequestRate).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(formatNumber(rateOf(0).lowest)) && tip.contains(formatNumber(rateOf(0).highest))
                && tip.contains(u"6 samples"_s),
            qPrintable(tip));
    }

    void keepsItsRowsWhileSamplesComeIn()
    {
        lab::ResultDocument document = testing::sampleResult();
        const lab::Sample last = document.samples.takeLast();
        ResultTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setDocument(document);
        const QPersistentModelIndex chosen = model.index(4, 0);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        document.samples.append(last);
        model.setDocument(document);
        QCOMPARE(changed.size(), 1);
        QVERIFY(reset.isEmpty());
        QVERIFY(chosen.isValid());
    }

    void copiesAsATable()
    {
        ResultTableModel model;
        model.setDocument(testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}}, 1));
        const QStringList lines = toTabSeparated(model).split(u'\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines.at(0).count(u'\t'), model.columnCount() - 1);
        QVERIFY2(lines.at(0).contains(u"Requests (req/s)"_s), qPrintable(lines.at(0)));
        QVERIFY(lines.at(1).startsWith(u"a\t"_s));
    }

private:
    static lab::Spread rateOf(int row)
    {
        return testing::sampleResult().summaries().at(row).requestsPerSecond;
    }

    static QString text(const ResultTableModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
};

QTEST_APPLESS_MAIN(TestResultTableModel)
#include "tst_resulttablemodel.moc"
