// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/values.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::cli;

/// -1 stands for "refused".
class tst_Values : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsDurations_data();
    void readsDurations();
    void readsTimeouts_data();
    void readsTimeouts();
    void readsSizes_data();
    void readsSizes();
    void readsCoreLists_data();
    void readsCoreLists();
    void refusesNumbersOutOfRange();
    void showsDurations_data();
    void showsDurations();
};

namespace {

void addRows(std::initializer_list<std::tuple<const char *, QString, qint64>> rows)
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("expected");
    for (const auto &[name, text, expected] : rows)
        QTest::newRow(name) << text << expected;
}

} // namespace

void tst_Values::readsDurations_data()
{
    addRows({
        {"milliseconds", u"500ms"_s, 500},
        {"seconds", u"10s"_s, 10'000},
        {"minutes", u"2m"_s, 120'000},
        {"minutes, written longer", u"2min"_s, 120'000},
        {"hours", u"1h"_s, 3'600'000},
        {"a fraction", u"1.5s"_s, 1500},
        {"a blank before the unit", u"10 s"_s, 10'000},
        {"nothing needs no unit", u"0"_s, 0},
        {"a number without a unit", u"10"_s, -1},
        {"a unit without a number", u"s"_s, -1},
        {"another unit", u"10d"_s, -1},
        {"below zero", u"-10s"_s, -1},
        {"two points", u"1.2.3s"_s, -1},
        {"far too long", u"999999999999999h"_s, -1},
        {"empty", u""_s, -1},
    });
}

void tst_Values::readsDurations()
{
    QFETCH(QString, text);
    QFETCH(qint64, expected);
    QCOMPARE(readDuration(text).value_or(std::chrono::milliseconds(-1)).count(), expected);
}

void tst_Values::readsTimeouts_data()
{
    addRows({
        {"a plain number is in milliseconds", u"30000"_s, 30'000},
        {"with a unit", u"30s"_s, 30'000},
        {"without limit", u"0"_s, 0},
        {"below zero", u"-1"_s, -1},
        {"no number", u"soon"_s, -1},
    });
}

void tst_Values::readsTimeouts()
{
    QFETCH(QString, text);
    QFETCH(qint64, expected);
    QCOMPARE(readTimeout(text).value_or(std::chrono::milliseconds(-1)).count(), expected);
}

void tst_Values::readsSizes_data()
{
    addRows({
        {"bytes", u"65536"_s, 65'536},
        {"kibibytes", u"64KiB"_s, 65'536},
        {"mebibytes", u"1.5MiB"_s, 1'572'864},
        {"gibibytes", u"2GiB"_s, 2'147'483'648},
        {"another unit", u"1kB"_s, -1},
        {"below zero", u"-1"_s, -1},
    });
}

void tst_Values::readsSizes()
{
    QFETCH(QString, text);
    QFETCH(qint64, expected);
    QCOMPARE(readSize(text).value_or(-1), expected);
}

void tst_Values::readsCoreLists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("one") << u"3"_s << QList<int>{3};
    QTest::newRow("a list") << u"0,2"_s << QList<int>{0, 2};
    QTest::newRow("a range") << u"1-3"_s << QList<int>{1, 2, 3};
    QTest::newRow("a list with a range") << u"0, 2-3"_s << QList<int>{0, 2, 3};
    QTest::newRow("a range backwards is refused") << u"3-1"_s << QList<int>{};
    QTest::newRow("an open range is refused") << u"1-"_s << QList<int>{};
    QTest::newRow("an empty part is refused") << u"1,,2"_s << QList<int>{};
    QTest::newRow("words are refused") << u"all"_s << QList<int>{};
}

void tst_Values::readsCoreLists()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, expected);
    QCOMPARE(readCoreList(text).value_or(QList<int>{}), expected);
}

void tst_Values::refusesNumbersOutOfRange()
{
    QCOMPARE(readWholeNumber(u"65535"_s, 0, 65'535).value_or(-1), 65'535);
    QVERIFY(!readWholeNumber(u"65536"_s, 0, 65'535));
    QVERIFY(!readWholeNumber(u"-1"_s, 0, 65'535));
    const auto refused = readWholeNumber(u"many"_s, 0, 9);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message, u"\"many\" is not a whole number from 0 to 9."_s);
}

void tst_Values::showsDurations_data()
{
    QTest::addColumn<int>("milliseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("milliseconds") << 850 << u"850 ms"_s;
    QTest::newRow("seconds, rounded") << 12'400 << u"12 s"_s;
    QTest::newRow("minutes and seconds") << 125'000 << u"2 min 5 s"_s;
    QTest::newRow("hours and minutes") << 3'720'000 << u"1 h 2 min"_s;
}

void tst_Values::showsDurations()
{
    QFETCH(int, milliseconds);
    QFETCH(QString, text);
    QCOMPARE(toText(std::chrono::milliseconds(milliseconds)), text);
}

QTEST_GUILESS_MAIN(tst_Values)
#include "tst_values.moc"
