// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartgroup.h"

#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/linechart.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QGraphicsView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestChartGroup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page = std::make_unique<QWidget>();
        auto *layout = new QVBoxLayout(m_page.get());
        m_group = new ChartGroup(m_page.get());
        for (LineChart **chart : {&m_rate, &m_latency}) {
            *chart = new LineChart({.title = u"Chart"_s,
                .term = Term::RequestRate,
                .howToRead = u"."_s,
                .horizontal = {u"seconds"_s, 0, 10},
                .unitFor = chart == &m_rate ? [](double) { return requestRateUnit(); } : &timeUnitFor,
                .placeText = [](double x) { return u"at %1 s"_s.arg(std::lround(x)); }});
            layout->addWidget(*chart);
            m_group->add(*chart);
        }
        QList<QPointF> rising;
        for (int second = 0; second <= 10; ++second)
            rising.append({static_cast<double>(second), second * 100.0});
        m_rate->setLines({{u"rate"_s, rising}});
        m_latency->setLines({{u"p50"_s, rising}, {u"p99"_s, rising}});
        m_page->resize(600, 600);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }

    void cleanup() { m_page.reset(); }

    void readsOutEveryChartAtThePointer()
    {
        m_group->setPointer(3, m_rate);
        QCOMPARE(m_group->readOutText(),
            u"at 3 s\nrate 300 req/s\np50 0.300 ms\np99 0.300 ms"_s.replace(u"0 req"_s, u"0\u00a0req"_s)
                .replace(u"0 ms"_s, u"0\u00a0ms"_s));
        m_group->setPointer(qQNaN(), m_rate);
        QVERIFY(m_group->readOutText().isEmpty());
    }

    void tellsTheDifferenceToASecondCursor()
    {
        m_group->togglePin(2);
        m_group->setPointer(5, m_latency);
        QVERIFY2(m_group->readOutText().startsWith(
                     u"at 5 s, against at 2 s\nrate 500\u00a0req/s (+300\u00a0req/s)"_s),
            qPrintable(m_group->readOutText()));
        QTest::keyClick(m_page.get(), Qt::Key_Escape);
        QVERIFY(std::isnan(m_group->pin()));
    }

    void aDragZoomsEveryChartAndThereIsAWayBack()
    {
        auto *view = m_rate->findChild<QGraphicsView *>();
        const QPoint left(view->width() / 2, view->height() / 2);
        const QPoint right = left + QPoint(120, 0);
        QSignalSpy zoom(m_rate->canvas(), &ChartCanvas::zoomRequested);
        QTest::mousePress(view->viewport(), Qt::LeftButton, {}, left);
        QTest::mouseMove(view->viewport(), right);
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, right);
        QCOMPARE(zoom.size(), 1);
        QVERIFY(zoom.first().at(0).toDouble() < zoom.first().at(1).toDouble());
        for (LineChart *chart : {m_rate, m_latency})
            QVERIFY(resetButton(chart)->isVisible());
        resetButton(m_latency)->click();
        for (LineChart *chart : {m_rate, m_latency})
            QVERIFY(!resetButton(chart)->isVisible());
    }

    void aClickSetsTheSecondCursorAndAnotherTakesItAway()
    {
        auto *view = m_rate->findChild<QGraphicsView *>();
        const QPoint middle(view->width() / 2, view->height() / 2);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, middle);
        QVERIFY(m_group->pin() > 0 && m_group->pin() < 10);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, middle);
        QVERIFY(std::isnan(m_group->pin()));
    }

    void aHiddenSeriesIsNeitherDrawnNorToldAndComesBack()
    {
        m_latency->setSeriesHidden(u"p99"_s, true);
        m_group->setPointer(3, m_rate);
        QVERIFY(!m_group->readOutText().contains(u"p99"_s));
        const auto labels = m_latency->findChildren<QLabel *>();
        QLabel *legend = nullptr;
        for (QLabel *label : labels)
            legend = label->text().contains(u"href='1'"_s) ? label : legend;
        QVERIFY(legend);
        QVERIFY(legend->text().contains(u"line-through"_s));
        Q_EMIT legend->linkActivated(u"1"_s);
        QVERIFY(!m_latency->isSeriesHidden(u"p99"_s));
        QVERIFY(m_group->readOutText().contains(u"p99"_s));
    }

private:
    static QPushButton *resetButton(LineChart *chart) { return chart->findChild<QPushButton *>(); }

    std::unique_ptr<QWidget> m_page;
    ChartGroup *m_group = nullptr;
    LineChart *m_rate = nullptr;
    LineChart *m_latency = nullptr;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    TestChartGroup test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_chartgroup.moc"
