// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultdocument.h"

#include "tests/lab/samples.h"

#include <QTest>

#include <limits>

using namespace servelab::lab;
using namespace Qt::StringLiterals;

using Change = void (*)(Environment &);
Q_DECLARE_METATYPE(Change)

namespace {

QStringList linesOf(const ResultDocument &document)
{
    return toTextTable(document).split(u'\n');
}

QString lineWith(const ResultDocument &document, const QString &text)
{
    for (const QString &line : linesOf(document)) {
        if (line.contains(text))
            return line;
    }
    return {};
}

} // namespace

class TestTextTable : public QObject
{
    Q_OBJECT

private:
    static ResultDocument different()
    {
        return makeDocument({
            {.variant = u"a"_s, .round = 0, .requestsPerSecond = 12'000},
            {.variant = u"a"_s, .round = 1, .requestsPerSecond = 12'480},
            {.variant = u"b"_s, .round = 0, .requestsPerSecond = 3'000},
            {.variant = u"b"_s, .round = 1, .requestsPerSecond = 3'120},
        });
    }

private Q_SLOTS:
    void hasOneLineForEachVariantWithTheBaselineFirst()
    {
        const QStringList lines = linesOf(different());
        const qsizetype head = lines.indexOf(lineWith(different(), u"Variant"_s));
        QVERIFY(head > 0);
        QVERIFY(lines[head + 1].startsWith("First "_L1));
        QVERIFY(lines[head + 1].contains("baseline"_L1));
        QVERIFY(lines[head + 2].startsWith("Second"_L1));
        QVERIFY(lines[head + 2].contains("withheld: 0 whole rounds"_L1));
        QVERIFY(lines[head].contains(u"p50 \u00b5s"_s));
        QVERIFY(lines[head].contains("retained MiB"_L1));
    }

    void alignsItsColumns()
    {
        const QStringList lines = linesOf(different());
        const QString head = lineWith(different(), u"Variant"_s);
        const qsizetype end = head.indexOf("req/s"_L1) + 5;
        QCOMPARE(lineWith(different(), u"First"_s).sliced(end - 6, 6), u"12\u2009200"_s);
        QCOMPARE(lineWith(different(), u"Second"_s).sliced(end - 6, 6), u" 3\u2009060"_s);
    }

    void givesAVerdict()
    {
        const ResultDocument document = makePairedDocument(5, 100'000, 82'000);
        const QString line = lineWith(document, u"Second "_s);
        QVERIFY2(line.endsWith("18 % slower; outside noise in 5 of 5 rounds"_L1), qPrintable(line));
        QVERIFY2(line.contains("0.820 (0.820 to 0.820)"_L1), qPrintable(line));
        QVERIFY(lineWith(document, u"Welch"_s).contains("degrees of freedom, p < 0.001; 95 % confident"_L1));
        QVERIFY(lineWith(document, u"chance alone"_s).startsWith("Of 1 comparison, "_L1));
    }

    void showsNoFiguresForAVariantThatAlwaysFailed()
    {
        const ResultDocument failed = makeDocument({
            {.variant = u"a"_s},
            {.variant = u"b"_s, .round = 0, .failed = true},
            {.variant = u"b"_s, .round = 1, .failed = true},
        });
        const QStringList cells = lineWith(failed, u"Second "_s).simplified().split(u' ');
        QCOMPARE(cells[1], u"-"_s);
        QVERIFY(cells.contains(u"2"_s));
        QCOMPARE(toTextTable(failed).count("Failed: Second: The server fell over."_L1), 1);
    }

    void tellsWhatItWasMeasuredOn()
    {
        const QString line = lineWith(different(), u"Measured on"_s);
        for (const auto part : {"Abacus"_L1, "2 cores"_L1, "8.00 GiB"_L1, "server on core 0"_L1,
                 "load on core 1"_L1, "Servelab 1.2.3"_L1})
            QVERIFY2(line.contains(part), part.data());
    }

    void tellsThatServerAndLoadShareTheCores()
    {
        ResultDocument document = different();
        document.environment.serverCores.clear();
        document.environment.loadCores.clear();
        QVERIFY(toTextTable(document).contains("server and load share the cores"_L1));
    }

    void cautionsWhereFiguresMayMislead_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("note");
        QTest::newRow("a quiet machine")
            << Change([](Environment &e) { e.machine.governor = u"performance"_s; }) << QString();
        QTest::newRow("a busy machine") << Change([](Environment &e) { e.machine.loadAverage = 2.5; })
                                        << u"load average 2.5 on 2 cores"_s;
        QTest::newRow("on battery") << Change([](Environment &e) { e.machine.onBattery = true; })
                                    << u"battery"_s;
        QTest::newRow("saving power")
            << Change([](Environment &e) { e.machine.governor = u"powersave"_s; }) << u"powersave"_s;
        QTest::newRow("a debug build")
            << Change([](Environment &e) { e.buildType = u"Debug"_s; }) << u"debug build"_s;
    }

    void cautionsWhereFiguresMayMislead()
    {
        QFETCH(const Change, change);
        QFETCH(const QString, note);
        ResultDocument document = different();
        change(document.environment);
        const QString found = lineWith(document, u"Note:"_s);
        QCOMPARE(found.isEmpty(), note.isEmpty());
        QVERIFY(found.contains(note));
    }

    void tellsThatItEndedEarly()
    {
        ResultDocument document = different();
        document.cancelled = true;
        QVERIFY(toTextTable(document).contains("Ended early: 2 of 3 rounds finished."_L1));
        document.samples.last().round = std::numeric_limits<int>::max(); // of a file that was tampered with
        QVERIFY(toTextTable(document).contains("Ended early: 2147483648 of 3 rounds finished."_L1));
    }
};

QTEST_GUILESS_MAIN(TestTextTable)
#include "tst_texttable.moc"
