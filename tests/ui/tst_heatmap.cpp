// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/heatmap.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLocale>
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
        QWidget *cells = cellsOf();
        QTest::mouseMove(cells, QPoint(cells->width() - 20, cells->height() - 20));
        QTRY_COMPARE(m_map->current(), QPoint(2, 1));
    }

    void isDarkerWhereTheFigureIsHigher()
    {
        const QImage picture = cellsOf()->grab().toImage();
        QWidget *cells = cellsOf();
        const auto lightnessAt = [&](double x, double y) {
            return picture
                .pixelColor(
                    QPoint(static_cast<int>(cells->width() * x), static_cast<int>(cells->height() * y)))
                .lightness();
        };
        // Near the left edges of the first cell of the first row and of the second cell of the last one.
        const int low = lightnessAt(0.22, 0.5);
        const int high = lightnessAt(0.45, 0.9);
        QVERIFY2(high < low, qPrintable(u"%1 %2"_s.arg(low).arg(high)));
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

    QString told() const { return m_map->accessibleDescription(); }

    std::unique_ptr<HeatMap> m_map;
};

QTEST_MAIN(TestHeatMap)
#include "tst_heatmap.moc"
