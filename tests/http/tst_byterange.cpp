// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/byterange.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;

class TestByteRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsRange_data();
    void readsRange();
};

void TestByteRange::readsRange_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<quint64>("length");
    QTest::addColumn<ByteRange::Kind>("kind");
    QTest::addColumn<quint64>("first");
    QTest::addColumn<quint64>("last");
    const auto partial
        = [](const char *name, const char *value, quint64 first, quint64 last, quint64 length = 100) {
              QTest::newRow(name) << QByteArray(value) << length << ByteRange::Kind::Partial << first << last;
          };
    partial("G1 first ten bytes", "bytes=0-9", 0, 9);
    partial("G1 first byte", "bytes=0-0", 0, 0);
    partial("G1 open end", "bytes=90-", 90, 99);
    partial("G1 last byte", "bytes=99-99", 99, 99);
    partial("G2 suffix", "bytes=-10", 90, 99);
    partial("suffix of one byte", "bytes=-1", 99, 99);
    partial("suffix of the whole", "bytes=-100", 0, 99);
    partial("G2 suffix longer than the whole", "bytes=-1000", 0, 99);
    partial("G2 end beyond the last byte", "bytes=0-1000", 0, 99);
    partial("G2 end beyond 64 bits", "bytes=0-99999999999999999999", 0, 99);
    partial("suffix beyond 64 bits", "bytes=-99999999999999999999", 0, 99);
    partial("leading zeros", "bytes=00000000000000000000001-0002", 1, 2);
    partial("G8 unit in capitals", "Bytes=0-5", 0, 5);
    partial("a file beyond 32 bits", "bytes=4294967296-", 4294967296, 5000000000 - 1, 5000000000);

    const auto unsatisfiable = [](const char *name, const char *value, quint64 length = 100) {
        QTest::newRow(name) << QByteArray(value) << length << ByteRange::Kind::Unsatisfiable << quint64(0)
                            << quint64(0);
    };
    unsatisfiable("G3 begins at the end", "bytes=100-");
    unsatisfiable("G3 begins behind the end", "bytes=100-200");
    unsatisfiable("G3 begins at the largest number", "bytes=18446744073709551615-");
    unsatisfiable("G3 beyond 64 bits", "bytes=18446744073709551616-18446744073709551617");
    unsatisfiable("G3 suffix of nothing", "bytes=-0");
    unsatisfiable("G4 ends before it begins", "bytes=5-2");
    unsatisfiable("G11 empty file", "bytes=0-0", 0);
    unsatisfiable("G11 suffix of an empty file", "bytes=-5", 0);

    const auto whole = [](const char *value, quint64 length = 100) {
        QTest::newRow(qPrintable(
            QString::fromLatin1("G5 G6 G7 ignored: \"%1\" of %2").arg(QLatin1String(value)).arg(length)))
            << QByteArray(value) << length << ByteRange::Kind::Whole << quint64(0) << quint64(0);
    };
    for (const char *value : {"bytes=", "bytes=-", "bytes=a-b", "bytes=0x0-5", "bytes=+0-5", "bytes=--5",
             "bytes=0-5-9", "bytes=0 - 5", "bytes= 0-5", "bytes=0-5;x", "", "bytes=0-1,5-6", "bytes=0-0,-1",
             "bytes=0-0,", "items=0-5", "bytes", "bytes 0-5", "bytes=5", "bytesx=0-5", "bytes=0-x",
             "bytes=x-", "bytes=0--5", "=0-5", "0-5"})
        whole(value);
    whole("bytes=a-b", 0);
}

void TestByteRange::readsRange()
{
    QFETCH(const QByteArray, value);
    QFETCH(const quint64, length);
    QFETCH(const ByteRange::Kind, kind);
    QFETCH(const quint64, first);
    QFETCH(const quint64, last);
    const ByteRange range = parseRange(viewOf(value), length);
    QCOMPARE(range.kind, kind);
    QCOMPARE(quint64(range.first), first);
    QCOMPARE(quint64(range.last), last);
    if (kind == ByteRange::Kind::Partial)
        QCOMPARE(quint64(range.length()), last - first + 1);
}

QTEST_APPLESS_MAIN(TestByteRange)
#include "tst_byterange.moc"
