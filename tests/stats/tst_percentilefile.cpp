// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/histogram.h"
#include "core/stats/percentilefile.h"

#include <QTest>

using namespace servelab::stats;

namespace {

struct Row
{
    double value = 0;
    double fraction = 0;
    qulonglong count = 0;
    double inverse = 0; ///< 0: left out
};

/// The lines between the heading and the summary.
QList<Row> rowsOf(const QByteArray &text)
{
    QList<Row> rows;
    for (const QByteArray &line : text.split('\n').sliced(2)) {
        if (line.startsWith('#') || line.isEmpty())
            continue;
        const QByteArrayList cells = line.simplified().split(' ');
        rows << Row{cells.value(0).toDouble(), cells.value(1).toDouble(), cells.value(2).toULongLong(),
            cells.value(3).toDouble()};
    }
    return rows;
}

} // namespace

class TestPercentileFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneValue();
    void ofNothing();
    void stepsHalveWithTheDistance();
    void everyRowIsTrue();
};

void TestPercentileFile::oneValue()
{
    Histogram histogram;
    histogram.record(1500, 3);
    QCOMPARE(percentileFile(histogram, 1000),
        QByteArray("       Value     Percentile TotalCount 1/(1-Percentile)\n"
                   "\n"
                   "       1.500 0.000000000000          3           1.00\n"
                   "       1.500 1.000000000000          3\n"
                   "#[Mean    =        1.500, StdDeviation   =        0.000]\n"
                   "#[Max     =        1.500, Total count    =            3]\n"
                   "#[Buckets =           22, SubBuckets     =         2048]\n"));
}

void TestPercentileFile::ofNothing()
{
    const QByteArray text = percentileFile(Histogram(), 1000);
    QVERIFY(rowsOf(text).isEmpty());
    QVERIFY(text.contains("Total count    =            0]"));
}

/// Five steps of a tenth to one half, five of a twentieth to three quarters, and so on.
void TestPercentileFile::stepsHalveWithTheDistance()
{
    Histogram histogram;
    for (int value = 1; value <= 10'000; ++value)
        histogram.record(value);
    const QList<Row> rows = rowsOf(percentileFile(histogram, 1));
    const QList<double> expected{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.775};
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(rows[i].fraction, expected[i]);
    QCOMPARE(rows.last().fraction, 1.0);
    QCOMPARE(rows.last().count, 10'000U);
    QCOMPARE(rows.last().inverse, 0.0);
}

void TestPercentileFile::everyRowIsTrue()
{
    Histogram histogram;
    for (int i = 0; i < 50'000; ++i)
        histogram.record(100 + (i * 7919) % 30'011, 1 + static_cast<quint64>(i % 3));
    double before = -1;
    for (const Row &row : rowsOf(percentileFile(histogram, 1))) {
        QVERIFY(row.fraction > before);
        before = row.fraction;
        QVERIFY(static_cast<double>(row.count)
            >= row.fraction * static_cast<double>(histogram.totalCount()) - 1e-6);
        QCOMPARE(qint64(row.value), histogram.percentile(row.fraction * 100));
        if (row.fraction < 1)
            QVERIFY(std::abs(row.inverse * (1 - row.fraction) - 1) < 0.01);
    }
    QCOMPARE(before, 1.0);
}

QTEST_GUILESS_MAIN(TestPercentileFile)
#include "tst_percentilefile.moc"
