// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/quantity.h"

#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestQuantity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBytes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("a bare number") << u"512"_s << qint64(512);
        QTest::newRow("with a unit") << u"64 MiB"_s << qint64(64) * 1024 * 1024;
        QTest::newRow("without a space") << u"64MiB"_s << qint64(64) * 1024 * 1024;
        QTest::newRow("in small letters") << u"2 kib"_s << qint64(2048);
        QTest::newRow("in decimal-looking units") << u"2 KB"_s << qint64(2048);
        QTest::newRow("a fraction") << u"1.5 KiB"_s << qint64(1536);
        QTest::newRow("nothing") << u"0"_s << qint64(0);
        QTest::newRow("an unknown unit") << u"3 apples"_s << qint64(-1);
        QTest::newRow("a negative size") << u"-3 KiB"_s << qint64(-1);
        QTest::newRow("no number") << u"MiB"_s << qint64(-1);
        QTest::newRow("nothing at all") << u""_s << qint64(-1);
        QTest::newRow("no end of it") << u"1e300"_s << qint64(-1);
        QTest::newRow("not a number") << u"nan"_s << qint64(-1);
    }

    void readsBytes()
    {
        QFETCH(QString, text);
        QFETCH(qint64, bytes);
        QCOMPARE(parseBytes(text).value_or(-1), bytes);
    }

    void readsDurations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("milliseconds");
        QTest::newRow("a bare number") << u"250"_s << qint64(250);
        QTest::newRow("seconds") << u"30 s"_s << qint64(30'000);
        QTest::newRow("minutes and a half") << u"1.5min"_s << qint64(90'000);
        QTest::newRow("hours") << u"2 h"_s << qint64(7'200'000);
        QTest::newRow("spelt out") << u"10 seconds"_s << qint64(10'000);
        QTest::newRow("a size") << u"10 KiB"_s << qint64(-1);
    }

    void readsDurations()
    {
        QFETCH(QString, text);
        QFETCH(qint64, milliseconds);
        QCOMPARE(parseDuration(text).value_or(-1), milliseconds);
    }

    void whatIsWrittenIsReadAsTheSame()
    {
        for (const qint64 value : {qint64(0), qint64(1), qint64(999), qint64(1024), qint64(1025),
                 qint64(60'000), qint64(3'600'000), qint64(64) << 20, qint64(3) << 40}) {
            QCOMPARE(parseBytes(writeBytes(value)).value_or(-1), value);
            QCOMPARE(parseDuration(writeDuration(value)).value_or(-1), value);
        }
    }
};

QTEST_APPLESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
