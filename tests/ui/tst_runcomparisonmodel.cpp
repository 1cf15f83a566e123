// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runcomparisonmodel.h"

#include "tests/ui/sampledata.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

using Kind = lab::Verdict::Kind;

ComparedRun runOf(const QString &title, const lab::ResultDocument &document)
{
    return {title, title, std::make_shared<const lab::ResultDocument>(document)};
}

} // namespace

class TestRunComparisonModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void findsASlowerRun()
    {
        const ComparedRuns result = slower();
        const auto rate = std::ranges::find_if(result.rows, [](const RunDifferenceRow &row) {
            return row.figure == u"Requests per second"_s && row.what == u"Quality 4"_s;
        });
        QVERIFY(rate != result.rows.end());
        QCOMPARE(rate->change, u"−20\u00a0%"_s);
        QCOMPARE(rate->kind, Kind::Worse);
        QVERIFY(rate->before.endsWith(u"req/s"_s));
        QVERIFY2(result.reading.startsWith(u"Against “march”, 0 of "_s), qPrintable(result.reading));
        QVERIFY2(result.chance.contains(u"chance alone"_s), qPrintable(result.chance));
    }

    void cautionsOfAnotherCompiler()
    {
        const ComparedRuns result = slower();
        QCOMPARE(result.cautions.size(), 1);
        QCOMPARE(result.cautions.first(), u"The compiler was GCC 14.2 before and is Clang 19 after."_s);
    }

    void namesTheRunWhereThereAreSeveral()
    {
        const lab::ResultDocument march = testing::pairResult();
        const ComparedRuns result = compared(runOf(u"march"_s, march),
            {runOf(u"april"_s, testing::laterRunOf(march, 0.8)),
                runOf(u"may"_s, testing::laterRunOf(march, 1))});
        QCOMPARE(result.rows.first().run, u"april"_s);
        QCOMPARE(result.rows.last().run, u"may"_s);
        QVERIFY2(result.cautions.first().startsWith(u"april: "_s), qPrintable(result.cautions.first()));
    }

    void findsNothingInARunLikeIt()
    {
        const lab::ResultDocument march = testing::pairResult();
        const ComparedRuns result = compared(runOf(u"march"_s, march), {runOf(u"again"_s, march)});
        QVERIFY2(result.reading.contains(u"none of "_s) && result.reading.contains(u"beyond noise"_s),
            qPrintable(result.reading));
        QVERIFY(std::ranges::all_of(
            result.rows, [](const RunDifferenceRow &row) { return row.kind == Kind::NoDifference; }));
    }

    void saysThatOtherExperimentsHaveNothingInCommon()
    {
        const ComparedRuns result = compared(
            runOf(u"march"_s, testing::pairResult()), {runOf(u"sweep"_s, testing::sweepOfTwoResult())});
        QVERIFY(result.rows.isEmpty());
        QVERIFY2(result.reading.contains(u"no figure in common"_s), qPrintable(result.reading));
        QCOMPARE(result.cautions.size(), 2);
    }

    void showsRowsAndOnlyDifferences()
    {
        RunComparisonModel model;
        QAbstractItemModelTester tester(&model);
        const ComparedRuns result = slower();
        model.setRows(result.rows);
        const int all = model.rowCount();
        QCOMPARE(all, static_cast<int>(result.rows.size()));
        const QString verdict = model.index(0, RunComparisonModel::Verdict).data().toString();
        QCOMPARE(verdict, u"Worse"_s);
        const QString whole = model.index(0, RunComparisonModel::Verdict).data(Qt::ToolTipRole).toString();
        QVERIFY2(whole.startsWith(u"Worse: "_s), qPrintable(whole));
        QCOMPARE(model.index(0, 0).data(RunComparisonModel::KindRole).toInt(), static_cast<int>(Kind::Worse));
        model.setOnlyDifferences(true);
        QVERIFY(model.rowCount() > 0 && model.rowCount() < all);
        model.setOnlyDifferences(false);
        QCOMPARE(model.rowCount(), all);
        QVERIFY(model.headerData(RunComparisonModel::Noise, Qt::Horizontal, Qt::ToolTipRole)
                .toString()
                .contains(u"chance"_s));
    }

private:
    static ComparedRuns slower()
    {
        const lab::ResultDocument march = testing::pairResult();
        return compared(runOf(u"march"_s, march), {runOf(u"april"_s, testing::laterRunOf(march, 0.8))});
    }
};

QTEST_APPLESS_MAIN(TestRunComparisonModel)
#include "tst_runcomparisonmodel.moc"
