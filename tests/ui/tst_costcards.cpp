// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/costcards.h"

#include "tests/ui/sampledata.h"
#include "ui/models/metrictext.h"

#include <QLocale>
#include <QSet>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

using Kind = lab::Verdict::Kind;

const CostFigure &figureOf(const CostCard &card, const QString &title)
{
    static const CostFigure none;
    const auto found = std::ranges::find(card.figures, title, &CostFigure::title);
    return found == card.figures.end() ? none : *found;
}

} // namespace

class TestCostCards : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void showsTheBaselinesOwnMedians()
    {
        const QList<CostCard> cards = costCards(workloadFigures(testing::pairResult(), 0));
        QCOMPARE(cards.size(), 2);
        QVERIFY(cards[0].isBaseline);
        QCOMPARE(cards[0].label, u"Quality 4"_s);
        const CostFigure &rate = figureOf(cards[0], u"Requests"_s);
        QVERIFY2(rate.value.endsWith(u"\u00a0req/s"_s), qPrintable(rate.value));
        QVERIFY2(rate.spread.contains(u" to "_s), qPrintable(rate.spread));
        QCOMPARE(rate.change, QString());
        QCOMPARE(rate.verdict, QString());
    }

    void showsChangeRangeAndVerdictOfTheOthers()
    {
        const CostCard card = costCards(workloadFigures(testing::pairResult(), 0)).at(1);
        const CostFigure &rate = figureOf(card, u"Requests"_s);
        QCOMPARE(rate.change, u"−18\u00a0%"_s);
        QCOMPARE(rate.range, u"−18\u00a0% in every round"_s);
        QCOMPARE(rate.kind, Kind::Worse);
        QCOMPARE(rate.verdict, u"Worse"_s);
        QVERIFY2(rate.words.contains(u"outside noise in 9 of 9 rounds"_s), qPrintable(rate.words));

        const CostFigure &bytes = figureOf(card, u"Bytes on the wire"_s);
        QCOMPARE(bytes.change, u"−4.0\u00a0%"_s);
        QCOMPARE(bytes.kind, Kind::Better);

        const CostFigure &memory = figureOf(card, u"Memory retained"_s);
        QCOMPARE(memory.kind, Kind::NoDifference);
        QCOMPARE(memory.verdict, u"No difference"_s);
        QVERIFY2(memory.range.contains(u" to +"_s), qPrintable(memory.range));
    }

    void hasEachFigureThatPeopleAskFor()
    {
        const CostCard card = costCards(workloadFigures(testing::pairResult(), 0)).at(1);
        for (const auto &title : {u"Requests"_s, u"p50"_s, u"p99"_s, u"CPU per request"_s,
                 u"Bytes on the wire"_s, u"Memory retained"_s})
            QVERIFY2(!figureOf(card, title).title.isEmpty(), qPrintable(title));
        QCOMPARE(card.figures.size(), 6);
    }

    void withholdsOnAnUnfitMachine()
    {
        lab::ResultDocument document = testing::pairResult();
        document.environment.machine.onBattery = true;
        const CostCard card = costCards(workloadFigures(document, 0)).at(1);
        const CostFigure &rate = figureOf(card, u"Requests"_s);
        QCOMPARE(rate.kind, Kind::Withheld);
        QVERIFY2(rate.words.contains(u"battery"_s), qPrintable(rate.words));
    }

    void doesNotJudgeARateThatTheGeneratorHeldDown()
    {
        lab::ResultDocument document = testing::pairResult();
        for (lab::Sample &sample : document.samples) {
            sample.load.busiestThread.busy = sample.load.elapsed;
            sample.serverCpu = sample.load.elapsed / 4;
        }
        const CostCard card = costCards(workloadFigures(document, 0)).at(1);
        const CostFigure &rate = figureOf(card, u"Requests"_s);
        QCOMPARE(rate.kind, Kind::Withheld);
        QCOMPARE(rate.change, QString());
        QVERIFY2(rate.words.contains(u"load generator was the limit"_s), qPrintable(rate.words));
        QVERIFY(figureOf(card, u"CPU per request"_s).kind != Kind::Withheld);
    }

    void tellsOfFailedSamples()
    {
        lab::ResultDocument document = testing::pairResult();
        document.samples.first().failure = base::Error{u"The server did not answer."_s, {}, {}};
        const QList<CostCard> cards = costCards(workloadFigures(document, 0));
        QVERIFY2(cards[0].trouble.contains(u"1 sample"_s), qPrintable(cards[0].trouble));
        QCOMPARE(cards[1].trouble, QString());
        QVERIFY(cards[0].toText().contains(cards[0].trouble));
    }

    void drawsPercentilesAsFarAsAnswersGo()
    {
        const WorkloadFigures figures = workloadFigures(testing::pairResult(), 0);
        QCOMPARE(figures.latencyByPercentile.size(), 2);
        const QList<QPointF> &points = figures.latencyByPercentile.first().points;
        QVERIFY(points.first().x() == 0);
        QVERIFY(points.last().x() > 99.9);
        for (qsizetype at = 1; at < points.size(); ++at) {
            QVERIFY(points[at].x() > points[at - 1].x());
            QVERIFY(points[at].y() >= points[at - 1].y());
        }
    }

    void drawsTheRateInEachTenthOfASecond()
    {
        const WorkloadFigures figures = workloadFigures(testing::pairResult(), 0);
        const QList<QPointF> &points = figures.rateOverTime.first().points;
        QCOMPARE(points.size(), 250);
        QCOMPARE(points.first().x(), 0.05);
        QVERIFY(points.first().y() < points.at(100).y()); // it warms up
        QVERIFY(std::abs(points.at(100).y() - 3'900) < 400);
        QCOMPARE(figures.latencyOverTime.first().points.size(), 250);
    }

    void knowsHowFarTheBaselineScatters()
    {
        const WorkloadFigures figures = workloadFigures(testing::pairResult(), 0);
        const double band = figures.find(lab::metrics().front())->band;
        QVERIFY2(band > 0.0005 && band < 0.02, qPrintable(QString::number(band)));
    }

    void findsOneSweptSetting()
    {
        const SweptVariants swept = sweptVariants(testing::sweepResult().experiment);
        QCOMPARE(swept.axes.size(), 1);
        QCOMPARE(swept.axes[0].path, u"compression.brotliQuality"_s);
        QCOMPARE(swept.axes[0].name(), u"Brotli quality"_s);
        QVERIFY(swept.axes[0].isNumber);
        QCOMPARE(swept.axes[0].texts.size(), 12);
        QCOMPARE(swept.places[11].at, QList<int>{11});
    }

    void findsTwoSweptSettings()
    {
        const SweptVariants swept = sweptVariants(testing::sweepOfTwoResult().experiment);
        QCOMPARE(swept.axes.size(), 2);
        QCOMPARE(swept.axes[0].texts, (QStringList{u"1"_s, u"3"_s, u"5"_s, u"7"_s, u"9"_s}));
        QCOMPARE(swept.axes[1].texts, (QStringList{u"0 B"_s, u"1 KiB"_s, u"16 KiB"_s}));
        QCOMPARE(swept.places[7].at, (QList<int>{2, 1}));
    }

    void findsNoSweepWhereVariantsDifferOtherwise()
    {
        QVERIFY(sweptVariants(testing::pairResult().experiment).axes.isEmpty());
        lab::Experiment experiment = testing::sweepResult().experiment;
        experiment.variants[3].patch = {{u"noCache"_s, true}};
        QVERIFY(sweptVariants(experiment).axes.isEmpty());
        experiment = testing::sweepResult().experiment;
        experiment.variants[3].patch = experiment.variants[2].patch; // would lie on top of it
        QVERIFY(sweptVariants(experiment).axes.isEmpty());
        QVERIFY(sweptVariants({}).axes.isEmpty());
    }

    void sortsNumbersAndKeepsWordsInTheirOrder()
    {
        lab::Experiment experiment;
        for (const auto &value : {QJsonValue(16), QJsonValue(2), QJsonValue(8)})
            experiment.variants.append({.id = {}, .label = {}, .patch = {{u"workers"_s, value}}});
        QCOMPARE(sweptVariants(experiment).axes[0].texts, (QStringList{u"2"_s, u"8"_s, u"16"_s}));
        experiment.variants.clear();
        for (const bool value : {true, false})
            experiment.variants.append({.id = {}, .label = {}, .patch = {{u"noCache"_s, value}}});
        QCOMPARE(sweptVariants(experiment).axes[0].texts, (QStringList{u"on"_s, u"off"_s}));
        QVERIFY(!sweptVariants(experiment).axes[0].isNumber);
    }

    void writesChanges()
    {
        QCOMPARE(changeText(1), u"0\u00a0%"_s);
        QCOMPARE(changeText(1.0312), u"+3.1\u00a0%"_s);
        QCOMPARE(changeText(0.5), u"−50\u00a0%"_s);
        QCOMPARE(changeText(0.004), u"−99.6\u00a0%"_s);
        QCOMPARE(changeText(3.4), u"3.40\u00a0×"_s);
    }

    void hasWordsForEveryFigureOfTheCore()
    {
        QSet<QString> titles;
        for (const lab::Metric &metric : lab::metrics()) {
            titles.insert(titleOf(metric));
            QVERIFY(changePhrase(metric, 0.9).contains(u"10\u00a0%"_s));
            QVERIFY(changePhrase(metric, 1.2).contains(u"20\u00a0% more"_s));
            QVERIFY(changePhrase(metric, 3).contains(u"3.00 times the"_s));
        }
        QCOMPARE(titles.size(), static_cast<qsizetype>(lab::metrics().size()));
    }

    void takesADocumentWithoutAnything()
    {
        QVERIFY(workloadFigures({}, 0).figures.isEmpty());
        QVERIFY(costCards(workloadFigures({}, 0)).isEmpty());
        lab::ResultDocument document = testing::pairResult();
        document.samples.clear();
        QVERIFY(workloadFigures(document, 0).figures.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestCostCards)
#include "tst_costcards.moc"
