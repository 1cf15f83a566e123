// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/format.h"

#include <QLocale>
#include <QTest>

#include <cmath>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void writesNumbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing is a plain zero") << 0.0 << u"0"_s;
        QTest::newRow("a small number keeps three digits") << 1.8437 << u"1.84"_s;
        QTest::newRow("a number below one keeps three digits") << 0.045678 << u"0.0457"_s;
        QTest::newRow("tens have one decimal") << 26.449 << u"26.4"_s;
        QTest::newRow("hundreds are whole") << 264.4 << u"264"_s;
        QTest::newRow("rounding up to the next power of ten adds no digit") << 9.996 << u"10.0"_s;
        QTest::newRow("thousands have a thin space and four digits") << 12'483.0 << u"12\u202f480"_s;
        QTest::newRow("millions have two thin spaces") << 1'234'567.0 << u"1\u202f235\u202f000"_s;
        QTest::newRow("a thousand exactly") << 1000.0 << u"1\u202f000"_s;
        QTest::newRow("just below a thousand rounds up to it") << 999.7 << u"1\u202f000"_s;
        QTest::newRow("a negative number has a real minus") << -3.5 << u"\u22123.50"_s;
        QTest::newRow("what is not a number is a dash") << std::nan("") << u"\u2013"_s;
    }

    void writesNumbers()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(formatNumber(value), text);
    }

    void choosesUnits_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("expected");
        QTest::newRow("microseconds stay below a thousand") << formatMicroseconds(845) << u"845\u00a0µs"_s;
        QTest::newRow("milliseconds from a thousand on") << formatMicroseconds(1842) << u"1.84\u00a0ms"_s;
        QTest::newRow("seconds from a million on") << formatMicroseconds(1.31e6) << u"1.31\u00a0s"_s;
        QTest::newRow("no time is in the smallest unit") << formatMicroseconds(0) << u"0\u00a0µs"_s;
        QTest::newRow("bytes") << formatBytes(512) << u"512\u00a0B"_s;
        QTest::newRow("kibibytes") << formatBytes(264.0 * 1024) << u"264\u00a0KiB"_s;
        QTest::newRow("mebibytes") << formatBytes(2.5 * 1024 * 1024) << u"2.50\u00a0MiB"_s;
        QTest::newRow("a rate names its unit") << formatRequestRate(12'480) << u"12\u202f480\u00a0req/s"_s;
        QTest::newRow("a count keeps every digit") << formatCount(1'234'567) << u"1\u202f234\u202f567"_s;
    }

    void choosesUnits()
    {
        QFETCH(QString, shown);
        QFETCH(QString, expected);
        QCOMPARE(shown, expected);
    }

    void keepsOneUnitInAColumn()
    {
        const Unit unit = timeUnitFor(1.31e6);
        QCOMPARE(formatValue(1.31e6, unit), u"1.31"_s);
        QCOMPARE(formatValue(771, unit), u"0.000771"_s);
    }

    void followsTheLocale()
    {
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(formatNumber(1.84), u"1,84"_s);
        QLocale::setDefault(QLocale::c());
    }

    void writesDurations_data()
    {
        QTest::addColumn<int>("milliseconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("less than a second") << 400 << u"less than a second"_s;
        QTest::newRow("seconds are rounded up") << 7'200 << u"8 s"_s;
        QTest::newRow("a whole minute") << 60'000 << u"1 min"_s;
        QTest::newRow("minutes and seconds") << 100'000 << u"1 min 40 s"_s;
        QTest::newRow("hours and minutes") << 7'500'000 << u"2 h 5 min"_s;
    }

    void writesDurations()
    {
        QFETCH(int, milliseconds);
        QFETCH(QString, text);
        QCOMPARE(formatDuration(std::chrono::milliseconds(milliseconds)), text);
    }
};

QTEST_APPLESS_MAIN(TestFormat)
#include "tst_format.moc"
