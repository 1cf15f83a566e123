// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/barchart.h"
#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/linechart.h"
#include "ui/widgets/livechart.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

/// How much of a picture has a colour near this one.
int pixelsLike(const QImage &image, const QColor &colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green())
                    + std::abs(pixel.blue() - colour.blue())
                < 24;
        }
    }
    return count;
}

} // namespace

class TestChartCanvas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsBarsInProportion()
    {
        BarChart chart(u"Requests"_s, Term::RequestRate, u"Longer is better."_s,
            [](double) { return Unit{u"req/s"_s, 1}; });
        chart.resize(480, 240);
        chart.setBars({{u"slow"_s, 0, 25, {}}, {u"fast"_s, 1, 100, {}}});
        const QImage image = chart.grab().toImage();
        const double slow = pixelsLike(image, seriesColour(0));
        const double fast = pixelsLike(image, seriesColour(1));
        QVERIFY2(fast / slow > 3.5 && fast / slow < 4.5, qPrintable(QString::number(fast / slow)));
    }

    void drawsADotForEachSample()
    {
        BarChart chart(u"Requests"_s, Term::RequestRate, u"Longer is better."_s,
            [](double) { return Unit{u"req/s"_s, 1}; });
        chart.resize(480, 240);
        chart.setBars({{u"one"_s, 0, 50, {}}});
        const QImage without = chart.grab().toImage();
        chart.setBars({{u"one"_s, 0, 50, {40, 50, 60}}});
        const QImage with = chart.grab().toImage();
        const QColor ink = coloursOf(QApplication::palette()).text;
        QVERIFY(pixelsLike(with, ink) > pixelsLike(without, ink));
    }

    void hatchesWhatIsWithinTheNoiseAndShowsItsBand()
    {
        BarChart chart(u"Requests"_s, Term::RequestRate, u"Longer is better."_s,
            [](double) { return Unit{u"req/s"_s, 1}; });
        chart.resize(480, 240);
        chart.setBars({{u"one"_s, 0, 100, {}}, {u"two"_s, 1, 98, {}}});
        const QImage solid = chart.grab().toImage();
        chart.setBars({{u"one"_s, 0, 100, {}}, {u"two"_s, 1, 98, {}, true}}, AxisRange{95, 105});
        const QImage hatched = chart.grab().toImage();
        const double share
            = static_cast<double>(pixelsLike(hatched, seriesColour(1))) / pixelsLike(solid, seriesColour(1));
        QVERIFY2(share > 0.05 && share < 0.7, qPrintable(QString::number(share)));
    }

    void drawsLatencyByPercentile()
    {
        LineChart chart({.title = u"Latency by percentile"_s,
            .term = Term::TailLatency,
            .howToRead = u"Lower is better."_s,
            .horizontal = {u"percentile"_s, 0, 99.99, AxisScale::Percentile},
            .unitFor = timeUnitFor,
            .verticalScale = AxisScale::Logarithmic,
            .placeText = [](double x) { return u"p%1"_s.arg(x); }});
        chart.resize(480, 300);
        QList<QPointF> points;
        for (const double percent : {0.0, 50.0, 90.0, 99.0, 99.9, 99.99})
            points.append({percent, 100 * std::pow(10, toPlace(AxisScale::Percentile, percent) / 2)});
        chart.setLines({{u"q4"_s, points}});
        const QImage image = chart.grab().toImage();
        // On these scales the line is straight: it has about one pixel in each column, in ascending order.
        int columns = 0;
        int previous = image.height();
        for (int x = 0; x < image.width(); ++x) {
            int top = -1;
            for (int y = 70; y < image.height() && top < 0; ++y)
                top = pixelsLike(image.copy(x, y, 1, 1), seriesColour(0)) ? y : -1;
            if (top < 0)
                continue;
            QVERIFY2(
                top <= previous + 1, qPrintable(u"column %1: %2 after %3"_s.arg(x).arg(top).arg(previous)));
            previous = top;
            ++columns;
        }
        QVERIFY2(columns > 250, qPrintable(QString::number(columns)));
        QCOMPARE(chart.valuesAt(99).first().value, points.at(3).y());
        chart.setShowsTable(true);
        chart.setLines({{u"q4"_s, points}});
        chart.copyTable();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"percentile\tq4 (ms)"_s));
    }

    void copiesWhatABarChartShows()
    {
        BarChart chart(u"Latency"_s, Term::TailLatency, u"Shorter is better."_s, timeUnitFor);
        chart.setBars({{u"one"_s, 0, 1'500, {1'400, 1'500, 1'700}}});
        chart.copyTable();
        QCOMPARE(QGuiApplication::clipboard()->text(),
            u"Configuration\tMedian (ms)\tLowest (ms)\tHighest (ms)\none\t1.50\t1.40\t1.70\n"_s);
        QVERIFY(chart.accessibleDescription().contains(u"1.50"_s));
    }

    void thinsALineToWhatCanBeSeen()
    {
        QList<QPointF> points;
        for (int number = 0; number <= 1000; ++number)
            points.append({static_cast<double>(number), number == 500 ? 99.0 : number % 2});
        const QList<QPointF> kept = thinned(points, 10);
        QVERIFY2(kept.size() <= 205, qPrintable(QString::number(kept.size())));
        QVERIFY(kept.contains(QPointF(500, 99))); // a peak stays
        QCOMPARE(kept.first(), points.first());
        QCOMPARE(kept.last(), points.last());
        QVERIFY(std::ranges::is_sorted(kept, {}, &QPointF::x));
        QCOMPARE(thinned(points, 0), points);
        QCOMPARE(thinned({{1, 2}}, 10), (QList<QPointF>{{1, 2}}));
        QCOMPARE(thinned({{1, 2}, {1, 3}, {1, 1}, {1, 4}}, 10).size(), 4);
    }

    void leavesAGapWhereThereIsNoValue()
    {
        LiveChart chart({u"Latency"_s, Term::TailLatency, u"Gaps: no request."_s, timeUnitFor, 100});
        chart.resize(480, 240);
        QList<QPointF> whole;
        QList<QPointF> broken;
        for (int tenth = -600; tenth <= 0; ++tenth) {
            const double value = 60 + 30 * std::sin(tenth / 15.0);
            whole.append({tenth / 10.0, value});
            broken.append({tenth / 10.0, tenth > -450 && tenth < -150 ? qQNaN() : value});
        }
        chart.setLines({{u"p50"_s, whole}});
        const double all = pixelsLike(chart.grab().toImage(), seriesColour(0));
        chart.setLines({{u"p50"_s, broken}});
        const double half = pixelsLike(chart.grab().toImage(), seriesColour(0));
        QVERIFY2(half / all > 0.4 && half / all < 0.75, qPrintable(QString::number(half / all)));
    }

    void saysTheNewestValuesOfALiveChart()
    {
        LiveChart chart({u"Latency"_s, Term::TailLatency, u"."_s, timeUnitFor, 100});
        chart.setLines({{u"p50"_s, {{-1, 300}, {0, 500}}}, {u"p99"_s, {{-1, 900}, {0, 1'250}}}});
        QVERIFY2(
            chart.accessibleDescription().contains(u"p99 1.25"_s), qPrintable(chart.accessibleDescription()));
    }

    void showsATableInsteadOfTheChart()
    {
        LiveChart chart({u"Rate"_s, Term::RequestRate, u"."_s, [](double) { return requestRateUnit(); }, 10});
        chart.setShowsTable(true);
        QVERIFY(chart.showsTable());
        chart.setLines({{u"req/s"_s, {{-1, 30}, {0, 50}}}});
        chart.copyTable();
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.at(0), u"Seconds before now\treq/s (req/s)"_s);
        QCOMPARE(lines.at(1), u"0\t50.0"_s);
        QCOMPARE(lines.at(2), u"1\t30.0"_s);
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    TestChartCanvas test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_chartcanvas.moc"
