// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/figures.h"

#include <QTest>

#include <vector>

using namespace servelab::lab;

class TestFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsThreeDigits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << QStringLiteral("0");
        QTest::newRow("a small part") << 0.0041249 << QStringLiteral("0.00412");
        QTest::newRow("a part") << 0.5 << QStringLiteral("0.500");
        QTest::newRow("ones") << 1.8449 << QStringLiteral("1.84");
        QTest::newRow("tens") << 26.45 << QStringLiteral("26.5");
        QTest::newRow("rounded up to one digit more") << 9.996 << QStringLiteral("10.0");
        QTest::newRow("hundreds") << 264.4 << QStringLiteral("264");
        QTest::newRow("thousands") << 12484.0 << QStringLiteral(u"12\u2009500");
        QTest::newRow("millions") << 1234567.0 << QStringLiteral(u"1\u2009230\u2009000");
        QTest::newRow("below nothing") << -1234.0 << QStringLiteral(u"-1\u2009230");
    }

    void showsThreeDigits()
    {
        QFETCH(const double, value);
        QFETCH(const QString, text);
        QCOMPARE(threeDigits(value), text);
    }

    void choosesOneUnitForAColumn_data()
    {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<QString>("unit");
        QTest::newRow("microseconds") << std::vector<double>{12, 300} << QStringLiteral(u"\u00b5s");
        QTest::newRow("from microseconds to seconds")
            << std::vector<double>{500, 4.0e6} << QStringLiteral("ms");
        QTest::newRow("seconds") << std::vector<double>{2.0e6, 4.0e6} << QStringLiteral("s");
        QTest::newRow("missing ones do not count") << std::vector<double>{0, 4.0e6} << QStringLiteral("s");
        QTest::newRow("nothing at all") << std::vector<double>{0, 0} << QStringLiteral(u"\u00b5s");
    }

    void choosesOneUnitForAColumn()
    {
        QFETCH(const std::vector<double>, values);
        QFETCH(const QString, unit);
        QCOMPARE(commonUnit(values, timeUnits).name.toString(), unit);
    }

    void writesBytes()
    {
        QCOMPARE(bytesText(512), QStringLiteral("512 B"));
        QCOMPARE(bytesText(270'759), QStringLiteral("264 KiB"));
        QCOMPARE(bytesText(24.0 * 1024 * 1024 * 1024), QStringLiteral("24.0 GiB"));
    }
};

QTEST_GUILESS_MAIN(TestFigures)
#include "tst_figures.moc"
