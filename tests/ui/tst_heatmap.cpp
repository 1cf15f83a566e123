// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/heatmap.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestHeatMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_map = std::make_unique<HeatMap>(u"Requests per second"_s, Term::RequestRate, u"Darker is more."_s);
        m_map->setData({u"threshold"_s, u"quality"_s, {u"0"_s, u"1024"_s}, {u"1"_s, u"4"_s, u"9"_s},
            {{100, 200, 300}, {400, 500, std::nullopt}}, {{{}, u"2 ×"_s, {}}, {{}, {}, {}}}, QPoint(0, 0),
            {u"req/s"_s, 1}});
        m_map->resize(600, 240);
        m_map->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_map.get()));
    }

    void writesEveryValueIntoItsTable()
    {
        m_map->copyTable();
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.at(0), u"threshold / quality (req/s)\t1\t4\t9"_s);
        QCOMPARE(lines.at(1), u"0\t100\t200\t300"_s);
        QCOMPARE(lines.at(2), u"1024\t400\t500\t–"_s);
    }

    void goesFromCellToCellByKeyboard()
    {
        QWidget *cells = cellsOf();
        cells->setFocus();
        QTRY_COMPARE(m_map->current(), QPoint(0, 0)); // the baseline
        QVERIFY2(told().contains(u"baseline"_s), qPrintable(told()));
        QTest::keyClick(cells, Qt::Key_Right);
        QCOMPARE(m_map->current(), QPoint(1, 0));
        QCOMPARE(told(), u"threshold 0, quality 4: 200\u00a0req/s · 2 ×"_s);
        QTest::keyClick(cells, Qt::Key_Up); // the map ends there
        QCOMPARE(m_map->current(), QPoint(1, 0));
        QTest::keyClick(cells, Qt::Key_Down);
        QTest::keyClick(cells, Qt::Key_Right);
        QCOMPARE(m_map->current(), QPoint(2, 1));
        QVERIFY2(told().contains(u"not measured"_s), qPrintable(told()));
        QCOMPARE(cells->accessibleDescription(), told());
    }

    void tellsTheCellUnderThePointer()
    {
        QVERIFY(!placeIn(QPoint(2, 1)).isNull());
        QVERIFY2(told().startsWith(u"threshold 1024, quality 9: "_s), qPrintable(told()));
    }

    void isDarkerWhereTheFigureIsHigher()
    {
        const QPointF low = placeIn(QPoint(0, 0));
        const QPointF high = placeIn(QPoint(1, 1));
        const QImage picture = cellsOf()->grab().toImage();
        const int light = picture.pixelColor(low.toPoint()).lightness();
        const int dark = picture.pixelColor(high.toPoint()).lightness();
        QVERIFY2(dark < light - 50, qPrintable(u"%1 %2"_s.arg(light).arg(dark)));
    }

    void makesAPictureOfItself()
    {
        const QImage picture = m_map->picture();
        QVERIFY(picture.width() >= 600);
    }

private:
    QWidget *cellsOf() const
    {
        for (auto *widget : m_map->findChildren<QWidget *>()) {
            if (widget->accessibleName().startsWith(u"Cells of"_s))
                return widget;
        }
        return nullptr;
    }

    void pointAt(QPointF place) const
    {
        QWidget *cells = cellsOf();
        QMouseEvent move(
            QEvent::MouseMove, place, cells->mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(cells, &move);
    }

    /// Near the upper left corner of a cell, where no text is.
    QPointF placeIn(QPoint cell) const
    {
        for (int y = 0; y < cellsOf()->height(); y += 4) {
            for (int x = 0; x < cellsOf()->width(); x += 4) {
                pointAt(QPointF(x, y));
                if (m_map->current() == cell)
                    return QPointF(x + 5, y + 5);
            }
        }
        return {};
    }

    QString told() const { return m_map->accessibleDescription(); }

    std::unique_ptr<HeatMap> m_map;
};

QTEST_MAIN(TestHeatMap)
#include "tst_heatmap.moc"
